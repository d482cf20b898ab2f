"""What limited each window, by which evidence, beside the limiter that capacity predicts; and which requests failed."""

from collections.abc import Iterator
from functools import partial

from bench.analysis.limiter import UNKNOWN
from bench.analysis.paired import goodput
from bench.report import words
from bench.report.data import ReportData, behind
from bench.report.grid import Grid
from bench.report.rows import Row, capacity
from bench.report.table import OF_ALL, Columns, mean
from bench.results import Ceiling, Window

KINDS = (
    "refused", "connect-timeout", "response-timeout", "reset", "4xx", "5xx", "wrong-content", "dropped",
)  # fmt: skip
FAILURES = (
    "Over all runs. Wrong-content: the status was right and the body was not. Dropped: an arrival of the open model "
    "that never started, because every user was still waiting."
)


EVIDENCE: Columns = {
    **OF_ALL,
    "measured limiter": lambda row: row.limiter,
    "evidence": lambda row: _each(row),
    "expected limiter": lambda row: expected(row) or words.NOTHING,
    "predicted capacity/s": lambda row: words.mean(capacity(row), ",.0f"),
    "goodput/s": mean(goodput, ",.0f"),
}


def evidence(data: ReportData) -> Grid:
    """A row for each variant and level: predicted and measured."""
    title = f"What kept each window from going faster, {behind(data.rows)}"
    return Grid.of(title, EVIDENCE, data.rows, "variant", "measured limiter", "evidence", "expected limiter")


def ceilings(data: ReportData) -> Grid:
    """Every predicted ceiling, lowest first, with its arithmetic; the first run stands for the others."""
    rows = [
        (row.level, row.marked, ceiling.limiter, f"{ceiling.per_second:,.0f}", ceiling.basis)
        for row in data.rows
        for ceiling in _sorted(next(iter(row.windows.values())))
    ]
    headings = ("level", "variant", "would limit", "at requests/s", "by this arithmetic")
    texts = frozenset({"variant", "would limit", "by this arithmetic"})
    return Grid("Predicted capacity, from the first run of each variant", headings, tuple(rows), texts)


def surprises(data: ReportData) -> Iterator[str]:
    """Where the measured limiter is another than the expected one."""
    for row in data.rows:
        found = {window.limiter.name for window in row.windows.values()}
        if (predicted := expected(row)) and not found & set(_expected(row)):
            measured = "nothing was at its limit" if row.limiter == UNKNOWN else f"measured was {row.limiter}"
            yield f"{row.variant} at {row.level}: {predicted} was expected to limit, {measured}."


def expected(row: Row) -> str | None:
    """The limiter of the lowest ceiling, where the runs agree on it; else all that they name."""
    return " or ".join(_expected(row)) or None


def _expected(row: Row) -> list[str]:
    lowest = (ceilings[0].limiter for window in row.windows.values() if (ceilings := _sorted(window)))
    return list(dict.fromkeys(lowest))


def failures(data: ReportData) -> Grid:
    """A row for each variant and level, a column for each kind; a kind unknown here stands after the known ones."""
    kinds = dict.fromkeys([*KINDS, *(kind for row in data.rows for kind in row.failures)])
    counts: Columns = {kind: partial(lambda kind, row: f"{row.failures[kind]:,}", kind) for kind in kinds}
    columns = {**OF_ALL, "asked": lambda row: f"{row.asked:,}", "failed": lambda row: row.failed_share, **counts}
    return Grid.of("Failures by kind", columns, data.rows, "variant")


def _sorted(window: Window) -> list[Ceiling]:
    return sorted(window.ceilings, key=lambda ceiling: ceiling.per_second)


def _each(row: Row) -> str:
    found = ((block, window.limiter) for block, window in row.windows.items())
    texts = {block: "; also ".join(filter(None, (one.evidence, "; ".join(one.also)))) for block, one in found}
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    return "\n".join(f"run {block}: {text}" for block, text in texts.items())
