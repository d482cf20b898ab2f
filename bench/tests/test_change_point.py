import random

import pytest

from bench.analysis import change_point

ENDS = [2.0 * (index + 1) for index in range(10)]
SCATTER = [0.4, -1.1, 0.7, -0.2, 0.9, -0.6, 0.1, -0.9, 1.0, -0.3]
"""What flat samples are off by, in parts of a hundred."""


def samples(*parts: tuple[int, float]) -> list[float]:
    """So many at this level, and then so many at that."""
    levels = [level for count, level in parts for _ in range(count)]
    return [level + off * 10 for level, off in zip(levels, SCATTER, strict=True)]


@pytest.mark.parametrize(
    ("values", "begin", "end", "change"),
    [
        (samples((4, 900.0), (6, 1000.0)), 0.0, 8.0, -0.1),
        (samples((7, 1000.0), (3, 1200.0)), 14.0, 20.0, 0.2),
        (samples((4, 1000.0), (2, 800.0), (4, 1000.0)), 8.0, 12.0, -0.2),
        (samples((5, 1000.0), (1, 800.0), (4, 1000.0)), 10.0, 12.0, -0.2),
        (samples((5, 1000.0), (5, 1100.0)), 0.0, 10.0, -0.09),
    ],
)
def test_the_part_that_stands_apart_is_found(values: list[float], begin: float, end: float, change: float) -> None:
    found = change_point.find(values, ENDS)
    assert found is not None and (found.begin, found.end) == (begin, end)
    assert found.change == pytest.approx(change, abs=0.02) and found.p_value < change_point.CHANCE


def test_flat_samples_have_none() -> None:
    assert change_point.find(samples((10, 1000.0)), ENDS) is None


def test_a_drift_is_no_step() -> None:
    assert change_point.find([1000.0 + 20 * index for index in range(10)], ENDS) is None


@pytest.mark.parametrize("values", [[], [1.0, 1.0, 1.0, 9.0], [0.0] * 10, [0.0] * 9 + [1.0]])
def test_nothing_to_compare_has_none(values: list[float]) -> None:
    assert change_point.find(values, ENDS) is None


def test_a_step_without_any_scatter_is_certain() -> None:
    found = change_point.find([100.0] * 7 + [50.0] * 3, ENDS)
    assert found is not None and found.p_value == 0 and found.share == 0.3


def test_it_is_found_in_a_hundredth_of_undisturbed_windows_at_most() -> None:
    dice = random.Random(1)
    windows = [[dice.gauss(1000, 30) for _ in ENDS] for _ in range(3000)]
    assert sum(change_point.find(values, ENDS) is not None for values in windows) <= 0.01 * len(windows) + 12


def test_a_dip_of_a_fifth_for_four_seconds_is_found_in_most() -> None:
    dice = random.Random(1)
    windows = [[dice.gauss(800 if 4 <= index <= 5 else 1000, 30) for index in range(10)] for _ in range(500)]
    assert sum(change_point.find(values, ENDS) is not None for values in windows) > 0.9 * len(windows)


def test_it_is_told_in_words() -> None:
    found = change_point.find(samples((4, 1000.0), (2, 800.0), (4, 1000.0)), ENDS)
    assert found is not None
    assert change_point.words(found) == "throughput was 20% lower from second 8 to 12 than in the rest of the window"
