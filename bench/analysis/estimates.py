"""Means and ratios over runs, with their intervals, and what these allow to be said. A restart of the variant is the
unit; pure functions."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from bench.analysis.student import LEVEL, quantile, two_sided


@dataclass(frozen=True)
class Estimate:
    """A mean and its interval, of 95 % unless asked otherwise; `low` and `high` are None with fewer than two runs.

    `p_value` is how probable so large a difference would be if a mean were 0, a ratio 1; None without an interval.
    """

    value: float
    low: float | None
    high: float | None
    runs: int
    p_value: float | None = field(default=None, compare=False)

    @property
    def half_width(self) -> float | None:
        """Of its interval; None without one."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def mean(values: Sequence[float], pilot: int | None = None, level: float = LEVEL) -> Estimate:
    """The mean of one value per run, with Student's t interval of that confidence where there is one.

    Where the first `pilot` values have decided how many there are, the interval has their variance and degrees of
    freedom (Stein, Annals of Mathematical Statistics 16, 1945): with those of all values it would be too narrow.
    """
    first = values if pilot is None else values[:pilot]
    count, centre = len(values), statistics.fmean(values)
    if len(first) < 2 or math.isinf(centre):
        return Estimate(centre, None, None, count)
    return _interval(centre, math.sqrt(statistics.variance(first) / count), len(first) - 1, count, level)


def ratio(
    values: Sequence[float], baseline: Sequence[float], pilot: int | None = None, level: float = LEVEL
) -> Estimate | None:
    """Geometric mean of the ratio of paired runs (run i of each in the same block), with its interval.

    Pairing by block removes what the host did to the whole block. None if a value is not positive. `pilot` and `level`
    as in mean.
    """
    pairs = list(zip(values, baseline, strict=False))
    if not pairs or any(value <= 0 or base <= 0 for value, base in pairs):
        return None
    return _powers(mean([math.log(value / base) for value, base in pairs], pilot, level))


def welch_ratio(
    values: Sequence[float], baseline: Sequence[float], pilots: tuple[int | None, int | None] = (None, None)
) -> Estimate | None:
    """Ratio of the geometric means of two experiments, whose runs are not paired, with its 95 % interval.

    Welch's t on the logarithms (Biometrika 34, 1947): the two may vary differently. The degrees of freedom are rounded
    down, which makes the interval wider rather than narrower. None if a value is not positive; no interval with fewer
    than two runs on either side. `pilots` as in mean, one for each side.
    """
    if not values or not baseline or min(*values, *baseline) <= 0:
        return None
    ours, theirs = [math.log(value) for value in values], [math.log(value) for value in baseline]
    centre = statistics.fmean(ours) - statistics.fmean(theirs)
    runs = min(len(ours), len(theirs))
    first, others = ours[: pilots[0]], theirs[: pilots[1]]
    if min(len(first), len(others)) < 2:
        return Estimate(math.exp(centre), None, None, runs)
    one, other = statistics.variance(first) / len(ours), statistics.variance(others) / len(theirs)
    spread = one**2 / (len(first) - 1) + other**2 / (len(others) - 1)
    degrees = (one + other) ** 2 / spread if spread else min(len(first), len(others)) - 1
    return _powers(_interval(centre, math.sqrt(one + other), max(int(degrees), 1), runs))


def _interval(centre: float, error: float, degrees: int, runs: int, level: float = LEVEL) -> Estimate:
    """`error` is the standard error."""
    half = quantile(degrees, level) * error
    statistic = abs(centre) / error if error else math.inf if centre else 0.0
    return Estimate(centre, centre - half, centre + half, runs, two_sided(statistic, degrees))


def _powers(logs: Estimate) -> Estimate:
    """The ratio, of which these are the logarithms."""
    low, high = (None if one is None else math.exp(one) for one in (logs.low, logs.high))
    return Estimate(math.exp(logs.value), low, high, logs.runs, logs.p_value)


class Difference(Enum):
    """The legal answers; `value` is what stands beside a ratio."""

    BASELINE = "baseline"
    UNKNOWN = "no ratio"
    UNUSABLE = "INVALID, no conclusion"
    AT_LEAST = "at least, no ratio"
    ONE_RUN = "no interval"
    NOT_SHOWN = "no difference shown"
    MORE = "more"
    LESS = "less"


JUDGED = (Difference.MORE, Difference.LESS, Difference.NOT_SHOWN)
"""Of a ratio with an interval that may be used."""


def find(ratio: Estimate | None, invalid: bool, noise: float | None = None) -> Difference:
    """What may be said of `ratio`.

    `invalid`: a window behind it is INVALID. `noise` is the host's noise floor (noise.py): what one variant differs
    from itself by is no difference, however narrow the interval; neither as many times more, nor as many less.
    """
    if invalid:
        return Difference.UNUSABLE
    if ratio is None:
        return Difference.UNKNOWN
    if ratio.low is None or ratio.high is None:
        return Difference.ONE_RUN
    if ratio.low <= 1 <= ratio.high or abs(math.log(ratio.value)) <= math.log1p(noise or 0):
        return Difference.NOT_SHOWN
    return Difference.MORE if ratio.value > 1 else Difference.LESS
