"""What a ladder answers: at the same rate goodput is the same, and variants differ by what a request costs. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from bench.analysis import paired
from bench.analysis.estimates import Difference, find
from bench.report.rows import Row, shown

FIGURE = "The app's CPU for each request at equal rates"


def by_cost(rows: Sequence[Row]) -> list[Row]:
    """The rows of one rate, whose ratios are of the app's CPU for each request instead of goodput, and judged by the
    same rules. The noise floor is not asked, since it is goodput's."""
    return shown([_by_cost(row) for row in rows])


def _by_cost(row: Row) -> Row:
    if row.difference is Difference.BASELINE:
        return row
    ratio = paired.paired(row.windows, row.baseline, lambda window: window.cpu_us("app"))
    return replace(row, ratio=ratio, difference=find(ratio, row.difference is Difference.UNUSABLE))
