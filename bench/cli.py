"""The commands behind the Makefile. What a user asks for is read here, once: from options, environment and file."""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated

import typer

from bench import interrupts, report
from bench.commands import calibrate as calibrator
from bench.commands import doctor, experiment, sweep, unread
from bench.commands import observers_cost as observing
from bench.commands import profile as profiling
from bench.commands import tune as tuning
from bench.commands import up as upping
from bench.commands.options import EXPERIMENT_VARIABLES, takes
from bench.console import console
from bench.errors import ThreadmillError, UsageError
from bench.results import Store
from bench.results.collection import SweepStore
from bench.results.folder import latest
from bench.spec import hosts, settings, variants
from bench.spec import variables as var
from bench.studies import report as replay_report
from bench.studies import study_runner as replaying
from bench.studies.store import StudyStore, former, requested
from bench.testbed import connection, disturbing, engine, lock, placement, profiler, services, stack
from bench.testbed.machines import Machines

Given = Mapping[str, str]
"""The variables that were given, by name."""
OF_BENCH = (*EXPERIMENT_VARIABLES, var.EXPERIMENT, var.RESUME, var.ANYWAY)
OF_OTHERS = (var.PROFILE, var.COST, var.CEILING, var.VERDICTS, *var.MACHINES)
OF_REPLAY = (var.STUDY, var.SCALE, var.LONG, var.STUDY_RUNS, var.SEED, var.RESUME, var.ANYWAY)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
@takes(var.VARIANT, var.CONFIGURATION, var.SCENARIO, *var.MACHINES)
@lock.held("make up")
def up(given: Given) -> None:
    """Start one variant with its database and observers, and print the addresses."""
    upping.conduct(upping.requested(given))


@app.command()
@takes(*OF_BENCH, var.PROFILE, *var.MACHINES)
@lock.held("make bench")
def bench(given: Given) -> None:
    """Measure a scenario on every variant and print the table, or go on with what was interrupted."""
    experiment.asked(given)()


@app.command()
@takes(*OF_REPLAY, *var.MACHINES)
@lock.held("make replay")
def replay(given: Given) -> None:
    """Replay published experiments, as published and then corrected, and judge their claims."""
    faults = []
    asked = requested(given)
    if name := former(given):
        console.print(f"SEED={name}: a study is named by STUDY={name} now, SEED is for random numbers")
    for one in asked:
        begun = one.store()
        missing = stack.prepare(begun.variants).missing
        try:
            replaying.conduct(begun, partial(Machines, missing), anyway=var.ANYWAY.name in given)
        except ThreadmillError as fault:  # the other studies are replayed all the same
            console.print(f"{one.study}: {fault}", markup=False)
            faults.append(fault)
    if faults:
        raise faults[0]


@app.command()
@takes(*EXPERIMENT_VARIABLES, var.CEILING, var.VERDICTS, var.RESUME, *var.MACHINES)
@lock.held("make calibrate")
def calibrate(given: Given) -> None:
    """Find the load machine's ceiling and the noise floor of this host, and keep them for later experiments."""
    calibrator.asked(given)()


@app.command("observers-cost")
@takes(*EXPERIMENT_VARIABLES, *var.MACHINES)
@lock.held("make observers-cost")
def observers_cost(given: Given) -> None:
    """Find how much goodput the observers cost, by runs with them and without in turns."""
    spec = observing.requested(given)
    experiment.tell(observing.conduct(experiment.prepare(spec), spec))


@app.command()
@takes(*EXPERIMENT_VARIABLES, var.COST, *var.MACHINES)
@lock.held("make profile")
def profile(given: Given) -> None:
    """Record where a request's CPU, memory and time go in each variant; runs of their own, never a measurement."""
    spec = profiling.requested(given)
    experiment.tell(profiling.conduct(experiment.prepare(spec, profiled=True), spec, var.COST.name in given))


@app.command()
@takes(*OF_BENCH, *var.MACHINES)
@lock.held("make tune")
def tune(given: Given) -> None:
    """Search the best tunables of each variant for a kind of load, and write its tuned configurations."""
    asked = tuning.requested(given)
    settings.hand_over(settings.chosen(asked.given))
    store = tuning.conduct(stack.prepare(asked.plans), asked, var.ANYWAY.name in given)
    console.print(f"results: {store.folder}")


