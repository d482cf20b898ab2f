"""How far an answer holds: where the order of the variants turns between cells of settings. Pure functions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from bench.analysis import estimates, holm, paired
from bench.analysis.estimates import JUDGED, Difference, Estimate, find
from bench.results import Run, Window
from bench.spec.variants import BASELINE

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


@dataclass(frozen=True)
class Change:
    """The ratio of `one` to `other` in a cell over that in the first one, and whether it is shown to be another."""

    cell: str
    one: str
    other: str
    factor: Estimate
    difference: Difference


def changes(cells: Sequence[Cell]) -> list[Change]:
    """How much the ratio of every two variants changes from the first cell to each other one where both have intervals.

    An order that is no longer shown may be the same with a wider interval; this tells. By Holm's rule among them all.
    """
    first = cells[0].runs if cells else []
    factors = {
        (cell.name, *pair): estimates.welch_ratio(_ratios(cell.runs, *pair), _ratios(first, *pair))
        for cell in cells[1:]
        for pair in to_baseline_last(cell.runs)
    }
    judged = holm.among({key: (find(one, invalid=False), one) for key, one in factors.items()})
    return [Change(*key, factor, judged[key]) for key, factor in factors.items() if factor and judged[key] in JUDGED]


def to_baseline_last(runs: Sequence[Run]) -> list[Pair]:
    """Every two variants, the baseline as the second of its pairs, and its pairs first."""
    names = sorted({run.variant for run in runs}, key=lambda name: (name == BASELINE, name))
    return sorted(combinations(names, 2), key=lambda pair: pair[1] != BASELINE)


def unusable(cell: Cell) -> list[str]:
    """Its variants whose windows may not be used (paired.obstacle)."""
    return [name for name in dict.fromkeys(run.variant for run in cell.runs) if not _windows(cell.runs, name)]


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
    ratios = {pair: ratio(cell.runs, *pair) for pair in _pairs(cell)}
    judged = holm.among({pair: (find(one, invalid=False, noise=cell.noise), one) for pair, one in ratios.items()})
    return {pair: ORDERS[difference] for pair, difference in judged.items() if difference in ORDERS}


def _pairs(cell: Cell) -> list[Pair]:
    return list(combinations(sorted({run.variant for run in cell.runs}), 2))


def untold(first: Cell, cell: Cell) -> list[Pair]:
    """The pairs whose order the first cell shows, and of which the other has no interval to tell."""
    found = orders(cell)
    return [pair for pair, order in orders(first).items() if order and pair not in found]


def variants(runs: Sequence[Run]) -> list[str]:
    """Those that have a window to use, in the order of their goodput, highest first. A cell has one configuration a
    variant."""
    names = dict.fromkeys(run.variant for run in runs if _windows(runs, run.variant))
    return sorted(names, key=lambda name: -_mean(runs, name))


def ratio(runs: Sequence[Run], one: str, other: str) -> Estimate | None:
    """Goodput of one variant over the other's in the same blocks; None without any that may be used."""
    return paired.paired(_windows(runs, one), _windows(runs, other))


def _ratios(runs: Sequence[Run], one: str, other: str) -> list[float]:
    ours, theirs = _windows(runs, one), _windows(runs, other)
    return [ours[block].goodput / theirs[block].goodput for block in sorted(ours.keys() & theirs.keys())]


def _windows(runs: Sequence[Run], variant: str) -> dict[int, Window]:
    """None where nothing follows from them, as in the cell's own report."""
    own = paired.side(paired.runs_of(runs, variant))
    return {} if paired.obstacle(own) else own.windows


def _mean(runs: Sequence[Run], variant: str) -> float:
    found = [window.goodput for window in _windows(runs, variant).values()]
    return sum(found) / len(found) if found else 0.0
