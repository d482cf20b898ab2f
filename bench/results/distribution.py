"""How long requests took, as a histogram that can be added to another one.

k6 gives a distribution by its percentiles, which are exact, and closer together the rarer they are (k6/lib/trend.ts).
Read the other way they are a histogram: so many requests took at most so long. Histograms add up, percentiles do not: a
mean of two p99 is the p99 of nothing.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Distribution:
    """Requests by duration. `points` ascend: milliseconds, and how many requests took at most that long.

    Between two points the requests are taken to lie evenly. Two points at the same milliseconds are a step: that many
    took exactly so long. A percentile that was given is exact. Any other one, or one of a sum, errs in rank by no more
    than the requests between the given ones around it: with k6's, up to the 90th 2.5 %, then half of what is rarer.
    """

    points: tuple[tuple[float, float], ...] = ()

    @classmethod
    def of(cls, quantiles_ms: Mapping[str, float], count: int) -> "Distribution":
        """So many requests with these percentiles, such as {"50": 12.5}. What lies beyond the lowest and the highest of
        them is put upon these."""
        if not count or not quantiles_ms:
            return cls()
        found = sorted((float(percentile), ms) for percentile, ms in quantiles_ms.items())
        ranks = ((ms, percentile / 100 * count) for percentile, ms in found)
        points = ((found[0][1], 0.0), *ranks, (found[-1][1], float(count)))
        return cls(tuple(dict.fromkeys(points)))

    @classmethod
    def at(cls, milliseconds: float, count: int) -> "Distribution":
        """So many requests that all took as long."""
        return cls(((milliseconds, 0.0), (milliseconds, float(count)))) if count else cls()

    @property
    def count(self) -> float:
        """How many requests there are."""
        return self.points[-1][1] if self.points else 0.0

    def __add__(self, other: "Distribution") -> "Distribution":
        """The requests of both."""
        merged: list[tuple[float, float]] = []
        for ms in sorted({ms for ms, _ in (*self.points, *other.points)}):
            sums = [sum(sides) for sides in zip(self._around(ms), other._around(ms), strict=True)]
            merged += [(ms, rank) for rank in dict.fromkeys(sums)]
        return Distribution(tuple(merged))

    def percentile(self, percent: float) -> float | None:
        """The milliseconds that so many percent of the requests took at most; None without requests."""
        if not self.points:
            return None
        wanted = percent / 100 * self.count
        for (ms, rank), (next_ms, next_rank) in pairwise(self.points):
            if next_rank >= wanted and next_rank > rank:
                return ms + max(wanted - rank, 0.0) / (next_rank - rank) * (next_ms - ms)
        return self.points[-1][0]

    def _around(self, milliseconds: float) -> tuple[float, float]:
        """How many took less than that, and how many at most that."""
        first = bisect_left(self.points, milliseconds, key=lambda point: point[0])
        after = bisect_right(self.points, milliseconds, key=lambda point: point[0])
        if first < after:
            return self.points[first][1], self.points[after - 1][1]
        if first in (0, len(self.points)):
            rank = self.count if first else 0.0
            return rank, rank
        (ms, rank), (next_ms, next_rank) = self.points[first - 1], self.points[first]
        between = rank + (milliseconds - ms) / (next_ms - ms) * (next_rank - rank)
        return between, between
