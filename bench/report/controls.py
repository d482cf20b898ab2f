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


def grid(plan: Plan, runs: Sequence[Run]) -> Grid | None:
    """A row for each variant, configuration and level; None where no control was measured."""
    if not measured(runs):
        return None
    rows = tuple(
        (
            one.variant, words.level(plan, index), one.configuration or words.NOTHING,
            *map(words.ratio, (one.ratio, one.server, one.driver)), _verdict(one),
        )
        for index in range(len(plan.levels))
        for one in splits(runs, index)
    )  # fmt: skip
    headings = ("variant", "level", "configuration", f"ratio to {BASELINE}", "server stack", "driver", "verdict")
    texts = frozenset({"level", "configuration", "verdict"})
    return Grid("How much of a ratio is the server stack, and how much the driver", headings, rows, texts)


def notes(runs: Sequence[Run]) -> list[str]:
    """Which variants have no row, and what to ask for."""
    had = {found.variant for found in splits(runs, 0)}
    present = {run.variant for run in runs} if measured(runs) else set()
    return [
        f"{variant} has no row: it needs {BASELINE} and {control} in the same configuration (CONFIGURATION=stock)"
        for variant, control in CONTROLS.items()
        if variant in present and variant not in had
    ]


def _verdict(found: Split) -> str:
    if not found.usable:
        return "INVALID, no conclusion"
    if found.ratio is None or found.ratio.low is None:
        return "no interval: more RUNS"
    sides = {"server stack": found.server, "driver": found.driver}
    shown = [name for name, one in sides.items() if find(one, invalid=False) in (Difference.MORE, Difference.LESS)]
    return f"{words.listing(shown)} shown to differ" if shown else "no difference shown"
