"""When warm-up is over: throughput and CPU per request are flat and the JIT compilers are quiet. Pure functions.

Flat throughput is not enough. With its cap lifted the app outruns the database's cap, so that throughput is flat while
the app's code still gets cheaper; under its own cap, a moment later, that would show as throughput that rises.
"""

import math
import statistics
from collections.abc import Sequence

from bench.results import WarmupStep

LOOK_BACK = 4
"""Steps that must agree, 10 s in all. What they are too short to show, the second phase shows."""
FLAT = 0.04
"""The largest change over the look-back that counts as flat, as a share of the mean: half a percent for each of the 8 s
from the first step's end to the last's. Steps of 4 s scattered by 7 % on a shared host, and so their trend by 8 % (its
standard error) when nothing changed at all."""
REAL = 2.0
"""A change counts only if it is also so many standard errors large: one that drowns in the steps' scatter would keep a
warm run waiting for a quiet host. The verdict has no such leniency: it judges the change within the window as it is."""
QUIET = 0.20
"""How many compilers may still be at work, on average. The JVM counts the time that a method's compilation lasts, which
includes waiting for a core: four compilers that share what the app leaves count for more than the CPU that they take.
The verdict judges their CPU."""


def judge(steps: Sequence[WarmupStep]) -> tuple[bool, str]:
    """Whether these steps are steady, and the reason in words."""
    if len(steps) < LOOK_BACK:
        return False, "too few steps to tell"
    recent = steps[-LOOK_BACK:]
    throughputs = [step.throughput for step in recent]
    if not any(throughputs):
        return False, "no request is answered"
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
    mean, indexes = statistics.fmean(values), range(len(values))
    return statistics.linear_regression(indexes, values).slope * (len(values) - 1) / mean if mean else 0.0


def trend_error(values: Sequence[float]) -> float:
    """The standard error of `trend`, from what the line leaves unexplained (ordinary least squares, n - 2 degrees)."""
    mean, indexes = statistics.fmean(values), range(len(values))
    line = statistics.linear_regression(indexes, values)
    unexplained = sum((value - line.intercept - line.slope * index) ** 2 for index, value in enumerate(values))
    spread = statistics.pvariance(indexes) * len(values)
    return math.sqrt(unexplained / (len(values) - 2) / spread) * (len(values) - 1) / mean if mean else 0.0


def _span(steps: Sequence[WarmupStep]) -> float:
    return steps[-1].at - steps[0].at
