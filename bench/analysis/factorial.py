"""The runs of a screening: a factorial design of candidates. Pure.

With one setting changed at a time, each effect is a difference between two runs. In a factorial design each run has
about half of the settings, and each effect is a difference between halves of all runs: with 16 runs its standard error
is 0.5 of a run's scatter instead of 1.4. The design is the D-optimal one that coordinate exchange finds (Meyer and
Nachtsheim, Technometrics 37, 1995).
"""

import itertools
import math
import random
from collections.abc import Iterator, Sequence

import numpy as np

from bench.spec.configuration import Entry

RUNS = 16
"""Of each variant: the same budget for all."""
STARTS, ROUNDS = 12, 20
"""Random designs from which the exchange starts, and its passes over a design at most."""
ROUNDING = 1e-6
"""What rounding may change in a design's information."""

Configured = tuple[Entry, ...]
"""The settings of one run; stock without any."""
Level = tuple[Entry, ...]
"""A candidate: a value of a setting, or values of several that are tried jointly."""
Factors = Sequence[Sequence[Level]]
"""What a design combines: a level of each factor, or stock's own."""
Choice = tuple[int, ...]
"""A run of a design: for each factor the number of its level, 0 for stock's."""


def factors(candidates: Sequence[Entry], jointly: Sequence[str] = ()) -> list[list[Level]]:
    """Each setting with its values is a factor. Those that are tried jointly are one, with all their combinations."""
    values: dict[str, list[Entry]] = {}
    for entry in candidates:
        values.setdefault(entry.setting, []).append(entry)
    combined = itertools.product(*([None, *values[setting]] for setting in jointly))
    joint = [level for one in combined if (level := tuple(entry for entry in one if entry))]
    alone: list[list[Level]] = [
        [(entry,) for entry in entries] for setting, entries in values.items() if setting not in jointly
    ]
    return [joint, *alone] if joint else alone


def level(configured: Configured, factor: Sequence[Level]) -> Level:
    """What a run has of a factor; nothing where it has stock's own."""
    settings = {entry.setting for one in factor for entry in one}
    found = {entry for entry in configured if entry.setting in settings}
    return next((one for one in factor if set(one) == found), ())


def design(factors: Factors, runs: int = RUNS) -> list[Configured]:
    """The configurations to run, all different; the first is stock. The same for the same candidates, always.

    Fewer than `runs` where the candidates allow no more combinations.
    """
    values = [len(factor) for factor in factors]
    runs = min(runs, combinations(factors))
    best = max((_exchange(values, runs, random.Random(seed)) for seed in range(STARTS)), key=lambda one: one[0])
    return [
        tuple(entry for factor, number in zip(factors, choice, strict=True) if number for entry in factor[number - 1])
        for choice in best[1]
    ]


def combinations(factors: Factors) -> int:
    """How many different configurations the candidates and stock's values allow."""
    return math.prod(len(factor) + 1 for factor in factors)


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
    """The runs that differ from this one in a single factor."""
    for index, count in enumerate(values):
        for number in range(count + 1):
            if number != row[index]:
                yield (*row[:index], number, *row[index + 1 :])


def _information(rows: Sequence[Choice], values: Sequence[int]) -> float:
    model = np.array([[1.0, *_indicators(row, values)] for row in rows])
    return float(np.linalg.slogdet(model.T @ model + ROUNDING * np.eye(model.shape[1]))[1])


def _indicators(row: Choice, values: Sequence[int]) -> list[float]:
    return [float(row[index] == number) for index, count in enumerate(values) for number in range(1, count + 1)]
