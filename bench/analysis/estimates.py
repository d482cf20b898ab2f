"""Means and ratios over runs, with their intervals. A restart of the variant is the unit; pure functions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

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


def mean(values: Sequence[float]) -> Estimate:
    """The mean of one value per run, with Student's t interval."""
    count = len(values)
    centre = sum(values) / count
    if count < 2:
        return Estimate(centre, None, None, count)
    variance = sum((value - centre) ** 2 for value in values) / (count - 1)
    half = t95(count - 1) * math.sqrt(variance / count)
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
