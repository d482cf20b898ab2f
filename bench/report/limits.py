"""What limited each window, by which evidence, beside the limiter that capacity predicts; and which requests failed."""

from collections.abc import Iterator

from bench.analysis.limiter import UNKNOWN
from bench.report import words
from bench.report.data import ReportData, Row, capacity
from bench.report.grid import Grid
from bench.results import Ceiling, Window

KINDS = (
    "refused", "connect-timeout", "response-timeout", "reset", "4xx", "5xx", "wrong-content", "dropped",
)  # fmt: skip
FAILURES = (
    "Over all runs. Wrong-content: the status was right and the body was not. Dropped: an arrival of the open model "
    "that never started, because every user was still waiting."
)


def evidence(data: ReportData) -> Grid:
    """A row for each variant and level: predicted and measured."""
    rows = [
        (
            level, row.marked, row.limiter, _each(row), expected(row) or words.NOTHING,
            words.mean(capacity(row), ",.0f"), words.mean(row.mean(lambda window: window.goodput), ",.0f"),
        )
        for level, row in data.rows
    ]  # fmt: skip
    headings = (
        "level", "variant", "measured limiter", "evidence", "expected limiter", "predicted capacity/s", "goodput/s",
    )  # fmt: skip
    texts = frozenset({"variant", "measured limiter", "evidence", "expected limiter"})
    return Grid(f"What kept each window from going faster, {data.behind}", headings, tuple(rows), texts)


def ceilings(data: ReportData) -> Grid:
    """Every predicted ceiling, lowest first, with its arithmetic; the first run stands for the others."""
    rows = [
        (level, row.marked, ceiling.limiter, f"{ceiling.per_second:,.0f}", ceiling.basis)
        for level, row in data.rows
        for ceiling in _sorted(next(iter(row.windows.values())))
    ]
    headings = ("level", "variant", "would limit", "at requests/s", "by this arithmetic")
    texts = frozenset({"variant", "would limit", "by this arithmetic"})
    return Grid("Predicted capacity, from the first run of each variant", headings, tuple(rows), texts)


def surprises(data: ReportData) -> Iterator[str]:
    """Where the measured limiter is another than the expected one."""
    for level, row in data.rows:
        predicted = expected(row)
        if predicted and predicted not in row.limiter:
            measured = "nothing was at its limit" if row.limiter == UNKNOWN else f"measured was {row.limiter}"
            yield f"{row.variant} at {level}: {predicted} was expected to limit, {measured}."


def expected(row: Row) -> str | None:
    """The limiter of the lowest ceiling, where the runs agree on it; else all that they name."""
    names = dict.fromkeys(ceilings[0].limiter for window in row.windows.values() if (ceilings := _sorted(window)))
    return " or ".join(names) or None


def failures(data: ReportData) -> Grid:
    """A row for each variant and level, a column for each kind; a kind unknown here stands after the known ones."""
    kinds = list(dict.fromkeys([*KINDS, *(kind for _, row in data.rows for kind in row.failures)]))
    rows = [
        (level, row.marked, f"{row.asked:,}", row.failed_share, *(f"{row.failures[kind]:,}" for kind in kinds))
        for level, row in data.rows
    ]
    headings = ("level", "variant", "asked", "failed", *kinds)
    return Grid("Failures by kind", headings, tuple(rows), frozenset({"variant"}))


def _sorted(window: Window) -> list[Ceiling]:
    return sorted(window.ceilings, key=lambda ceiling: ceiling.per_second)


def _evidence(window: Window) -> str:
    also = f"; also {'; '.join(window.limiter.also)}" if window.limiter.also else ""
    return window.limiter.evidence + also


def _each(row: Row) -> str:
    texts = [(block, _evidence(window)) for block, window in row.windows.items()]
    if len({text for _, text in texts}) == 1:
        return texts[0][1]
    return "\n".join(f"run {block}: {text}" for block, text in texts)
