"""When warm-up is over: throughput and CPU per request are flat and the JIT compilers are quiet. Pure functions.

Flat throughput is not enough. With its cap lifted the app outruns the database's cap, so that throughput is flat while
the app's code still gets cheaper; under its own cap, a moment later, that would show as throughput that rises.
"""

import math
from collections.abc import Sequence

from bench.results import WarmupStep

LOOK_BACK = 6
"""Steps that must agree."""
FLAT = 0.10
"""The largest change over the look-back that counts as flat, as a share of the mean. On a shared host the steps scatter
by 7 %, and so their trend by 8 % (its standard error) when nothing changes at all."""
REAL = 2.0
"""A change counts only if it is also so many standard errors large: one that drowns in the steps' scatter would keep a
warm run waiting for a quiet host. The verdict has no such leniency: it judges the change within the window as it is."""
QUIET = 0.10
"""How many compilers may still be at work, on average."""


def judge(steps: Sequence[WarmupStep]) -> tuple[bool, str]:
    """Whether these steps are steady, and the reason in words."""
    if len(steps) < LOOK_BACK:
        return False, "too few steps to tell"
    recent = steps[-LOOK_BACK:]
    throughputs = [step.throughput for step in recent]
    costs = [step.cpu_us or 0.0 for step in recent]
    change, cost = trend(throughputs), trend(costs)
    compiling = sum(step.compiling for step in recent) / len(recent)
    if abs(change) > max(FLAT, REAL * trend_error(throughputs)):
        return False, f"throughput still changes by {change:+.0%} over {_span(recent):.0f} s"
    if abs(cost) > max(FLAT, REAL * trend_error(costs)):
        return False, f"CPU per request still changes by {cost:+.0%} over {_span(recent):.0f} s"
    if compiling > QUIET:
        return False, f"a compiler was still at work for {compiling:.0%} of the time"
    return True, f"steady: {change:+.1%} over {_span(recent):.0f} s, a compiler at work for {compiling:.0%} of it"


def trend(values: Sequence[float]) -> float:
    """The least-squares line's rise from the first value to the last, as a share of the mean."""
    count = len(values)
    mean = sum(values) / count
    if mean == 0:
        return 0.0
    middle = (count - 1) / 2
    slope = sum((i - middle) * (value - mean) for i, value in enumerate(values))
    slope /= sum((i - middle) ** 2 for i in range(count))
    return slope * (count - 1) / mean


def trend_error(values: Sequence[float]) -> float:
    """The standard error of `trend`, from what the line leaves unexplained (ordinary least squares, n - 2 degrees)."""
    count = len(values)
    mean = sum(values) / count
    if mean == 0:
        return 0.0
    middle = (count - 1) / 2
    slope = trend(values) * mean / (count - 1)
    unexplained = sum((value - mean - slope * (i - middle)) ** 2 for i, value in enumerate(values))
    spread = sum((i - middle) ** 2 for i in range(count))
    return math.sqrt(unexplained / (count - 2) / spread) * (count - 1) / mean


def _span(steps: Sequence[WarmupStep]) -> float:
    return steps[-1].at - steps[0].at