@app.command("report")
@takes(var.RESULTS)
def report_command(given: Given) -> None:
    """Make summary.md and report.html anew from the files of an experiment or a replay; else of the latest."""
    name = given.get(var.RESULTS.name) or latest(Store, SweepStore, StudyStore)
    if replayed := StudyStore.find(name):
        replay_report.show(replayed, console)
        console.print(f"report: {replay_report.write(replayed)}")
    elif cells := SweepStore.find(name):
        console.print(f"report: {sweep.report(cells)}")
    else:
        store = Store.open(name)
        report.show(store.experiment(), store.runs(), console)
        report.profile.show(store, console)
        console.print(f"report: {report.write(store)}")


@app.command()
@takes(var.SIDE_A, var.SIDE_B, var.ANYWAY)
def compare(given: Given) -> None:
    """Set the experiments A and B side by side; with ANYWAY also where they are not alike."""
    a, b = (Store.open(given.get(side.name, "")) for side in (var.SIDE_A, var.SIDE_B))
    console.print(f"report: {report.compare(a, b, var.ANYWAY.name in given, console)}")


CHECKS: dict[str, Callable[[Given], object]] = {
    "up": upping.requested,
    "bench": experiment.asked,
    "replay": requested,
    "calibrate": calibrator.asked,
    "observers-cost": observing.requested,
    "tune": tuning.requested,
    "profile": profiling.requested,
}


@app.command()
@takes(*dict.fromkeys((*OF_BENCH, *OF_REPLAY[:3])), *OF_OTHERS)
def check(given: Given, commands: Annotated[list[str] | None, typer.Argument(help="what is to follow")] = None) -> None:
    """Check what commands are asked for without touching the engine; make calls it before it installs anything."""
    known, asked = read_by(), commands or []
    if reads := {command: known[command] for command in asked if command in known}:
        unread.refuse(reads, unread.named(settings.environment().get("MAKEFLAGS", "")))
    for one in var.MACHINES:
        if text := given.get(one.name):
            one.read(one.name, text)
    if name := given.get(var.HOSTS.name):
        hosts.read(name)
    for command in asked:
        if command in CHECKS:
            CHECKS[command](given)


def read_by() -> dict[str, list[str]]:
    """The variables that each command reads, settings of .env among them, by its name."""
    callbacks = {one.name or getattr(one.callback, "__name__", ""): one.callback for one in app.registered_commands}
    everywhere = settings.names()
    return {name: [*getattr(called, "reads", ()), *everywhere] for name, called in callbacks.items()}


@app.command()
@takes(*var.MACHINES)
@lock.held("make test")
def prepare(_: Given) -> None:
    """Pull or build every image without starting a machine; the services are linted and tested by their build."""
    stack.prepare([*variants.VARIANTS, *variants.APART], profiled=True, probed=True, tested=True)


@app.command()
def verify() -> None:
    """Lint and test the services."""
    services.verify(console.print)


@app.command()
@takes(var.HOSTS)
@connection.connected()
def down(_: Given) -> None:
    """Remove every machine and the network, and what a command that was killed has left."""
    Machines().down()
    profiler.remove()
    disturbing.remove()


@app.command()
@takes(var.HOSTS)
@connection.connected()
def logs(_: Given) -> None:
    """What the machines wrote."""
    for at in placement.every():
        console.print(engine.compose("logs", "--tail", "100", at=at), markup=False)


@app.command("doctor")
@takes(*var.MACHINES, var.SAVE)
@connection.connected()
def doctor_command(given: Given) -> None:
    """Look at the host, the engine, the plan of the machines and the images, and propose a plan for this host."""
    if not doctor.examine(given.get(var.SAVE.name, "")):
        raise typer.Exit(1)


def main() -> None:
    """Run a command; faults end it with one line and status 1 (2 for wrong usage), Ctrl-C with 130."""
    interrupts.heed()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """The exit status of the command that these arguments, and the environment, ask for."""
    return guarded(lambda: app(list(arguments) or ["--help"], prog_name="python -m bench", standalone_mode=False))


def guarded(command: Callable[[], object]) -> int:
    """The exit status of a command, its faults told on standard error."""
    try:
        status = command()
    except ThreadmillError as fault:
        if fault.logs:
            print(fault.logs.rstrip(), file=sys.stderr)
        print(f"error: {fault}", file=sys.stderr)
        return 2 if isinstance(fault, UsageError) else 1
    except typer.TyperException as fault:
        told = fault.format_message().rstrip(".")
        print(f"error: {told}; `python -m bench --help` lists commands and options", file=sys.stderr)
        return fault.exit_code
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted; what had finished is kept", file=sys.stderr)
        return 130
    return status if isinstance(status, int) else 0
