"""What a ratio to the baseline allows to be said. A pure function."""

from enum import Enum

from bench.analysis.estimates import Estimate


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
