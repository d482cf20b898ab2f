import math

import pytest

from bench.analysis import estimates


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


def test_there_is_no_ratio_to_nothing() -> None:
    assert estimates.ratio([1.0], []) is None
    assert estimates.ratio([1.0], [0.0]) is None
