import pytest

from bench.results import Latency, LoadSummary
from bench.tests import examples

NONE = Latency(mean=None, p50=None, p90=None, p95=None, p99=None, max=None)


def published() -> LoadSummary:
    """spring-reactor-benchmark on Tomcat: 15,300 requests."""
    latency = Latency(mean=4531.0, p50=None, p90=None, p95=13455.0, p99=None, max=None)
    return examples.summary(requests=15_300, good=9_101, failed=6_199, latency_ms=latency)


def test_failures_at_zero_make_a_service_that_fails_look_fast() -> None:
    assert published().mean_with_failures_at(0) == pytest.approx(2695.2, abs=0.05)


def test_failures_at_the_time_limit_make_it_look_as_slow_as_it_was() -> None:
    assert published().mean_with_failures_at(60_000.0) == pytest.approx(27_005.0, abs=0.5)


def test_without_failures_both_are_the_mean_of_the_good() -> None:
    load = examples.summary()
    assert load.mean_with_failures_at(0) == load.mean_with_failures_at(1e4) == 100.0


def test_without_good_answers_the_failures_are_all() -> None:
    load = examples.summary(good=0, failed=5, latency_ms=NONE)
    assert load.mean_with_failures_at(1000.0) == 1000.0
    assert examples.summary(good=0, failed=0, latency_ms=NONE).mean_with_failures_at(0) is None
