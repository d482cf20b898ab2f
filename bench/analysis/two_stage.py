"""How many blocks a ratio needs for a wanted precision, by a pilot. Pure functions.

Stein's two stages (A two-sample test for a linear hypothesis whose power is independent of the variance, Annals of
Mathematical Statistics 16, 1945): the pilot's variance alone decides how many blocks there are, whatever the ratio is,
and the interval keeps the pilot's variance and degrees of freedom. Measuring on until an interval looks narrow would
make intervals that hold the truth less often than they say.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from bench.analysis import paired
from bench.analysis.student import quantile
from bench.results import Plan, Run
from bench.spec import schedule
from bench.spec.variants import BASELINE

NONE = (
    "the pilot plans no second stage: of no ratio that it was to plan for may all windows be used, and more blocks "
    "would not change that; read the reasons below the table, and begin anew on a quieter host"
)


@dataclass(frozen=True)
class Second:
    """The second stage. `needed` blocks in all reach the precision, `most` fit into the minutes, and so many are
    `planned`, the pilot's included; `variant` is the one that needs most. `reached` is the precision that `planned`
    blocks give, as a share of the ratio."""

    variant: str
    needed: int
    most: int
    reached: float

    @property
    def planned(self) -> int:
        """Blocks in all."""
        return min(self.needed, self.most)


def blocks(logs: Sequence[float], precision: float) -> int:
    """How many blocks a ratio needs, of which the pilot's gave these logarithms, so that the interval's half-width is
    at most `precision`, a share of the ratio; the pilot's at least."""
    return max(len(logs), math.ceil((_half_width(logs, 1) / math.log1p(precision)) ** 2))


def _half_width(logs: Sequence[float], count: int) -> float:
    """Of the interval that `count` blocks give, on the logarithm: it keeps the pilot's variance and degrees."""
    return quantile(len(logs) - 1) * math.sqrt(statistics.variance(logs) / count)


def second(plan: Plan, runs: Sequence[Run]) -> Second | None:
    """What the finished pilot asks for; None where no precision is wanted, or where the pilot tells no interval."""
    if plan.precision is None or not (pilot := _pilot(plan, runs)):
        return None
    found = {label: logs for label, logs in _logarithms(plan, pilot).items() if len(logs) > 1}
    if not found:
        return None
    needs = {label: blocks(logs, plan.precision) for label, logs in found.items()}
    widest = max(needs, key=needs.__getitem__)
    logs = found[widest]
    block_seconds = sum(sum(run.seconds.values()) for run in pilot) / plan.pilot
    most = max(plan.pilot, int(plan.max_minutes * 60 / block_seconds)) if block_seconds else needs[widest]
    return Second(widest, needs[widest], most, math.expm1(_half_width(logs, min(needs[widest], most))))


def _pilot(plan: Plan, runs: Sequence[Run]) -> list[Run]:
    """The runs of the pilot; none before it has finished."""
    pilot = [run for run in runs if run.block <= plan.pilot]
    return [] if schedule.left(schedule.resized(plan, plan.pilot), pilot) else pilot


def whole(plan: Plan, runs: Sequence[Run]) -> Plan:
    """The plan with its second stage, once the pilot tells it; the same plan before."""
    found = second(plan, runs)
    return schedule.resized(plan, found.planned) if found else plan


def told(plan: Plan, runs: Sequence[Run]) -> str:
    """What the second stage is, and what it takes, in words; empty where none is asked for, or the pilot goes on."""
    found = second(plan, runs)
    if found:
        return _told(plan, found)
    return NONE if plan.precision is not None and _pilot(plan, runs) else ""


def _told(plan: Plan, found: Second) -> str:
    wanted = f"{found.variant}'s ratio to {BASELINE} within ±{plan.precision:.1%} takes {found.needed} blocks"
    if found.needed <= plan.pilot:
        return f"{wanted} at most, and the pilot had them"
    if found.needed > found.most:
        return (
            f"{wanted}; {plan.max_minutes} minutes are enough for {found.most}, which give ±{found.reached:.1%}: "
            "a larger MAX_MINUTES gives more"
        )
    return f"{wanted} by the pilot of {plan.pilot}: {found.needed - plan.pilot} more"


def _logarithms(plan: Plan, pilot: Sequence[Run]) -> dict[str, list[float]]:
    """Of the ratios to the baseline, block by block, by the label of the run: of the primary variant, else of all. A
    ratio that the pilot's windows do not allow (paired.obstacle) is none, however many blocks there are."""
    found: dict[str, list[float]] = {}
    for label, one in {run.label: run for run in pilot}.items():
        if one.variant == BASELINE or plan.primary not in ("", one.variant):
            continue
        labels = (label, paired.baseline(one, pilot))
        ours, theirs = (paired.side(run for run in pilot if run.label == name) for name in labels)
        if paired.obstacle(ours, theirs):
            continue
        pairs = [(own.figure, base.figure) for own, base in paired.alike(ours.windows, theirs.windows)]
        found[label] = [math.log(own / base) for own, base in pairs if own > 0 and base > 0]
    return found
