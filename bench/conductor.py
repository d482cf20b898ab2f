"""The story of an experiment: prepare the machines, run block after block, write every run, leave nothing behind."""

import time

from bench import engine, environment, load, overlay, report, run
from bench.experiment import run_seconds
from bench.machines import Machines
from bench.progress import Progress, clock, console
from bench.results import Experiment, Plan, Store


def conduct(machines: Machines, plan: Plan, settings: dict[str, str], observers: bool = True) -> Store:
    """Carry the plan out. Whatever ends it, every finished run is kept and what this command started is removed."""
    before = engine.running()
    variant_before = _variant(before["app"]) if "app" in before else None
    began = time.monotonic()
    try:
        machines.check_host()
        if variant_before:
            console.print(f"{variant_before} is up; it makes room for the measurement and is started again afterwards")
            machines.remove(["app"])
        console.print("starting the database and the observers")
        machines.up_support(observers)
        store = _run_blocks(machines, plan, settings, observers, began)
    finally:
        _clean_up(machines, set(before), variant_before)
    return store


def _run_blocks(machines: Machines, plan: Plan, settings: dict[str, str], observers: bool, began: float) -> Store:
    experiment = Experiment(plan=plan, environment=environment.describe(machines, settings))
    store = Store.create(experiment)
    progress = Progress(sum(len(block) for block in plan.blocks), run_seconds(plan))
    console.print(f"about {clock(progress.left())} min for {progress.runs} runs; results in {store.folder}")
    prometheus_url = f"http://127.0.0.1:{machines.caps['prometheus'].ports[0]}" if observers else None
    for number, block in enumerate(plan.blocks, start=1):
        for variant in block:
            progress.start_run()
            say = lambda phase, variant=variant: progress.say(variant, phase)  # noqa: E731
            measured = run.conduct(machines, plan, number, variant, prometheus_url, say)
            store.write_run(measured)
            if prometheus_url:
                overlay.publish(machines, prometheus_url, experiment, store.folder.name, measured, say)
            progress.end_run()
        report.show(experiment, store.runs(), console)
    finished = experiment.model_copy(update={"wall_seconds": round(time.monotonic() - began, 1)})
    store.write_experiment(finished)
    store.write_summary(report.markdown(finished, store.runs()))
    return store


def _variant(container: str) -> str:
    return str(engine.inspect(container)["Config"]["Labels"]["threadmill.variant"])


def _clean_up(machines: Machines, before: set[str], variant_before: str | None) -> None:
    """Remove what was not there before, and bring back the variant that was."""
    load.remove()
    if "downstream" in before:
        machines.restore_caps({"downstream": machines.caps["downstream"].cpus})
    machines.remove(name for name in engine.existing() if name not in before or name == "app")
    if not before:
        machines.down()
    elif variant_before:
        machines.up(variant_before)
