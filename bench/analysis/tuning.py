"""The search for a variant's best tunables: screening, combination, confirmation. Pure functions over runs.

1. Screening: one block holds stock and every candidate, one setting changed at a time. Its ratios select and are never
   printed as results, for the best of several noisy ratios is too good.
2. Combination: the best value of each of the three best settings. One block holds the first, the first with the second,
   the first with the third, and all three: a factorial design, in which two pairs of runs speak for each addition.
3. Confirmation: stock and the path of nested configurations that selection proposes, in paired blocks of their own. The
   steps are tested one after the other, and the first that is not shown to help ends the path. Such a fixed sequence
   keeps the chance of a false step at 5 % without correction (Maurer, Hothorn and Lehmacher 1995).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bench.analysis import paired
from bench.analysis.estimates import Estimate
from bench.results import STOCK, Run, Window
from bench.spec import tunables
from bench.spec.configuration import Entry

CANDIDATES = 8
"""Of every variant: the same budget for all."""
COMBINED = 3
"""Settings that are combined."""
HELPS = 1.02
"""Ratio above which selection proposes a setting; confirmation judges it."""
HALF = 0.5
"""Share of stock's goodput below which a candidate is noted as a fault."""

Configured = tuple[Entry, ...]
"""The settings of one configuration, in the order of the path."""


def name(entries: Configured) -> str:
    """Such as 'eventLoops.http=1+eventLoops.shared=true'; stock without settings."""
    return "+".join(label(entry) for entry in entries) or STOCK


def label(entry: Entry) -> str:
    """Such as 'eventLoops.http=1'."""
    return f"{entry.setting}={tunables.word(entry.value)}"


@dataclass(frozen=True)
class Screened:
    """A candidate and its goodput over stock's in the screening block; None where `note` says why there is none."""

    entry: Entry
    ratio: float | None
    note: str = ""


def screened(runs: Sequence[Run], candidates: Sequence[Entry]) -> list[Screened]:
    """Every candidate in the order of its ratio, those without one last."""
    found = [_screened(runs, entry) for entry in candidates]
    return sorted(found, key=lambda one: -(one.ratio or 0.0))


def _screened(runs: Sequence[Run], entry: Entry) -> Screened:
    run = next((run for run in runs if run.configuration == label(entry)), None)
    if run is None or not run.windows:
        return Screened(entry, None, f"failed: {run.ended if run and run.ended else 'it was not run'}")
    if run.windows[0].verdict.verdict == "INVALID":
        return Screened(entry, None, f"INVALID: {run.windows[0].verdict.reasons[0]}")
    stock = windows(runs, STOCK).get(run.block)
    if stock is None:
        return Screened(entry, None, "stock has no window to compare with")
    ratio = run.windows[0].goodput / stock.goodput
    return Screened(entry, ratio, "slower than stock by half or more" if ratio <= HALF else "")


def windows(runs: Sequence[Run], configuration: str) -> dict[int, Window]:
    """The usable windows of a configuration, by block."""
    return paired.usable(paired.by_block(run for run in runs if run.configuration == configuration))


def finalists(found: Sequence[Screened]) -> list[Entry]:
    """The best value of each of the best settings, best first."""
    best: dict[str, Entry] = {}
    for one in found:
        if one.ratio is not None and one.ratio > HALF:
            best.setdefault(one.entry.setting, one.entry)
    return list(best.values())[:COMBINED]


def combinations(best: Sequence[Entry]) -> list[Configured]:
    """The configurations of the combination block; with two settings or fewer, what there is of them."""
    first, others = tuple(best[:1]), list(best[1:])
    found = [first, *((*first, other) for other in others), *([(*first, *others)] if len(others) > 1 else [])]
    return [one for one in found if one]


def path(found: Sequence[Screened], runs: Sequence[Run]) -> list[Entry]:
    """The settings that selection proposes, in the order in which confirmation adds them; empty if none looked better.

    `runs` are those of the combination block.
    """
    best = finalists(found)
    ratios = {one.entry.setting: one.ratio or 0.0 for one in reversed(found)}
    effects = {other.setting: _effect(runs, best[0], other, best[1:]) for other in best[1:]}
    added = sorted((one for one in best[1:] if effects[one.setting] > HELPS), key=lambda one: -effects[one.setting])
    if not best or (ratios[best[0].setting] <= HELPS and not added):
        return []
    return [best[0], *added]


def _effect(runs: Sequence[Run], first: Entry, other: Entry, others: Sequence[Entry]) -> float:
    """What `other` multiplies goodput by: the geometric mean over the pairs of runs that differ in it alone."""
    found: list[float] = []
    for beside in ((), tuple(one for one in others if one != other)):
        without = {name(each) for each in _orders((first, *beside), others)}
        with_it = {name(each) for each in _orders((first, *beside, other), others)}
        ratio = _ratio(runs, with_it, without)
        found += [math.log(ratio)] if ratio else []
        if len(others) < 2:
            break
    return math.exp(sum(found) / len(found)) if found else 0.0


def _orders(entries: Configured, others: Sequence[Entry]) -> list[Configured]:
    """The same settings in the order in which combinations() names them."""
    return [(entries[0], *(one for one in others if one in entries[1:]))]


def _ratio(runs: Sequence[Run], of: set[str], to: set[str]) -> float | None:
    one, other = ([w for n in names for w in windows(runs, n).values()] for names in (of, to))
    return one[0].goodput / other[0].goodput if one and other else None


@dataclass(frozen=True)
class Step:
    """A setting on the path and its factor: goodput with it over goodput without it, in the confirmation's blocks."""

    entry: Entry
    factor: Estimate | None
    kept: bool


@dataclass(frozen=True)
class Outcome:
    """What the search of one variant found. `over_stock` is of all kept settings together; None if none is kept."""

    screened: list[Screened]
    steps: list[Step]
    over_stock: Estimate | None

    @property
    def kept(self) -> list[Step]:
        """The tuned configuration, in the order of the path."""
        return [step for step in self.steps if step.kept]


def nested(proposed: Sequence[Entry]) -> list[Configured]:
    """Stock, then the path's first setting, then the first two, and so on."""
    return [tuple(proposed[:count]) for count in range(len(proposed) + 1)]


def outcome(found: list[Screened], proposed: Sequence[Entry], runs: Sequence[Run]) -> Outcome:
    """Judge the path by the confirmation's `runs` alone."""
    steps: list[Step] = []
    kept = True
    for before, after in zip(nested(proposed), nested(proposed)[1:], strict=False):
        factor = paired.paired(windows(runs, name(after)), windows(runs, name(before)))
        kept = kept and factor is not None and factor.low is not None and factor.low > 1
        steps.append(Step(after[-1], factor, kept))
    best = tuple(step.entry for step in steps if step.kept)
    over_stock = paired.paired(windows(runs, name(best)), windows(runs, STOCK)) if best else None
    return Outcome(found, steps, over_stock)
