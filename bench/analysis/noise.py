"""The noise floor: how far a variant's ratio to itself strays from 1 (an A/A experiment). Pure functions."""

from collections.abc import Sequence

from bench.analysis import paired
from bench.analysis.estimates import Estimate
from bench.results import Run


def ratio(runs: Sequence[Run]) -> Estimate | None:
    """Goodput of B over A in the blocks that have both; None without such. INVALID windows are left out: one that lost
    half of its goodput would make every later difference look like noise."""
    return _b_over_a(runs, paired.figure)


def floor(found: Estimate | None) -> float | None:
    """By which share the larger of two may exceed the other and show nothing: the farther end of the interval, since a
    host that favours one of two alike sides by so much may do it to others; None without an interval."""
    return None if found is None or found.low is None or found.high is None else max(1 / found.low, found.high) - 1


def _b_over_a(runs: Sequence[Run], value: paired.Value) -> Estimate | None:
    b, a = (paired.usable(paired.windows(runs, arm)) for arm in ("B", "A"))
    return paired.paired(b, a, value)


def at_equal_pace(runs: Sequence[Run]) -> str | None:
    """The same, were the host's cores always equally fast, in words: how much of the noise is theirs. None unknown."""
    found = _b_over_a(runs, paired.at_equal_pace)
    if found is None or found.half_width is None:
        return None
    return f"speed-adjusted: B/A = {found.value:.3f} [{found.low:.3f}, {found.high:.3f}], ±{found.half_width:.1%}"


def words(found: Estimate | None) -> str:
    """The ratio with its interval, and what it means."""
    if found is None or found.low is None or found.high is None:
        return "A/A: no interval yet, two blocks at least are needed"
    told = f"A/A: B/A = {found.value:.3f} [{found.low:.3f}, {found.high:.3f}] over {found.runs} blocks"
    if not found.low <= 1 <= found.high:
        return f"{told}; it does not hold 1, so something favours one of the two: look for what changes from run to run"
    return f"{told}; the noise floor is {floor(found):.1%}: a ratio that is nearer to 1 shows nothing"
