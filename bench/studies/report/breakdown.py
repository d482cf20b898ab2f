"""What a published factor is made of, as a table. No drawing is imported here: summary.md needs none."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.report import words
from bench.report.grid import Grid
from bench.studies import factors
from bench.studies.factors import Factor, Start
from bench.studies.part import COLUMNS, TITLES
from bench.studies.store import ReplayStore
from bench.studies.verdicts import find


@dataclass(frozen=True)
class Parts:
    """What a published factor is made of, as far as it has been measured."""

    title: str
    published: float
    steps: Sequence[Factor]
    starts: Sequence[Start]


def parts(store: ReplayStore) -> Parts | None:
    """None for a replay without factors, or before anything has been measured."""
    wanted = store.replay.factors
    if wanted is None:
        return None
    measured = store.evidence()
    pieces = {column: find(store.pieces, wanted.experiment, column) for column in COLUMNS}
    evidence = {column: measured[piece.name] for column, piece in pieces.items() if piece and piece.name in measured}
    steps = factors.factors(wanted, evidence)
    if not any(factor.as_published or factor.corrected for factor in steps):
        return None
    title = f"What the published factor is made of ({wanted.published})"
    return Parts(title, wanted.value, steps, factors.starts(wanted, evidence))


def grid(found: Parts) -> Grid:
    """The steps, the published factor, and what warming up does."""
    rows = [(one.name, words.ratio(one.as_published), words.ratio(one.corrected)) for one in found.steps]
    rows += [(f"{factors.WHOLE}, in the published figures", f"{found.published:g}", words.NOTHING)]
    rows += [(f"warm over cold: {one.variant}", words.ratio(one.factor), words.NOTHING) for one in found.starts]
    return Grid(found.title, ("factor of goodput", TITLES["as_published"], TITLES["corrected"]), tuple(rows))
