"""The commands behind the Makefile. Variables reach them through the environment, as make exports them."""

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

import typer

from bench import conductor, doctor, engine, overlay, services, settings, stack, variants
from bench.errors import ThreadmillError, UsageError
from bench.machines import Machines
from bench.paths import ROOT
from bench.progress import console

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@app.command()
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
    for name in ("app", "prometheus", *(["grafana"] if machines.grafana else [])):
        console.print(f"  {name:<11} http://localhost:{machines.caps[name].ports[0]}")


@app.command()
def bench() -> None:
    """Measure a scenario on every variant and print the table."""
    given = {name: os.environ[name] for name in settings.VARIABLES if os.environ.get(name)}
    plan = settings.bench_plan(given)
    machines = stack.prepare(plan.blocks[0])
    store = conductor.conduct(machines, plan, given)
    console.print(f"results: {store.folder.relative_to(ROOT)}")
    if machines.grafana:
        where = overlay.address(machines.caps["grafana"].ports[0], store.experiment(), store.folder.name)
        console.print(f"side by side, while Grafana is up (`make up`): {where}", soft_wrap=True)


@app.command()
def check() -> None:
    """Check SCENARIO and VARIANT without touching the engine; make calls it before it installs anything."""
    if "SCENARIO" in os.environ:
        settings.bench_plan(os.environ)
    variants.parse(os.environ.get("VARIANT", ""))


@app.command()
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
