"""Latencies one by one, and what k6's summary makes of them."""

import math
from collections.abc import Sequence

GIVEN = (
    *(0.0, 1.0),
    *(2.5 * step for step in range(1, 37)),
    *(start + width * step / 20 for start, width in ((90, 10), (99, 1), (99.9, 0.1)) for step in range(1, 19)),
    100.0,
)
"""The percentiles that k6 gives (k6/lib/trend.ts)."""


def percentile(values: Sequence[float], percent: float) -> float:
    """As k6 reckons it: between the two nearest in order."""
    ordered = sorted(values)
    at = percent / 100 * (len(ordered) - 1)
    low, high = ordered[math.floor(at)], ordered[math.ceil(at)]
    return low + (high - low) * (at - math.floor(at))


def quantiles(values: Sequence[float]) -> dict[str, float]:
    """The summary's quantiles_ms."""
    return {f"{percent:g}": percentile(values, percent) for percent in GIVEN}
