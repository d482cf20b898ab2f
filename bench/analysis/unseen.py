"""What the recording of a profiled row did not see, in words. Pure functions."""

from collections.abc import Iterator
from typing import NamedTuple

from bench.analysis.layers import Cost
from bench.results.profile import ProfileFacts

GAP = 0.10
"""The most that samples and cgroup may differ, as a share of the cgroup's, until the difference has to be explained."""
TICK_NS = 10_000_000
"""The longest time between two of the kernel's clock ticks (100 a second): a CPU timer may not fire between them."""


class Explanation(NamedTuple):
    """Why the sum of the layers is not the cgroup's CPU, and whether that names the lost samples."""

    sentence: str
    names_lost: bool


def missing(cost: Cost, facts: ProfileFacts) -> Iterator[str]:
    """What the recording did not see of a row: lost and failed samples, a broken file, a gap too large."""
    us = facts.interval_ns / 1e3 / facts.requests
    if not cost.recorded.layers.total():
        yield "the recording is empty; see its notes, and profile it again"
    if cost.recorded.broken:
        yield (
            f"broken lines of the recording: {cost.recorded.broken}, so it was cut off; what is whole is shown, and "
            "shares may be used, sums may not"
        )
    explained = _explained(cost, facts)
    if facts.lost and not (explained and explained.names_lost):
        yield f"lost samples: {facts.lost:,}, about {cost.lost:,.1f} µs a request"
    if facts.failed:
        yield f"samples whose stack cannot be read: {facts.failed:,}, about {facts.failed * us:,.1f} µs a request"
    if explained:
        yield explained.sentence


def _explained(cost: Cost, facts: ProfileFacts) -> Explanation | None:
    """Of a gap that is too large, by what is known of it. None where it is small."""
    gap = cost.gap
    if gap is None or abs(gap) < GAP:
        return None
    counted = cost.counted or 0.0
    held = f"the layers hold {cost.total:,.0f} µs a request"
    than = f"than the cgroup's {counted:,.0f} µs"
    if gap < 0:
        beyond = "the recording reaches beyond the counted span; repeat it"
        return Explanation(f"{held}, {-gap:.0%} more {than}: {beyond}", names_lost=False)
    less = f"{held}, {gap:.0%} less {than}"
    of_it = f"{less}; lost samples are about {cost.lost:,.0f} µs of it"
    if cost.lost >= (counted - cost.total) / 2:
        return Explanation(of_it, names_lost=True)
    if facts.interval_ns < TICK_NS and not facts.signals:
        ticks = (
            f"the interval of {facts.interval_ns / 1e6:g} ms is shorter than the kernel's clock tick may be, "
            "and what falls between two ticks is sampled once; shares may be used, or record every 10 ms"
        )
        return Explanation(f"{less}: {ticks}", names_lost=False)
    return Explanation(f"{of_it}, the others are of threads or moments that it did not see", names_lost=True)
