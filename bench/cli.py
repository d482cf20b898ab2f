"""The commands behind the Makefile. Variables reach them through the environment, as make exports them."""

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

import typer

from bench import report
from bench.commands import calibrate as calibrator
from bench.commands import doctor, sweep
from bench.commands import observers_cost as observing
from bench.commands import tune as tuning
from bench.console import console
from bench.errors import ThreadmillError, UsageError
from bench.paths import ROOT
from bench.report.live import Live
from bench.results import Store
from bench.results.sweep import SweepStore
from bench.runner import experiment_runner, resumption
from bench.spec import dotenv, observers, user_request, variants
from bench.studies import report as replay_report
from bench.studies import store as replay_store
from bench.studies import study_request
from bench.studies import study_runner as replaying
from bench.testbed import engine, lock, services, stack
from bench.testbed.machines import Machines

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@app.command()
@lock.held("make up")
def up() -> None:
    """Start one variant with its database and observers, and print the addresses."""
    variant = os.environ.get("VARIANT") or variants.BASELINE
    if len(variants.parse(variant)) != 1:
        raise UsageError("`make up` starts one variant; `make bench VARIANT=a,b` compares several")
    before = set(engine.running())
    machines = stack.prepare([variant])
    console.print(f"starting {variant}")
    try:
        machines.up(variant)
    except BaseException:
        machines.remove(name for name in engine.existing() if name not in before)
        if not before:
            machines.down()
        raise
    console.print(f"[bold]{variant}[/] is up")
    for name in ("app", *(name for name in machines.observers() if machines.caps[name].ports)):
        console.print(f"  {name:<11} http://localhost:{machines.caps[name].ports[0]}")


@app.command()
@lock.held("make bench")
def bench() -> None:
    """Measure a scenario on every variant and print the table, or go on with what was interrupted."""
    if cells := _cells():
        missing = stack.prepare(dict.fromkeys(v for one in cells[1] for v in one.plan.blocks[0])).missing
        sweep.conduct(cells[0](), partial(Machines, missing), anyway=bool(os.environ.get("ANYWAY")))
        return
    store = _resume(os.environ["RESUME"]) if os.environ.get("RESUME") else _begin()
    console.print(f"results: {os.path.relpath(store.folder, ROOT)}")


def _cells() -> tuple[Callable[[], SweepStore], list[user_request.Asked]] | None:
    """How to open, or make, the folder of an experiment in cells, and its experiments; None if this is none."""
    if begun := SweepStore.find(os.environ.get("RESUME", "")):
        resumption.alone(f"the plan of {begun.folder.name}", os.environ)
        return lambda: begun, [user_request.asked(variables) for variables in begun.asked.cells.values()]
    asked = sweep.wanted(os.environ)
    return None if asked is None else (lambda: sweep.create(os.environ, asked), list(asked.values()))


def _begin() -> Store:
    found = _wanted(user_request.asked(os.environ))
    return experiment_runner.conduct(
        stack.prepare(dict.fromkeys(found.plan.blocks[0])), found.plan, found.variables, Live()
    )


def _resume(name: str) -> Store:
    store = resumption.opened(name, os.environ)
    begun = store.experiment()
    os.environ.update(resumption.caps(begun, os.environ))
    machines = stack.prepare(dict.fromkeys(begun.plan.blocks[0]))
    return experiment_runner.resume(machines, store, anyway=bool(os.environ.get("ANYWAY")), listen=Live())


def _wanted(found: user_request.Asked) -> user_request.Asked:
    """Say what overrides the file, and let Compose see the figures that are asked for."""
    for line in found.overrides:
        console.print(line)
    os.environ.update(found.caps)
    return found


@app.command()
@lock.held("make replay")
def replay() -> None:
    """Replay published experiments, as published and then corrected, and judge their claims."""
    faults = []
    asked = study_request.asked(os.environ)
    for one in asked:
        begun = one.store()
        missing = stack.prepare(begun.variants).missing
        try:
            replaying.conduct(begun, partial(Machines, missing), anyway=bool(os.environ.get("ANYWAY")))
        except ThreadmillError as fault:  # the other seeds are replayed all the same
            console.print(f"{one.seed}: {fault}", markup=False)
            faults.append(fault)
    if faults:
        raise faults[0]


