"""The ratio of two experiments' means, whose runs are not paired. A pure function."""

import math
from collections.abc import Sequence

from bench.analysis import estimates
from bench.analysis.estimates import Estimate


def ratio(values: Sequence[float], baseline: Sequence[float]) -> Estimate | None:
    """Ratio of the geometric means with its 95 % interval: Welch's t on the logarithms.

    B. L. Welch, Biometrika 34 (1947): the two may vary differently. The degrees of freedom are rounded down, which
    makes the interval wider rather than narrower. None if a value is not positive; no interval with fewer than two
    runs on either side.
    """
    if not values or not baseline or min(*values, *baseline) <= 0:
        return None
    ours, theirs = [math.log(value) for value in values], [math.log(value) for value in baseline]
    centre = sum(ours) / len(ours) - sum(theirs) / len(theirs)
    runs = min(len(ours), len(theirs))
    if runs < 2:
        return Estimate(math.exp(centre), None, None, runs)
    one, other = _squared_error(ours), _squared_error(theirs)
    if one + other == 0:
        return Estimate(math.exp(centre), math.exp(centre), math.exp(centre), runs)
    degrees = (one + other) ** 2 / (one**2 / (len(ours) - 1) + other**2 / (len(theirs) - 1))
    half = estimates.t95(max(int(degrees), 1)) * math.sqrt(one + other)
    return Estimate(math.exp(centre), math.exp(centre - half), math.exp(centre + half), runs)


def _squared_error(values: Sequence[float]) -> float:
    """Of the mean."""
    centre = sum(values) / len(values)
    return sum((value - centre) ** 2 for value in values) / (len(values) - 1) / len(values)
