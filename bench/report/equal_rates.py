"""What a ladder answers: at the same rate goodput is the same, and variants differ by what a request costs. Pure."""

from collections.abc import Iterator, Sequence

from bench.analysis import paired
from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.rows import Row
from bench.report.table import cpu_us
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
    for row in rows:
        ours, theirs = paired.usable(row.windows), paired.usable(row.baseline)
        if ratio := paired.paired(ours, theirs, cpu_us("app")):
            yield row, ratio
