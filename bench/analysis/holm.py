"""What counts as shown where an experiment makes several comparisons: Holm's procedure. A pure function."""

from collections.abc import Mapping
from typing import TypeVar

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
