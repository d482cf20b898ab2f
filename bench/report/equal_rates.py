"""What a ladder answers: at the same rate goodput is the same, and variants differ by what a request costs. Pure."""

from collections.abc import Iterator, Sequence

from bench.analysis import paired
from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.data import Row
from bench.results import Window
from bench.spec.variants import BASELINE


def answer(levels: Sequence[Sequence[Row]]) -> list[str]:
    """The app's CPU for each request over the baseline's, paired by block, at every rate; empty where no rate has both.

    INVALID windows are left out.
    """
    said: dict[str, list[str]] = {}
    for rows in levels:
        for row, ratio in _ratios(rows):
            said.setdefault(row.variant, []).append(f"{words.ratio(ratio)} times at {row.level}")
    if not said:
        return []
    each = "; ".join(f"{variant} {words.listing(those)}" for variant, those in said.items())
    return [f"The app's CPU for each request at equal rates, compared with {BASELINE}'s: {each}."]


def _ratios(rows: Sequence[Row]) -> Iterator[tuple[Row, Estimate]]:
    own = {row.variant: paired.usable(row.windows) for row in rows}
    for row in rows:
        to = f"{BASELINE}{row.variant.removeprefix(row.style)}"  # blocking (tuned) for reactor (tuned)
        if row.variant != to and (ratio := paired.paired(own[row.variant], own.get(to, {}), _cpu)):
            yield row, ratio


def _cpu(window: Window) -> float | None:
    return window.cpu_us("app")
