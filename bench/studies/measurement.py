"""What the windows of an experiment say about a claim's figure. Pure functions.

A restart of the variant is the unit, as everywhere: with one run there is no interval between runs. The samples within
a window are no substitute, for they share one start of the JVM, one layout of its code and one moment of the host, and
an interval made of them would be too narrow. So one run is given none, and a claim is not refuted by it unless it
misses by more than ONE_RUN.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.analysis import estimates, paired
from bench.analysis.estimates import Estimate
from bench.analysis.student import LEVEL
from bench.results import Plan, Run, TimelineRow, Window
from bench.results.load import STEP
from bench.studies.claim import Figure, Measure

ONE_RUN = 0.15
"""How far, as a share, one run's figure may stray from another's: windows of one variant in one experiment were up to
a seventh apart on a shared host (docs/findings/measuring.md, Core speed)."""

BEHIND = 0.90
"""A rising load's knee: the share of what is offered below which answers are left behind. A ramp of 8/s each second,
answered a second later, keeps above it from 80/s on; slower rates than FROM are not looked at."""
FROM = 0.2
"""Share of the highest offered rate from which on a row counts."""


@dataclass(frozen=True)
class Evidence:
    """The runs of one column of an experiment."""

    plan: Plan
    runs: Sequence[Run]


@dataclass(frozen=True)
class Measurement:
    """The figure at one level. `unusable` says why there is none; `limiters` by variant, over its runs; `suspect`: a
    window behind it is SUSPECT; `of_all`: the figure is a share of all requests, so it cannot stray beyond 0 and 1.

    One of several levels that misses refutes a claim, so `among_levels` has the wider interval that rules a true claim
    out at any of them in one of twenty (Bonferroni); of one level it is the estimate's own.
    """

    level: int
    estimate: Estimate | None
    among_levels: Estimate | None
    unusable: str | None
    limiters: Mapping[str, tuple[str, ...]]
    suspect: bool = False
    of_all: bool = False

    @property
    def interval(self) -> tuple[float, float]:
        """Of the estimate: what is likely at this level by itself."""
        return self._ends(self.estimate)

    @property
    def not_ruled_out(self) -> tuple[float, float]:
        """The lowest and the highest value that are not ruled out, by all levels together."""
        return self._ends(self.among_levels)

    def _ends(self, found: Estimate | None) -> tuple[float, float]:
        assert found is not None
        if found.low is not None and found.high is not None:
            return found.low, found.high
        if self.of_all:
            stray = ONE_RUN * min(found.value, 1 - found.value)
            return found.value - stray, found.value + stray
        return found.value * (1 - ONE_RUN), found.value * (1 + ONE_RUN)


def measure(evidence: Evidence, wanted: Measure, indexes: Sequence[int] | None = None) -> list[Measurement]:
    """The figure at the levels with these indexes in the plan, from 0; at all of them if None."""
    chosen = range(len(evidence.plan.levels)) if indexes is None else indexes
    return [_at(evidence, wanted, index, 1 - (1 - LEVEL) / len(chosen)) for index in chosen]


def _at(evidence: Evidence, wanted: Measure, index: int, confidence: float) -> Measurement:
    """`confidence` is that of the interval that holds among all levels."""
    level = evidence.plan.levels[index]
    names = [wanted.of, *([wanted.to] if wanted.to else [])]
    sides = {name: paired.of_variant(evidence.runs, name, index) for name in names}
    behind = [window for side in sides.values() for window in side.values()]
    limiters = {name: tuple(window.limiter.name for window in side.values()) for name, side in sides.items()}
    unusable = _unusable(evidence.runs, sides, index)
    of, to = sides[wanted.of], sides.get(wanted.to or "")
    estimate, among = (None if unusable else _estimate(wanted, of, to, each) for each in (LEVEL, confidence))
    if estimate is None and unusable is None:
        unusable = "the windows do not have the figure"
    suspect = any(window.verdict.verdict == "SUSPECT" for window in behind)
    of_all = wanted.figure == "answered" and wanted.plain
    return Measurement(level, estimate, among, unusable, limiters, suspect, of_all)


def _unusable(runs: Sequence[Run], sides: Mapping[str, Mapping[int, Window]], index: int) -> str | None:
    """An INVALID window carries no claim, and neither does one that is not there."""
    for name, windows in sides.items():
        if not windows:
            ended = next((run.ended for run in runs if run.variant == name and run.ended), None)
            return f"{name} was not measured" + (f": {ended}" if ended else "")
        for window in windows.values():
            if not window.usable:
                return f"{name} is INVALID: {window.verdict.reasons[0]}"
        if lost := paired.lost(paired.runs_of(runs, name), index):
            return f"{name} has no window in run {', '.join(map(str, sorted(lost)))}, so the others are no fair sample"
    return None


def _estimate(
    wanted: Measure, of: Mapping[int, Window], to: Mapping[int, Window] | None, confidence: float
) -> Estimate | None:
    """Over runs, with an interval of that confidence; of a ratio, over the blocks that have both."""
    blocks = [block for block in of if to is None or block in to]
    values = [found for block in blocks if (found := _value(wanted, of[block])) is not None]
    if not values or len(values) < len(blocks):
        return None
    if to is None:
        return estimates.mean(values, level=confidence)
    shares = [(_value(wanted, to[block]), _per(wanted, to[block])) for block in blocks]
    baseline = [value * per for value, per in shares if value is not None and per is not None]
    return estimates.ratio(values, baseline, level=confidence) if len(baseline) == len(values) else None


def _value(wanted: Measure, window: Window) -> float | None:
    found = window.load.mean_with_failures_at(0) if wanted.failures_at_zero else figure(wanted.figure, window)
    if found is None or not wanted.share_of:
        return found
    ceiling = next((one.per_second for one in window.ceilings if one.limiter == wanted.share_of), None)
    return found / ceiling if ceiling else None


def _per(wanted: Measure, baseline: Window) -> float | None:
    """What the baseline is multiplied by."""
    if not wanted.per:
        return 1.0
    return baseline.level / baseline.app.workers if baseline.app.workers else None


def figure(name: Figure, window: Window) -> float | None:
    """A window's own figure; None where it has no such thing. Units as in claim.Figure."""
    if name == "goodput":
        return window.goodput
    if name == "answered":
        return _answered(window)
    if name == "knee":
        return knee(window.load.timeline) if window.load.timeline else None
    found: float | None = getattr(window.load.latency_ms, name)
    return found


def _answered(window: Window) -> float | None:
    """Of a varying load all arrivals count, those answered after the window's end too. A few answers may be to requests
    that came before the window, and are no more than all."""
    rows = window.load.timeline
    if not rows:
        return _share(window.load.good, window.load.good + window.load.failed)
    good, failed = sum(row.good for row in rows), sum(row.failed for row in rows)
    return _share(good, max(sum(row.offered for row in rows), good + failed))


def _share(good: int, asked: int) -> float | None:
    return good / asked if asked else None


def knee(timeline: Sequence[TimelineRow]) -> float:
    """Requests/s at which offered load and answers part: the height at which the answers stay while the load rises.

    The first row after the parting still holds some of the rise, so the rows after it are averaged. Infinite where the
    answers never stay behind.
    """
    highest = max((row.offered for row in timeline), default=0)
    rising = [row for row in timeline if row.offered >= FROM * highest and row.offered > 0]
    behind = [row.good < BEHIND * row.offered for row in rising]
    first = next((index for index in range(len(rising)) if all(behind[index:])), None)
    if first is None:
        return math.inf
    after = rising[first + 1 :] or rising[first:]
    return sum(row.good for row in after) / len(after) / STEP
