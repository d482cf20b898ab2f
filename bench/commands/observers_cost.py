"""`make observers-cost`: what it costs the variants to be watched, with and without the observers in turns."""

from collections.abc import Mapping, Sequence

from bench.console import console
from bench.errors import UsageError
from bench.report import observers, table
from bench.results import Experiment, Run
from bench.spec import choice
from bench.spec.schedule import with_and_without_observers
from bench.spec.user_request import Asked, asked

DEFAULTS = {"SCENARIO": "list-agents", "VARIANT": "blocking,reactor", "RUNS": "5", "CONFIGURATION": "stock"}


def asked_for(environ: Mapping[str, str]) -> Asked:
    """Five blocks in which each variant runs with the observers and without, unless the command line says otherwise."""
    given = {name: value for name, value in environ.items() if value and name != "EXPERIMENT"}
    if "OBSERVERS" in given:
        raise UsageError("`make observers-cost` measures with the observers and without: leave out OBSERVERS")
    if given.get("CONFIGURATION") == choice.BOTH:
        raise UsageError("`make observers-cost` pairs runs by observers: CONFIGURATION is stock or tuned")
    found = asked({**DEFAULTS, **given})
    if found.plan.runs < 2:
        raise UsageError("RUNS=1 gives no interval; `make observers-cost` needs 2 blocks at least")
    return Asked(with_and_without_observers(found.plan), found.variables, found.overrides)


def show(begun: Experiment, runs: Sequence[Run]) -> None:
    """The table as it stands after a block."""
    notes = [note for place in range(len(begun.plan.levels)) for note in table.notes(runs, place)]
    table.print_grid(observers.grid(begun.plan, runs), console, notes)
