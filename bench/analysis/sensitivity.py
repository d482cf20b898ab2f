"""How far an answer holds: where the order of the variants turns between cells of settings. Pure functions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from bench.analysis import paired
from bench.analysis.estimates import Difference, Estimate, find
from bench.results import Run, Window

Word = Literal["turns", "is no longer shown"]


@dataclass(frozen=True)
class Cell:
    """A cell's name, such as 'APP_CPUS=0.25', and its runs."""

    name: str
    runs: Sequence[Run]


@dataclass(frozen=True)
class Turn:
    """The order of two variants in a cell that is another than in the first one: `one` over `other`, here and there."""

    cell: str
    one: str
    other: str
    word: Word
    here: Estimate
    base: Estimate


def turns(cells: Sequence[Cell]) -> Iterator[Turn]:
    """Every pair of variants that is in order in the first cell, by its interval, and not so in another."""
    if not cells:
        return
    base = cells[0]
    for one, other in combinations(variants(base.runs), 2):
        there = ratio(base.runs, one, other)
        if direction(there) == 0 or there is None:
            continue
        for cell in cells[1:]:
            here = ratio(cell.runs, one, other)
            if here is None or here.low is None or direction(here) == direction(there):
                continue
            word: Word = "turns" if direction(here) == -direction(there) else "is no longer shown"
            yield Turn(cell.name, one, other, word, here, there)


def variants(runs: Sequence[Run]) -> list[str]:
    """Those that have a run, in the order of their goodput, highest first. A cell has one configuration a variant."""
    return sorted(dict.fromkeys(run.variant for run in runs), key=lambda name: -_mean(runs, name))


def ratio(runs: Sequence[Run], one: str, other: str) -> Estimate | None:
    """Goodput of one variant over the other's in the same blocks; None without such, or where a window is INVALID."""
    return paired.paired(_windows(runs, one), _windows(runs, other))


def direction(found: Estimate | None) -> int:
    """1 where more is shown, -1 where less is, 0 where the interval holds 1 or there is none."""
    return {Difference.MORE: 1, Difference.LESS: -1}.get(find(found, invalid=False), 0)


def _windows(runs: Sequence[Run], variant: str) -> dict[int, Window]:
    return paired.usable(paired.of_variant(runs, variant))


def _mean(runs: Sequence[Run], variant: str) -> float:
    found = [window.goodput for window in _windows(runs, variant).values()]
    return sum(found) / len(found) if found else 0.0
