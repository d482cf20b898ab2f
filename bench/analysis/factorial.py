"""The runs of a screening: a factorial design of candidates. Pure.

With one setting changed at a time, each effect is a difference between two runs. In a factorial design each run has
about half of the settings, and each effect is a difference between halves of all runs: with 12 runs its standard error
is 0.6 of a run's scatter instead of 1.4. The design is the D-optimal one that coordinate exchange finds (Meyer and
Nachtsheim, Technometrics 37, 1995).
"""

import math
import random
from collections.abc import Iterator, Sequence

import numpy as np

from bench.spec.configuration import Entry

RUNS = 12
"""Of each variant: the same budget for all."""
STARTS, ROUNDS = 12, 20
"""Random designs from which the exchange starts, and its passes over a design at most."""
ROUNDING = 1e-6
"""What rounding may change in a design's information."""

Configured = tuple[Entry, ...]
"""The settings of one run; stock without any."""
Choice = tuple[int, ...]
"""A run of a design: for each setting the number of its value, 0 for stock's."""


def design(candidates: Sequence[Entry], runs: int = RUNS) -> list[Configured]:
    """The configurations to run, all different; the first is stock. The same for the same candidates, always.

    Fewer than `runs` where the candidates allow no more combinations.
    """
    settings = _settings(candidates)
    values = [len(entries) for entries in settings.values()]
    runs = min(runs, combinations(candidates))
    best = max((_exchange(values, runs, random.Random(seed)) for seed in range(STARTS)), key=lambda one: one[0])
    columns = list(settings.values())
    return [
        tuple(entries[number - 1] for entries, number in zip(columns, choice, strict=True) if number)
        for choice in best[1]
    ]


def combinations(candidates: Sequence[Entry]) -> int:
    """How many different configurations the candidates and stock's values allow."""
    return math.prod(len(entries) + 1 for entries in _settings(candidates).values())


def _settings(candidates: Sequence[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in candidates:
        found.setdefault(entry.setting, []).append(entry)
    return found


def _exchange(values: Sequence[int], runs: int, chance: random.Random) -> tuple[float, list[Choice]]:
    """A design and the logarithm of its information (the determinant that D-optimality makes large)."""
    rows: list[Choice] = [(0,) * len(values)]
    while len(rows) < runs:
        drawn = tuple(chance.randint(0, count) for count in values)
        rows += [drawn] if drawn not in rows else []
    reached = _information(rows, values)
    for _ in range(ROUNDS):
        before = reached
        for index in range(1, runs):
            for other in _neighbours(rows[index], values):
                tried = [*rows[:index], other, *rows[index + 1 :]]
                if other not in rows and (found := _information(tried, values)) > reached + ROUNDING:
                    rows, reached = tried, found
        if reached - before < ROUNDING:
            break
    return reached, rows


def _neighbours(row: Choice, values: Sequence[int]) -> Iterator[Choice]:
    """The runs that differ from this one in a single setting."""
    for index, count in enumerate(values):
        for number in range(count + 1):
            if number != row[index]:
                yield (*row[:index], number, *row[index + 1 :])


def _information(rows: Sequence[Choice], values: Sequence[int]) -> float:
    model = np.array([[1.0, *_indicators(row, values)] for row in rows])
    return float(np.linalg.slogdet(model.T @ model + ROUNDING * np.eye(model.shape[1]))[1])


def _indicators(row: Choice, values: Sequence[int]) -> list[float]:
    return [float(row[index] == number) for index, count in enumerate(values) for number in range(1, count + 1)]
