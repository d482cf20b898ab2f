"""How much a series changed from its first value to its last, with an interval: shown to be little, shown to be much,
or not shown. Pure functions.

That no change is seen shows nothing, as noise hides one. Two one-sided tests of 5 % each (Schuirmann, Journal of
Pharmacokinetics and Biopharmaceutics 15, 1987) show that a change is within a bound: they do where the 90 % interval
lies within it. The interval is that of least squares, for values that vary independently of each other. Rates over 2 s
of an app under a CPU quota do (docs/measurements/drift-within-windows.md).
"""

import math
import statistics
from collections.abc import Sequence

from bench.analysis.student import quantile
from bench.results import Drift

FEWEST = 4
"""Values from which on a line has an interval that says anything."""
TWO_SIDED = 0.90
"""The interval's level: outside of either end lie 5 %."""


def of(values: Sequence[float]) -> Drift | None:
    """The change as a share of the mean; None with too few values to tell, or without any but nought."""
    if len(values) < FEWEST or not any(values):
        return None
    change, half = trend(values), quantile(len(values) - 2, TWO_SIDED) * trend_error(values)
    return Drift(change=round(change, 4), low=round(change - half, 4), high=round(change + half, 4))


def within(drift: Drift, bound: float) -> bool:
    """Whether it is shown that the change is no larger than `bound`, either way."""
    return max(-drift.low, drift.high) <= bound


def beyond(drift: Drift, bound: float) -> bool:
    """Whether a change is shown, and its estimate is larger than `bound`."""
    return abs(drift.change) > bound and (drift.low > 0 or drift.high < 0)


def words(drift: Drift) -> str:
    """The change with its interval, as in +7% [+2%, +12%]."""
    return f"{drift.change:+.0%} [{drift.low:+.0%}, {drift.high:+.0%}]"


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
