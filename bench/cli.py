"""The commands behind the Makefile. Variables reach them through the environment, as make exports them."""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial
from types import FrameType

import typer

from bench import (
    calibrator,
    conductor,
    doctor,
    engine,
    observing,
    report,
    resumption,
    services,
    settings,
    stack,
    turn,
    variants,
)
from bench.errors import ThreadmillError, UsageError
from bench.machines import Machines
from bench.paths import ROOT
from bench.progress import console
from bench.replay import conductor as replaying
from bench.replay import store as replay_store
from bench.replay import wanted
from bench.report import replay as replay_report
from bench.results import Store

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@app.command()
def up() -> None:
    """Start one variant with its database and observers, and print the addresses."""
    variant = os.environ.get("VARIANT") or variants.BASELINE
    if len(variants.parse(variant)) != 1:
        raise UsageError("`make up` starts one variant; `make bench VARIANT=a,b` compares several")
    before = set(engine.running())
    machines = _machines([variant])
    console.print(f"starting {variant}")
    try:
        machines.up(variant)
    except BaseException:
        machines.remove(name for name in engine.existing() if name not in before)
        if not before:
            machines.down()
        raise
    console.print(f"[bold]{variant}[/] is up")
    for name in ("app", "prometheus", *(["grafana"] if machines.grafana else [])):
        console.print(f"  {name:<11} http://localhost:{machines.caps[name].ports[0]}")


def _machines(chosen: Iterable[str]) -> Machines:
    """The machines, ready to start these variants, and nobody else's until the command ends."""
    turn.take()
    return stack.prepare(chosen)


@app.command()
def bench() -> None:
    """Measure a scenario on every variant and print the table, or go on with what was interrupted."""
    store = _resume(os.environ["RESUME"]) if os.environ.get("RESUME") else _begin()
    console.print(f"results: {os.path.relpath(store.folder, ROOT)}")


def _begin() -> Store:
    found = _wanted(settings.asked(os.environ))
    return conductor.conduct(_machines(found.plan.blocks[0]), found.plan, found.variables)


def _resume(name: str) -> Store:
    store = resumption.opened(name, os.environ)
    begun = store.experiment()
    os.environ.update(resumption.caps(begun, os.environ))
    machines = _machines(dict.fromkeys(begun.plan.blocks[0]))
    return conductor.resume(machines, store, anyway=bool(os.environ.get("ANYWAY")))


def _wanted(found: settings.Asked) -> settings.Asked:
    """Say what overrides the file, and let Compose see the figures that are asked for."""
    for line in found.overrides:
        console.print(line)
    os.environ.update(found.caps)
    return found


@app.command()
def replay() -> None:
    """Replay published experiments, as published and then corrected, and judge their claims."""
    faults = []
    asked = wanted.asked(os.environ)
    turn.take()  # before a folder of results is made, which nothing would fill
    for one in asked:
        begun = one.store()
        grafana = stack.prepare(begun.variants).grafana
        try:
            replaying.conduct(begun, partial(Machines, grafana), anyway=bool(os.environ.get("ANYWAY")))
        except ThreadmillError as fault:  # the other seeds are replayed all the same
            console.print(f"{one.seed}: {fault}", markup=False)
            faults.append(fault)
    if faults:
        raise faults[0]


@app.command()
def calibrate() -> None:
    """Find the load machine's ceiling and the noise floor of this host, and keep them for later experiments."""
    found = _wanted(calibrator.asked_for(os.environ))
    calibrator.calibrate(_machines(dict.fromkeys(found.plan.blocks[0])), found.plan, found.variables)


@app.command("observers-cost")
def observers_cost() -> None:
    """Find how much goodput the observers cost, by runs with them and without in turns."""
    found = _wanted(observing.asked_for(os.environ))
    machines = _machines(dict.fromkeys(found.plan.blocks[0]))
    store = conductor.conduct(machines, found.plan, found.variables, observing.show)
    console.print(f"results: {os.path.relpath(store.folder, ROOT)}")


@app.command("report")
def report_command() -> None:
    """Make summary.md and report.html anew from the files of RESULTS, an experiment or a replay; else of the latest."""
    name = os.environ.get("RESULTS", "")
    if found := replay_store.find(name):
        replayed = replay_store.ReplayStore(found)
        replay_report.show(replayed, console)
        console.print(f"report: {replay_report.write(replayed)}")
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
        wanted.asked(os.environ)
        return
    if os.environ.get("RESUME"):
        resumption.opened(os.environ["RESUME"], os.environ)
    elif "SCENARIO" in os.environ or os.environ.get("EXPERIMENT"):
        settings.asked(os.environ)
    variants.parse(os.environ.get("VARIANT", ""))


@app.command()
def prepare() -> None:
    """Pull or build every image without starting a machine."""
    _machines(variants.VARIANTS)


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
