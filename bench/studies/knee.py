"""Where a rising load leaves its answers behind. A pure function."""

import math
from collections.abc import Sequence

from bench.results import TimelineRow
from bench.results.load import STEP

BEHIND = 0.90
"""Share of what is offered below which answers are left behind. A ramp of 8/s each second, answered a second later,
keeps above it from 80/s on; slower rates than FROM are not looked at."""
FROM = 0.2
"""Share of the highest offered rate from which on a row counts."""


def knee(timeline: Sequence[TimelineRow]) -> float:
    """Requests/s at which offered load and answers part: the height at which the answers stay while the load rises.

    The first row after the parting still holds some of the rise, so the rows after it are averaged. Infinite where the
    answers never stay behind.
    """
    highest = max((row.offered for row in timeline), default=0)
    rising = [row for row in timeline if row.offered >= FROM * highest and row.offered > 0]
    first = next((place for place, row in enumerate(rising) if _all_behind(rising[place:])), None)
    if first is None:
        return math.inf
    after = rising[first + 1 :] or rising[first:]
    return sum(row.good for row in after) / len(after) / STEP


def _all_behind(rows: Sequence[TimelineRow]) -> bool:
    return all(row.good < BEHIND * row.offered for row in rows)
