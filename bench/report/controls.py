"""The table that splits a ratio into server stack and driver. Pure."""

from collections.abc import Sequence

from bench.analysis import holm
from bench.analysis.controls import Split, measured, splits
from bench.analysis.estimates import Difference, Estimate, find
from bench.report import equal_rates, words
from bench.report.grid import Grid
from bench.results import Plan, Run
from bench.spec.variants import BASELINE, CONTROLS

SERVER, DRIVER = "server stack", "driver"
TEXT = (
    "A control keeps the variant's server stack and takes JDBC on virtual threads instead of R2DBC. Server stack: the "
    f"control over {BASELINE}, with the hand-over of each query to a virtual thread. Driver: the variant over the "
    f"control. The two multiply to the ratio. Where {BASELINE} has a row of its own with as many worker threads as a "
    "control lets statements run at once, both queue alike before the pool."
)


def grid(plan: Plan, runs: Sequence[Run], noise: float | None = None) -> Grid | None:
    """A row for each variant, configuration and level; None where no control was measured.

    `noise` as in estimates.find, unless the ratios are of cost. A side is shown to differ if it is among all sides of
    the table (Holm's rule), in which the driver's stands once, whatever its row compares with.
    """
    if not measured(runs):
        return None
    by, floor = equal_rates.compared_by(plan), None if plan.ladder else noise
    every = [
        (words.level(plan, index), one)
        for index in range(len(plan.levels))
        for one in splits(runs, index, plan.pilot, by.value)
    ]
    judged = holm.among(
        {
            _side(level, one, name): (find(side, invalid=bool(one.obstacle), noise=floor), side)
            for level, one in every
            for name, side in _sides(one).items()
        }
    )
    differ = (Difference.MORE, Difference.LESS)
    rows = tuple(
        (
            one.variant, level, one.configuration or words.NOTHING, one.to or words.NOTHING,
            *map(words.ratio, (one.ratio, one.server, one.driver)),
            _verdict(one, [name for name in _sides(one) if judged[_side(level, one, name)] in differ]),
        )
        for level, one in every
    )  # fmt: skip
    headings = (
        "variant",
        "level",
        "configuration",
        f"{BASELINE}'s",
        f"ratio to {BASELINE}",
        SERVER,
        DRIVER,
        "verdict",
    )
    texts = frozenset({"level", "configuration", f"{BASELINE}'s", "verdict"})
    title = "How much of a ratio is the server stack, and how much the driver"
    return Grid(f"{title}: {by.name[0].lower()}{by.name[1:]}" if plan.ladder else title, headings, rows, texts)


def notes(runs: Sequence[Run]) -> list[str]:
    """Which variants have no row, and what to ask for."""
    had = {found.variant for found in splits(runs, 0)}
    present = {run.variant for run in runs} if measured(runs) else set()
    return [
        f"{variant} has no row: it needs {BASELINE} and {control} in the same configuration (CONFIGURATION=stock)"
        for variant, control in CONTROLS.items()
        if variant in present and variant not in had
    ]


def _sides(found: Split) -> dict[str, Estimate]:
    return {name: side for name, side in ((SERVER, found.server), (DRIVER, found.driver)) if side}


def _side(level: str, found: Split, name: str) -> tuple[str, ...]:
    """Which ratio a row's side is: several rows have the same driver."""
    return (name, level, found.variant, found.configuration, "" if name == DRIVER else found.to)


def _verdict(found: Split, differing: Sequence[str]) -> str:
    if found.obstacle:
        return found.obstacle.value
    if found.ratio is None or found.ratio.low is None:
        return "no interval: more RUNS"
    return f"{words.listing(differing)} shown to differ" if differing else "no difference shown"
