"""How far an answer holds: where the order of the variants turns between cells of settings. Pure functions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from bench.analysis import holm, paired
from bench.analysis.estimates import Difference, Estimate, find
from bench.results import Run, Window

Word = Literal["turns", "is no longer shown"]
Pair = tuple[str, str]
"""Two variants, in the order of the alphabet."""
ORDERS = {Difference.MORE: 1, Difference.LESS: -1, Difference.NOT_SHOWN: 0}


@dataclass(frozen=True)
class Cell:
    """A cell's name, such as 'APP_CPUS=0.25', its runs, and the host's noise floor (estimates.find) if it is known."""

    name: str
    runs: Sequence[Run]
    noise: float | None = None


@dataclass(frozen=True)
class Turn:
    """The order of two variants in a cell that is another than in the first one, with the goodput of `one` over that
    of `other` here and there."""

    cell: str
    one: str
    other: str
    word: Word
    here: Estimate
    base: Estimate


def turns(cells: Sequence[Cell]) -> Iterator[Turn]:
    """Every pair of variants whose order the first cell shows, and another one does not show so."""
    shown = {pair: order for pair, order in orders(cells[0]).items() if order} if cells else {}
    others = [(cell, orders(cell)) for cell in cells[1:]]
    for pair, there in shown.items():
        for cell, found in others:
            here, base = ratio(cell.runs, *pair), ratio(cells[0].runs, *pair)
            if here and base and pair in found and found[pair] != there:
                yield Turn(cell.name, *pair, "turns" if found[pair] == -there else "is no longer shown", here, base)


def orders(cell: Cell) -> dict[Pair, int]:
    """Of each pair of variants whose ratio has an interval: 1 where the first one is shown to do more, -1 where it is
    shown to do less, 0 where neither is, by Holm's rule among all pairs of the cell."""
    ratios = {pair: ratio(cell.runs, *pair) for pair in combinations(sorted({run.variant for run in cell.runs}), 2)}
    judged = holm.among({pair: (find(one, invalid=False, noise=cell.noise), one) for pair, one in ratios.items()})
    return {pair: ORDERS[difference] for pair, difference in judged.items() if difference in ORDERS}


def variants(runs: Sequence[Run]) -> list[str]:
    """Those that have a run, in the order of their goodput, highest first. A cell has one configuration a variant."""
    return sorted(dict.fromkeys(run.variant for run in runs), key=lambda name: -_mean(runs, name))


def ratio(runs: Sequence[Run], one: str, other: str) -> Estimate | None:
    """Goodput of one variant over the other's in the same blocks, those with an INVALID window left out; None without
    any."""
    return paired.paired(_windows(runs, one), _windows(runs, other))


def _windows(runs: Sequence[Run], variant: str) -> dict[int, Window]:
    return paired.usable(paired.of_variant(runs, variant))


def _mean(runs: Sequence[Run], variant: str) -> float:
    found = [window.goodput for window in _windows(runs, variant).values()]
    return sum(found) / len(found) if found else 0.0
