"""When the warm-up's first phase is over: throughput and CPU per request are not seen to change and the JIT compilers
are quiet. Pure functions.

Throughput alone is not enough. With its cap lifted the app outruns the database's cap, so that throughput is flat while
the app's code still gets cheaper; under its own cap, a moment later, that would show as throughput that rises.

That no change is seen does not show that there is none, and this phase cannot: two cores that every machine fights for
scatter by 5 % from step to step, so that a bound of 20 % would take 16 s more and one of 10 % some 50, and a change
that is left here says nothing about the one in the window (docs/measurements/drift-within-windows.md). What can be
shown, the second phase under the cap and the window show, where the scatter is half of that (bench/analysis/drift.py).
"""

from collections.abc import Sequence

from bench.analysis import drift
from bench.analysis.drift import trend, trend_error
from bench.results import WarmupStep

LOOK_BACK = 4
"""Steps that are looked at, 6 s in all. What they are too short to show, the second phase shows."""
FLAT = 0.0225
"""The largest change over the look-back that is left alone, as a share of the mean: half a percent for each of the
4.5 s from the first step's end to the last's. Steps of 4 s scattered by 7 % on a shared host, and so their trend by 8 %
(its standard error) when nothing changed at all."""
REAL = 2.0
"""A change counts only if it is also so many standard errors large: one that drowns in the steps' scatter would keep a
warm run waiting for a quiet host. The verdict has no such leniency: it judges the change within the window as it is."""
QUIET = 0.20
"""How many compilers may still be at work, on average. The JVM counts the time that a method's compilation lasts, which
includes waiting for a core: four compilers that share what the app leaves count for more than the CPU that they take.
The verdict judges their CPU."""


def judge(steps: Sequence[WarmupStep]) -> tuple[bool, str]:
    """Whether these steps end the phase, and the reason in words."""
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
    found = drift.of(throughputs)
    seen = drift.words(found) if found else f"{change:+.0%}"
    return True, f"no change seen: {seen} over {_span(recent):.0f} s, a compiler at work for {compiling:.0%} of it"


def _span(steps: Sequence[WarmupStep]) -> float:
    return steps[-1].at - steps[0].at
