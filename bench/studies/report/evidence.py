"""What stands behind the claims: every window with its figures, and the files that hold it. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from bench.report import words
from bench.report.data import Row, rows
from bench.report.grid import Grid
from bench.studies.part import TITLES
from bench.studies.plan import Piece
from bench.studies.store import ReplayStore

HEADINGS = (
    "experiment", "column", "level", "variant", "goodput/s", "p95 ms", "failed", "predicted capacity/s", "would limit",
    "limiter", "verdict",
)  # fmt: skip
WORDED = frozenset({"column", "level", "variant", "would limit", "limiter", "verdict"})


@dataclass(frozen=True)
class Files:
    """Where results are, relative to the replay's folder; `command` repeats them by themselves.

    The experiment that `anchor` names has up to two of them, one for each column.
    """

    name: str
    anchor: str
    columns: str
    asks: str
    report: str
    files: tuple[str, ...]
    command: str


def columns(piece: Piece) -> str:
    """As published, corrected, or both."""
    return words.listing([TITLES[column] for column in piece.columns])


def grid(store: ReplayStore) -> Grid:
    """A row for each variant, level, column and experiment."""
    return Grid("Every window behind the claims", HEADINGS, tuple(_windows(store)), WORDED)


def _windows(store: ReplayStore) -> Iterator[tuple[str, ...]]:
    measured = store.evidence()
    for piece in store.pieces:
        found = measured.get(piece.name)
        if found is None:
            continue
        for place in range(len(found.plan.levels)):
            for row in rows(found.runs, place):
                yield (piece.experiment, columns(piece), words.level(found.plan, place), *_cells(row))


def _cells(row: Row) -> tuple[str, ...]:
    window = next(iter(row.windows.values()))
    lowest = min(window.ceilings, key=lambda ceiling: ceiling.per_second, default=None)
    return (
        row.variant, words.mean(row.mean(lambda found: found.goodput), ",.0f"),
        words.mean(row.mean(lambda found: found.load.latency_ms.p95), ",.0f"), f"{row.failed:,} of {row.asked:,}",
        f"{lowest.per_second:,.0f}" if lowest else words.NOTHING, lowest.limiter if lowest else words.NOTHING,
        row.limiter, row.verdict_share,
    )  # fmt: skip


def files(store: ReplayStore) -> list[Files]:
    """The results of every experiment that has any."""
    return [_files(store, piece) for piece in store.pieces if store.experiment(piece)]


def _files(store: ReplayStore, piece: Piece) -> Files:
    folder = store.folder / piece.name
    found = sorted(path.relative_to(store.folder).as_posix() for path in folder.glob("runs/*.json"))
    variables = " ".join(f"{name}={value}" for name, value in piece.asked.variables.items())
    return Files(
        piece.name, piece.experiment, columns(piece), store.replay.experiments[piece.experiment].asks,
        f"{piece.name}/report.html",
        (f"{piece.name}/experiment.json", *found), f"make bench {variables}",
    )  # fmt: skip
