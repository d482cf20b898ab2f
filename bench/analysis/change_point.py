"""Whether a part of a window stands apart from the rest of it: a step, or a dip between two. Pure functions.

Every stretch of samples is compared with all others, and the one that stands apart most is kept, as in circular binary
segmentation (Olshen et al., Biostatistics 5, 2004). Its probability is Student's, times the number of stretches
(Bonferroni). Permutations, as that article has them, cannot show a dip of two samples among ten: where two low values
lie next to each other by chance, which they do in one of five orders, the statistic is the same.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from itertools import accumulate

from bench.analysis.student import two_sided
from bench.results import ChangePoint

CHANCE = 0.01
"""The probability of finding one where there is none, for samples with normal scatter."""
FEWEST = 5
"""Samples; with fewer no stretch can stand apart so clearly."""


def find(values: Sequence[float], ends: Sequence[float]) -> ChangePoint | None:
    """The stretch that stands apart, or None. `ends` are the seconds at which each sample ends.

    None, too, where a straight line describes the samples better: a drift would otherwise pass for a step.
    """
    count, mean = len(values), statistics.fmean(values) if values else 0.0
    if count < FEWEST or not mean:
        return None
    sums = list(accumulate((value - mean for value in values), initial=0.0))
    stretches = list(_stretches(count))
    begin, end = max(stretches, key=lambda stretch: _explained(sums, count, *stretch))
    explained = _explained(sums, count, begin, end)
    left = sum((value - mean) ** 2 for value in values) - explained
    if left > _left_by_a_line(values):
        return None
    statistic = math.sqrt(explained / (left / (count - 2))) if left > 0 else math.inf
    probability = min(len(stretches) * two_sided(statistic, count - 2), 1.0)
    if probability >= CHANCE:
        return None
    inside, outside = values[begin:end], [*values[:begin], *values[end:]]
    if not any(outside):
        return None
    return ChangePoint(
        begin=0.0 if begin == 0 else ends[begin - 1],
        end=ends[end - 1],
        change=round(statistics.fmean(inside) / statistics.fmean(outside) - 1, 4),
        share=round(len(inside) / count, 4),
        p_value=probability,
    )


def words(found: ChangePoint) -> str:
    """Where it is, and by how much throughput was higher or lower there."""
    how = f"{abs(found.change):.0%} {'higher' if found.change > 0 else 'lower'}"
    return f"throughput was {how} from second {found.begin:.0f} to {found.end:.0f} than in the rest of the window"


def _stretches(count: int) -> Iterator[tuple[int, int]]:
    """Every division into a stretch and a rest, once; one that touches an end is the shorter part."""
    for begin in range(count):
        for end in range(begin + 1, count + 1):
            length = end - begin
            if (begin == 0 or end == count) and (2 * length > count or (2 * length == count and begin > 0)):
                continue
            yield begin, end


def _explained(sums: Sequence[float], count: int, begin: int, end: int) -> float:
    """The sum of squares that a stretch of its own mean explains. `sums` are those of the deviations from the mean."""
    length = end - begin
    return (sums[end] - sums[begin]) ** 2 * count / (length * (count - length))


def _left_by_a_line(values: Sequence[float]) -> float:
    line = statistics.linear_regression(range(len(values)), values)
    return sum((value - line.intercept - line.slope * index) ** 2 for index, value in enumerate(values))
