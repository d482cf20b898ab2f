import math
import random
from collections.abc import Callable

import pytest

from bench.analysis import drift

BOUND = 0.1
WINDOWS = 4000
"""Simulated ones; a share of 5 % of them has a standard error of 0.3 %."""


def test_the_error_of_a_trend_is_that_of_least_squares() -> None:
    """By hand: a slope of 0.2 leaves 0.8 unexplained, over 2 degrees of freedom and a spread of 5."""
    assert drift.trend_error([1.0, 2.0, 1.0, 2.0]) == pytest.approx((0.8 / 2 / 5) ** 0.5 * 3 / 1.5)
    assert drift.trend_error([1.0, 2.0, 3.0, 4.0]) == pytest.approx(0)


def test_the_interval_is_students() -> None:
    """2.92 standard errors to either side, as a t of 2 degrees has beyond it 5 % on each side."""
    found = drift.of([1.0, 2.0, 1.0, 2.0])
    assert found is not None and found.change == pytest.approx(0.4)
    assert found.high - found.change == pytest.approx(2.92 * drift.trend_error([1.0, 2.0, 1.0, 2.0]), abs=1e-3)


@pytest.mark.parametrize("values", [[], [1.0, 2.0, 3.0], [0.0] * 9])
def test_too_few_samples_have_no_drift(values: list[float]) -> None:
    assert drift.of(values) is None


def test_no_throughput_at_all_has_no_trend() -> None:
    assert drift.trend([0.0, 0.0, 0.0]) == 0.0


def test_scatter_that_hides_a_change_is_neither_within_nor_beyond() -> None:
    found = drift.of([1000.0, 1300.0, 800.0, 1200.0, 1000.0, 1400.0])
    assert found is not None and not drift.within(found, BOUND) and not drift.beyond(found, BOUND)


def test_a_clear_change_is_beyond_the_bound_and_a_small_one_within() -> None:
    steep, slight = drift.of([100.0, 106.0, 109.0, 116.0, 121.0]), drift.of([100.0, 101.0, 100.5, 101.5, 101.0])
    assert steep is not None and drift.beyond(steep, BOUND) and not drift.within(steep, BOUND)
    assert slight is not None and drift.within(slight, BOUND) and not drift.beyond(slight, BOUND)


def test_a_drift_of_the_bound_is_called_steady_in_a_twentieth_of_windows() -> None:
    """Ten samples that scatter by 3 %, as those of a window do."""
    assert share(drift.within, BOUND, 0.0) == pytest.approx(0.05, abs=0.015)


def test_what_little_correlation_there_may_be_does_little_harm() -> None:
    """Of one sample with the next, 0.1 fits real ones best (docs/measurements/drift-within-windows.md)."""
    assert share(drift.within, BOUND, 0.1) < 0.08


def test_an_undisturbed_window_is_never_shown_to_drift() -> None:
    assert share(drift.beyond, 0.0, 0.0) < 0.002


def test_a_drift_of_twice_the_bound_is_always_found() -> None:
    assert share(drift.beyond, 2 * BOUND, 0.0) > 0.99


def share(holds: Callable[..., bool], change: float, correlation: float) -> float:
    """Of simulated windows that `holds` is true for, whose throughput changes so much and whose samples follow an
    autoregressive process of first order."""
    dice, found = random.Random(1), 0
    for _ in range(WINDOWS):
        noise, values = dice.gauss(0, 0.03), []
        for index in range(10):
            values.append(1 + change * (index / 9 - 0.5) + noise)
            noise = correlation * noise + dice.gauss(0, 0.03 * math.sqrt(1 - correlation**2))
        one = drift.of(values)
        found += one is not None and holds(one, BOUND)
    return found / WINDOWS
