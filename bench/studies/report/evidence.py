"""What stands behind the claims: protocols, published figures, every window, and the files that hold it. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.grid import Grid
from bench.report.rows import Row, rows
from bench.studies.claim import TITLES, Column
from bench.studies.plan import PlannedExperiment
from bench.studies.store import StudyStore
from bench.studies.study import Protocol, Study

HEADINGS = (
    "experiment", "column", "level", "variant", "goodput/s", "p95 ms", "failed", "predicted capacity/s", "would limit",
    "limiter", "verdict",
)  # fmt: skip
WORDED = frozenset({"column", "level", "variant", "would limit", "limiter", "verdict"})

NAMES = {
    "load": "load", "duration": "window", "warm_up": "warm-up", "order": "order", "reset": "database reset",
    "time_limit": "time limit", "variants": "variants",
}  # fmt: skip


def protocol(replay: Study) -> Grid:
    """A row for each part of the protocol."""
    headings = ("", "as published", "corrected")
    rows = tuple(
        (NAMES[key], getattr(replay.published.protocol, key), getattr(replay.corrected, key))
        for key in Protocol.model_fields
    )
    return Grid("Protocol", headings, rows, frozenset(headings))


def published(replay: Study) -> Grid:
    """The published table."""
    headings, *rows = replay.published.figures
    worded = frozenset(heading for index, heading in enumerate(headings) if not _all_figures(rows, index))
    return Grid(f"Published: {replay.published.source}", tuple(headings), tuple(map(tuple, rows)), worded)


def _all_figures(rows: list[list[str]], index: int) -> bool:
    return all(row[index].replace(".", "").isdecimal() or row[index] == "-" for row in rows)


@dataclass(frozen=True)
class Measured:
    """A variant's windows at one level of an experiment, and the columns that they stand for."""

    experiment: str
    columns: tuple[Column, ...]
    level: str
    row: Row

    @property
    def goodput(self) -> Estimate | None:
        """Good answers a second."""
        return self.row.mean(lambda window: window.goodput)


def measured(store: StudyStore) -> Iterator[Measured]:
    """All that there is so far, in the order of the file."""
    evidence = store.evidence()
    for one in store.planned:
        if found := evidence.get(one.name):
            for index in range(len(found.plan.levels)):
                for row in rows(found.runs, index):
                    yield Measured(one.experiment, one.columns, words.level(found.plan, index), row)


def columns(of: PlannedExperiment | Measured) -> str:
    """As published, corrected, or both."""
    return words.listing([TITLES[column] for column in of.columns])


def grid(store: StudyStore) -> Grid:
    """A row for each variant, level, column and experiment."""
    return Grid("Every window behind the claims", HEADINGS, tuple(map(_cells, measured(store))), WORDED)


def _cells(found: Measured) -> tuple[str, ...]:
    row = found.row
    window = next(iter(row.windows.values()))
    lowest = min(window.ceilings, key=lambda ceiling: ceiling.per_second, default=None)
    return (
        found.experiment, columns(found), found.level, row.variant, words.mean(found.goodput, ",.0f"),
        words.mean(row.mean(lambda one: one.load.latency_ms.p95), ",.0f"), f"{row.failed:,} of {row.asked:,}",
        f"{lowest.per_second:,.0f}" if lowest else words.NOTHING, lowest.limiter if lowest else words.NOTHING,
        row.limiter, row.verdict_share,
    )  # fmt: skip


def files(store: StudyStore) -> list[tuple[PlannedExperiment, list[str]]]:
    """Every experiment that has results, and the files that hold them, relative to the replay's folder."""
    return [
        (one, [path.relative_to(store.folder).as_posix() for path in (found.file, *found.run_files())])
        for one in store.planned
        if (found := store.experiment(one))
    ]
