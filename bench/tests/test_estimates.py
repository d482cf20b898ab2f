import math

import pytest

from bench.analysis import estimates, paired
from bench.results import Limiter
from bench.tests import examples


def test_the_interval_of_a_mean_is_student_s() -> None:
    # by hand: mean 10, s = 1, t(2) = 4.30265, half-width 4.30265 / sqrt(3)
    found = estimates.mean([9.0, 10.0, 11.0])
    assert found.low is not None and found.high is not None
    assert found.value == 10.0
    assert found.high - found.value == pytest.approx(4.30265 / math.sqrt(3), rel=1e-6)


def test_one_run_has_no_interval() -> None:
    found = estimates.mean([10.0])
    assert (found.value, found.low, found.high, found.runs) == (10.0, None, None, 1)


def test_a_ratio_is_taken_within_blocks() -> None:
    # the second block was twice as slow for both: the ratio does not move, so the interval is a point
    found = estimates.ratio([200.0, 100.0], [100.0, 50.0])
    assert found is not None and found.low is not None and found.high is not None
    assert (found.value, found.low, found.high) == pytest.approx((2.0, 2.0, 2.0))


def test_a_window_without_a_rate_at_the_objective_is_compared_by_what_both_confirmed() -> None:
    """A confirmed rate is lower on average than the crossing, so a ratio of one to the other says too much."""
    crossing = examples.window(20_000, rate_at_objective=1_100.0)
    both = paired.paired({1: crossing}, {1: examples.window(20_000, rate_at_objective=1_000.0)})
    one = paired.paired({1: crossing}, {1: examples.window(10_000)})
    assert both and both.value == pytest.approx(1.1)
    assert one and one.value == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("limiter", "also", "known"),
    [
        ("app CPU", [], True),
        ("app CPU", ["connection pool: 9.8 of 10 busy"], True),
        ("app CPU", ["offered rate: 499 of 500/s"], False),
        ("users", [], False),
    ],
)
def test_the_cores_speed_decides_goodput_only_where_more_was_asked_for(
    limiter: str, also: list[str], known: bool
) -> None:
    found = examples.window(limiter=Limiter(name=limiter, evidence="", also=also))
    assert (found.good_per_work is not None) is known


def test_there_is_no_ratio_to_nothing() -> None:
    assert estimates.ratio([1.0], []) is None
    assert estimates.ratio([1.0], [0.0]) is None
