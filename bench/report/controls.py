"""The table that splits a ratio into server stack and driver. Pure."""

from collections.abc import Sequence

from bench.analysis.controls import Split, measured, splits
from bench.analysis.estimates import Difference, find
from bench.report import words
from bench.report.grid import Grid
from bench.results import Plan, Run
from bench.spec.variants import BASELINE, CONTROLS

TEXT = (
    "A control keeps the variant's server stack and takes JDBC on virtual threads instead of R2DBC. Server stack: the "
    f"control over {BASELINE}, with the hand-over of each query to a virtual thread. Driver: the variant over the "
    "control. The two multiply to the ratio."
)
WORDS = frozenset({"level", "configuration", "verdict"})


def grid(plan: Plan, runs: Sequence[Run]) -> Grid | None:
    """A row for each variant, configuration and level; None where no control was measured."""
    if not measured(runs):
        return None
    rows = [_row(found, words.level(plan, index)) for index in range(len(plan.levels)) for found in splits(runs, index)]
    headings = ("variant", "level", "configuration", f"ratio to {BASELINE}", "server stack", "driver", "verdict")
    return Grid("How much of a ratio is the server stack, and how much the driver", headings, tuple(rows), WORDS)


def notes(runs: Sequence[Run]) -> list[str]:
    """Which variants have no row, and what to ask for."""
    if not measured(runs):
        return []
    had = {found.variant for found in splits(runs, 0)}
    present = {run.variant for run in runs}
    return [
        f"{variant} has no row: it needs {BASELINE} and {control} in the same configuration (CONFIGURATION=stock)"
        for variant, control in CONTROLS.items()
        if variant in present and variant not in had
    ]


def _row(found: Split, level: str) -> tuple[str, ...]:
    factors = (words.ratio(one) for one in (found.ratio, found.server, found.driver))
    return found.variant, level, found.configuration or words.NOTHING, *factors, _verdict(found)


def _verdict(found: Split) -> str:
    if not found.usable:
        return "INVALID, no conclusion"
    if found.ratio is None or found.ratio.low is None:
        return "no interval: more RUNS"
    sides = {"server stack": found.server, "driver": found.driver}
    shown = [name for name, one in sides.items() if find(one, invalid=False) in (Difference.MORE, Difference.LESS)]
    return f"{words.listing(shown)} shown to differ" if shown else "no difference shown"
