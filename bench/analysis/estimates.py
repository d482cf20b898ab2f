"""Means and ratios over runs, with their intervals, and what these allow to be said. A restart of the variant is the
unit; pure functions."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

# Two-sided 95 % quantiles of Student's t by degrees of freedom; NIST/SEMATECH e-Handbook, section 1.3.6.7.2.
_T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
_T95_NORMAL = 1.960


@dataclass(frozen=True)
class Estimate:
    """A mean and the 95 % interval around it; `low` and `high` are None with fewer than two runs."""

    value: float
    low: float | None
    high: float | None
    runs: int

    @property
    def half_width(self) -> float | None:
        """Of its interval; None without one."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def mean(values: Sequence[float]) -> Estimate:
    """The mean of one value per run, with Student's t interval where there is one."""
    count, centre = len(values), statistics.fmean(values)
    if count < 2 or math.isinf(centre):
        return Estimate(centre, None, None, count)
    half = t95(count - 1) * math.sqrt(_squared_error(values))
    return Estimate(centre, centre - half, centre + half, count)


def ratio(values: Sequence[float], baseline: Sequence[float]) -> Estimate | None:
    """Geometric mean of the ratio of paired runs (run i of each in the same block), with its 95 % interval.

    Pairing by block removes what the host did to the whole block. None if a value is not positive.
    """
    pairs = list(zip(values, baseline, strict=False))
    if not pairs or any(value <= 0 or base <= 0 for value, base in pairs):
        return None
    logs = mean([math.log(value / base) for value, base in pairs])
    low = None if logs.low is None else math.exp(logs.low)
    high = None if logs.high is None else math.exp(logs.high)
    return Estimate(math.exp(logs.value), low, high, logs.runs)


def t95(degrees: int) -> float:
    """Student's t for a two-sided 95 % interval; beyond the table the normal quantile plus its first correction."""
    if degrees <= len(_T95):
        return _T95[degrees - 1]
    return _T95_NORMAL + (_T95_NORMAL**3 + _T95_NORMAL) / (4 * degrees)


def welch_ratio(values: Sequence[float], baseline: Sequence[float]) -> Estimate | None:
    """Ratio of the geometric means of two experiments, whose runs are not paired, with its 95 % interval.

    Welch's t on the logarithms (Biometrika 34, 1947): the two may vary differently. The degrees of freedom are rounded
    down, which makes the interval wider rather than narrower. None if a value is not positive; no interval with fewer
    than two runs on either side.
    """
    if not values or not baseline or min(*values, *baseline) <= 0:
        return None
    ours, theirs = [math.log(value) for value in values], [math.log(value) for value in baseline]
    centre = statistics.fmean(ours) - statistics.fmean(theirs)
    runs = min(len(ours), len(theirs))
    if runs < 2:
        return Estimate(math.exp(centre), None, None, runs)
    one, other = _squared_error(ours), _squared_error(theirs)
    if one + other == 0:
        return Estimate(math.exp(centre), math.exp(centre), math.exp(centre), runs)
    degrees = (one + other) ** 2 / (one**2 / (len(ours) - 1) + other**2 / (len(theirs) - 1))
    half = t95(max(int(degrees), 1)) * math.sqrt(one + other)
    return Estimate(math.exp(centre), math.exp(centre - half), math.exp(centre + half), runs)


def _squared_error(values: Sequence[float]) -> float:
    """Of the mean."""
    return statistics.variance(values) / len(values)


class Difference(Enum):
    """The legal answers; `value` is what stands beside a ratio."""

    BASELINE = "baseline"
    UNKNOWN = "no ratio"
    UNUSABLE = "INVALID, no conclusion"
    ONE_RUN = "no interval"
    NOT_SHOWN = "no difference shown"
    MORE = "more"
    LESS = "less"


def find(ratio: Estimate | None, invalid: bool, noise: float | None = None) -> Difference:
    """What may be said of `ratio`.

    `invalid`: a window behind it is INVALID. `noise` is the half-width of the A/A ratio's interval: what one variant
    differs from itself by is no difference, however narrow the interval.
    """
    if invalid:
        return Difference.UNUSABLE
    if ratio is None:
        return Difference.UNKNOWN
    if ratio.low is None or ratio.high is None:
        return Difference.ONE_RUN
    if ratio.low <= 1 <= ratio.high or abs(ratio.value - 1) <= (noise or 0):
        return Difference.NOT_SHOWN
    return Difference.MORE if ratio.value > 1 else Difference.LESS
