"""What a ladder answers: at the same rate goodput is the same, and variants differ by what a request costs. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench.analysis import paired
from bench.analysis.estimates import Difference, find
from bench.analysis.paired import Value
from bench.report import words
from bench.report.rows import Row, shown
from bench.results import STOCK, Plan, Window


@dataclass(frozen=True)
class Compared:
    """What windows are compared by, as it was and at an equal speed of the cores; what it is called as a sentence
    begins, and above a column."""

    value: Value
    at_equal_speed: Value
    name: str
    heading: str


def compared_by(plan: Plan) -> Compared:
    """The app's CPU for each request where all were offered the same rates, else the plan's own figure."""
    if plan.ladder:
        return Compared(_cpu, _work, "The app's CPU for each request at equal rates", "app CPU, µs a request,")
    return Compared(paired.figure, paired.at_equal_pace, words.figure(plan), words.heading(plan))


def by_cost(levels: Sequence[Sequence[Row]]) -> list[list[Row]]:
    """The rows of each rate, whose ratios, to the baseline and to stock, are of the app's CPU for each request instead
    of goodput, and judged by the same rules. The noise floor is not asked, since it is goodput's."""
    return shown([[_by_cost(_over_stock(row, rows)) for row in rows] for rows in levels])


def _over_stock(row: Row, rows: Sequence[Row]) -> Row:
    if row.over_stock is None:
        return row
    stock = next(one for one in rows if one.style == row.style and one.configured and one.configured.name == STOCK)
    over, adjusted = (paired.paired(row.windows, stock.windows, value) for value in (_cpu, _work))
    return replace(row, over_stock=over, over_stock_adjusted=adjusted)


def _by_cost(row: Row) -> Row:
    if row.difference is Difference.BASELINE:
        return row
    ratio, adjusted = (paired.paired(row.windows, row.baseline, value) for value in (_cpu, _work))
    difference = find(ratio, row.difference is Difference.UNUSABLE)
    return replace(row, ratio=ratio, speed_adjusted=adjusted, difference=difference)


def _cpu(window: Window) -> float | None:
    return window.cpu_us("app")


def _work(window: Window) -> float | None:
    """The same in pieces of work that are always the same: what it would be, were the cores always equally fast."""
    used = window.cpu_us("app")
    return None if used is None or window.work_ms is None else used / window.work_ms
