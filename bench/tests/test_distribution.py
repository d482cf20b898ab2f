"""Distributions as histograms: against lists of requests, whose percentiles are known."""

import math
from itertools import pairwise
from random import Random

import pytest

from bench.results import Distribution, Latency
from bench.tests import examples
from bench.tests.latencies import GIVEN, percentile, quantiles

PERCENTS = (1, 10, 50, 90, 95, 99, 99.5, 99.9)
NONE = Latency(mean=None, p50=None, p90=None, p95=None, p99=None, max=None)


def summarised(values: list[float]) -> Distribution:
    return Distribution.of(quantiles(values), len(values))


def drawn(seed: int, count: int, middle: float) -> list[float]:
    chance = Random(seed)
    return [chance.lognormvariate(math.log(middle), 0.8) for _ in range(count)]


@pytest.mark.parametrize("percent", GIVEN)
def test_a_given_percentile_is_exact(percent: float) -> None:
    values = drawn(1, 5_000, 20.0)
    assert summarised(values).percentile(percent) == pytest.approx(percentile(values, percent), rel=1e-9)


@pytest.mark.parametrize("percent", PERCENTS)
def test_a_percentile_of_a_sum_errs_by_no_more_than_the_shares_between_given_ones(percent: float) -> None:
    parts = [drawn(1, 4_000, 10.0), drawn(2, 9_000, 30.0), drawn(3, 500, 400.0)]
    every = [value for part in parts for value in part]
    found = sum(map(summarised, parts), Distribution())
    assert found.count == len(every)
    ms = found.percentile(percent) or 0
    rank = sum(value <= ms for value in every)
    assert abs(rank - percent / 100 * len(every)) <= sum(share(part, ms) * len(part) + 1 for part in parts)


def share(part: list[float], ms: float) -> float:
    """Of what lies between the given percentiles around so many milliseconds."""
    for low, high in pairwise(GIVEN):
        if percentile(part, low) <= ms <= percentile(part, high):
            return (high - low) / 100
    return 0.0


def test_a_mean_of_percentiles_is_no_percentile() -> None:
    """Nine tenths of a run at 10 ms and one at 1,000 ms: its p95 is 1,000 ms, and the mean of both p95 is 505."""
    quick, slow = Distribution.at(10.0, 900), Distribution.at(1000.0, 100)
    assert (quick + slow).percentile(95) == 1000.0
    assert (quick + slow).percentile(90) == 10.0


def test_the_order_of_a_sum_does_not_matter() -> None:
    parts = [summarised(drawn(seed, 700 * seed, 9.0 * seed)) for seed in (1, 2, 3)]
    one, other = sum(parts, Distribution()), sum(reversed(parts), Distribution())
    assert [one.percentile(percent) for percent in PERCENTS] == [
        pytest.approx(other.percentile(percent)) for percent in PERCENTS
    ]


def test_percentiles_never_fall() -> None:
    every = summarised(drawn(5, 3_000, 50.0)) + Distribution.at(70.0, 200) + Distribution.at(10_000.0, 31)
    found = [every.percentile(percent / 10) or 0 for percent in range(1001)]
    assert all(low <= high for low, high in pairwise(found))
    assert found[-1] == 10_000.0


def test_nothing_has_no_percentiles() -> None:
    nothing = Distribution.of({}, 0) + Distribution.at(10.0, 0)
    assert nothing == Distribution() and nothing.count == 0 and nothing.percentile(50) is None


def test_what_lies_beyond_the_given_percentiles_is_put_upon_them() -> None:
    older = Distribution.of({"1": 2.0, "50": 8.0, "99": 30.0}, 200)
    assert (older.percentile(0), older.percentile(50), older.percentile(100)) == (2.0, 8.0, 30.0)


@pytest.mark.parametrize(("percent", "ms"), [(50, 100.0), (89, 199.0), (90, 200.0), (91, 4000.0), (99.9, 4000.0)])
def test_failures_count_with_their_time_limit(percent: float, ms: float) -> None:
    """900 good answers, the slowest at 200 ms, and 100 that had none in 4 s."""
    load = examples.summary(
        good=900,
        failed=100,
        limit_ms=4000.0,
        quantiles_ms={"0": 50.0, "55.5555": 100.0, "98.8888": 199.0, "100": 200.0},
    )
    assert load.with_failures
    assert load.with_failures.percentile(percent) == pytest.approx(ms, abs=0.1)


def test_good_answers_that_came_after_the_limit_stay_above_it() -> None:
    """k6 was late, so that some arrivals waited longer than their request may take."""
    load = examples.summary(good=90, failed=10, limit_ms=1000.0, quantiles_ms={"0": 3.0, "50": 9.0, "100": 5000.0})
    assert load.with_failures
    assert load.with_failures.percentile(100) == 5000.0


def test_without_good_answers_all_took_the_limit() -> None:
    load = examples.summary(good=0, failed=7, limit_ms=1000.0, latency_ms=NONE, quantiles_ms={})
    assert load.with_failures
    assert load.with_failures.percentile(1) == 1000.0


def test_older_results_do_not_know_their_limit() -> None:
    assert examples.summary(failed=10).with_failures is None
    assert examples.summary().latency_from == "start"
