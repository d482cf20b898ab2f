"""Student's t: probabilities and quantiles for whole degrees of freedom. Pure functions.

The sums are Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4, which are exact.
"""

import math
from functools import cache

LEVEL = 0.95
"""The confidence of every interval."""


def two_sided(statistic: float, degrees: int) -> float:
    """The probability that a t of so many degrees lies at least as far from nought as `statistic`: the p-value."""
    if math.isinf(statistic):
        return 0.0
    angle = math.atan(abs(statistic) / math.sqrt(degrees))
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = degrees % 2
    term = cosine if odd else 1.0
    total = term if degrees > 1 else 0.0
    for number in range(3 if odd else 2, degrees - 1, 2):
        term *= (number - 1) / number * cosine**2
        total += term
    within = 2 / math.pi * (angle + sine * total) if odd else sine * total
    return max(1 - within, 0.0)


@cache
def quantile(degrees: int, level: float = LEVEL) -> float:
    """Half the width, in standard errors, of a two-sided interval of this confidence."""
    low, high = 0.0, 1.0
    while two_sided(high, degrees) > 1 - level:
        low, high = high, high * 2
    for _ in range(60):  # halves the bracket down to a double's last digits
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided(middle, degrees) > 1 - level else (low, middle)
    return high
