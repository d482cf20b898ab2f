"""What counts as shown where an experiment makes several comparisons: Holm's procedure. Pure functions."""

from collections.abc import Mapping
from typing import TypeVar

from bench.analysis.estimates import JUDGED, Difference, Estimate
from bench.analysis.student import LEVEL

Key = TypeVar("Key")


def shown(probabilities: Mapping[Key, float]) -> set[Key]:
    """The comparisons that are shown, of which each has this p-value.

    The probability that any of them is called shown without being so stays at 5 %, whatever they have to do with one
    another (Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979).
    """
    found: set[Key] = set()
    for place, (key, probability) in enumerate(sorted(probabilities.items(), key=lambda item: item[1])):
        if probability > (1 - LEVEL) / (len(probabilities) - place):
            break
        found.add(key)
    return found


def among(found: Mapping[Key, tuple[Difference, Estimate | None]]) -> dict[Key, Difference]:
    """What may be said of each ratio of a table, given what may be said of it by itself: a difference stands only if it
    is shown among all ratios that may be used."""
    usable = {key: ratio for key, (difference, ratio) in found.items() if ratio and difference in JUDGED}
    kept = shown({key: ratio.p_value for key, ratio in usable.items() if ratio.p_value is not None})
    return {
        key: difference if key in kept or key not in usable else Difference.NOT_SHOWN
        for key, (difference, _) in found.items()
    }
