"""What limited each window, by which evidence, beside the limiter that the predicted capacity names."""

from collections.abc import Iterator

from bench.analysis.limiter import UNKNOWN
from bench.report import words
from bench.report.grid import Grid
from bench.report.levels import capacity
from bench.report.material import Material
from bench.report.row import Row
from bench.results import Ceiling, Window


def evidence(material: Material) -> Grid:
    """A row for each variant and level: predicted and measured."""
    rows = [
        (
            words.level(material.plan, place), row.marked, row.limiter, _each(row),
            expected(row) or words.NOTHING, words.mean(capacity(row), ",.0f"),
            words.mean(row.mean(lambda window: window.goodput), ",.0f"),
        )
        for place, rows in enumerate(material.levels)
        for row in rows
    ]  # fmt: skip
    headings = (
        "level", "variant", "measured limiter", "evidence", "expected limiter", "predicted capacity/s", "goodput/s",
    )  # fmt: skip
    texts = frozenset({"variant", "measured limiter", "evidence", "expected limiter"})
    return Grid(f"What kept each window from going faster, {material.behind}", headings, tuple(rows), texts)


def ceilings(material: Material) -> Grid:
    """Every predicted ceiling, lowest first, with its arithmetic; the first run stands for the others."""
    rows = [
        (words.level(material.plan, place), row.marked, ceiling.limiter, f"{ceiling.per_second:,.0f}", ceiling.basis)
        for place, rows in enumerate(material.levels)
        for row in rows
        for ceiling in _sorted(next(iter(row.windows.values())))
    ]
    headings = ("level", "variant", "would limit", "at requests/s", "by this arithmetic")
    texts = frozenset({"variant", "would limit", "by this arithmetic"})
    return Grid("Predicted capacity, from the first run of each variant", headings, tuple(rows), texts)


def surprises(material: Material) -> Iterator[str]:
    """Where the measured limiter is another than the expected one."""
    for place, rows in enumerate(material.levels):
        for row in rows:
            predicted = expected(row)
            if predicted and predicted not in row.limiter:
                found = "nothing was at its limit" if row.limiter == UNKNOWN else f"measured was {row.limiter}"
                where = f"{row.variant} at {words.level(material.plan, place)}"
                yield f"{where}: {predicted} was expected to limit, {found}."


def expected(row: Row) -> str | None:
    """The limiter of the lowest ceiling, where the runs agree on it; else all that they name."""
    names = dict.fromkeys(found[0].limiter for window in row.windows.values() if (found := _sorted(window)))
    return " or ".join(names) or None


def _sorted(window: Window) -> list[Ceiling]:
    return sorted(window.ceilings, key=lambda ceiling: ceiling.per_second)


def _evidence(window: Window) -> str:
    also = f"; also {'; '.join(window.limiter.also)}" if window.limiter.also else ""
    return window.limiter.evidence + also


def _each(row: Row) -> str:
    found = [(block, _evidence(window)) for block, window in row.windows.items()]
    if len({one for _, one in found}) == 1:
        return found[0][1]
    return "\n".join(f"run {block}: {one}" for block, one in found)