@app.command()
@lock.held("make calibrate")
def calibrate() -> None:
    """Find the load machine's ceiling and the noise floor of this host, and keep them for later experiments."""
    found = _wanted(calibrator.asked_for(os.environ))
    calibrator.calibrate(stack.prepare(dict.fromkeys(found.plan.blocks[0])), found.plan, found.variables)


@app.command("observers-cost")
@lock.held("make observers-cost")
def observers_cost() -> None:
    """Find how much goodput the observers cost, by runs with them and without in turns."""
    found = _wanted(observing.asked_for(os.environ))
    machines = stack.prepare(dict.fromkeys(found.plan.blocks[0]))
    observers.require_all(machines.missing)
    store = experiment_runner.conduct(machines, found.plan, found.variables, Live(observing.show))
    console.print(f"results: {os.path.relpath(store.folder, ROOT)}")


@app.command()
@lock.held("make tune")
def tune() -> None:
    """Search the best tunables of each variant for a kind of load, and write its tuned configurations."""
    request = tuning.requested(os.environ)
    os.environ.update(dotenv.chosen(request.given))
    store = tuning.conduct(stack.prepare(request.plans), request, bool(os.environ.get("ANYWAY")))
    console.print(f"results: {store.folder}")


@app.command("report")
def report_command() -> None:
    """Make summary.md and report.html anew from the files of RESULTS, an experiment or a replay; else of the latest."""
    name = os.environ.get("RESULTS", "")
    if found := replay_store.find(name):
        replayed = replay_store.ReplayStore(found)
        replay_report.show(replayed, console)
        console.print(f"report: {replay_report.write(replayed)}")
        return
    if cells := SweepStore.find(name):
        console.print(f"report: {sweep.report(cells)}")
        return
    store = Store.open(name) if name else Store.latest()
    report.show(store.experiment(), store.runs(), console)
    console.print(f"report: {report.write(store)}")


@app.command()
def compare() -> None:
    """Set the experiments A and B side by side; ANYWAY=1 also where they are not alike."""
    a, b = (Store.open(os.environ.get(side, "")) for side in ("A", "B"))
    console.print(f"report: {report.compare(a, b, bool(os.environ.get('ANYWAY')), console)}")


@app.command()
def check() -> None:
    """Check what is asked for without touching the engine; make calls it before it installs anything."""
    if os.environ.get("REPLAY"):
        study_request.asked(os.environ)
        return
    if os.environ.get("TUNE"):
        tuning.requested(os.environ)
        return
    if _cells():
        return
    if os.environ.get("RESUME"):
        resumption.opened(os.environ["RESUME"], os.environ)
    elif "SCENARIO" in os.environ or os.environ.get("EXPERIMENT"):
        user_request.asked(os.environ)
    variants.parse(os.environ.get("VARIANT", ""))


@app.command()
@lock.held("make test")
def prepare() -> None:
    """Pull or build every image without starting a machine."""
    stack.prepare(variants.VARIANTS)


@app.command()
def verify() -> None:
    """Lint and test the services."""
    services.verify(console.print)


@app.command()
def down() -> None:
    """Remove every machine and the network."""
    Machines().down()


@app.command()
def logs() -> None:
    """What the machines wrote."""
    console.print(engine.compose("logs", "--tail", "100"), markup=False)


@app.command("doctor")
def doctor_command() -> None:
    """Look at the host, the engine, the plan of the machines and the images."""
    if not doctor.examine():
        raise typer.Exit(1)


def main() -> None:
    """Run a command; faults end it with one line and status 1 (2 for wrong usage), Ctrl-C with 130."""
    signal.signal(signal.SIGTERM, _interrupt)
    sys.exit(guarded(lambda: app(standalone_mode=False)))


def guarded(command: Callable[[], object]) -> int:
    """The exit status of a command, its faults told on standard error."""
    try:
        status = command()
    except ThreadmillError as fault:
        if fault.logs:
            print(fault.logs.rstrip(), file=sys.stderr)
        print(f"error: {fault}", file=sys.stderr)
        return 2 if isinstance(fault, UsageError) else 1
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted; what had finished is kept", file=sys.stderr)
        return 130
    return status if isinstance(status, int) else 0


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
