"""A service that stands still under the closed model, simulated: what latency of good answers alone hides.

The open model, where k6 itself stands still, is simulated in k6/tests/lag.ts; both on machines in
tests/stack/test_stalls.py.
"""

from dataclasses import dataclass, field

import pytest

from bench.results import LoadSummary
from bench.tests import examples
from bench.tests.latencies import percentile, quantiles

USERS, WINDOW, THINK, SERVICE = 10, 20.0, 0.1, 0.005
STALL = (5.0, 9.5)
LIMIT = 2.0


@dataclass
class Seen:
    """Milliseconds of each good answer, and how many requests had none within the time limit."""

    good: list[float] = field(default_factory=list)
    failed: int = 0


def closed(stall: tuple[float, float]) -> Seen:
    """Users who wait for each answer, up to LIMIT, and then think; nothing is answered during the stall."""
    seen = Seen()
    begins, ends = stall
    for user in range(USERS):
        now = user * THINK / USERS
        while now < WINDOW:
            answered = now + SERVICE
            if answered > begins and now < ends:
                answered = ends + SERVICE
            if answered - now <= LIMIT:
                seen.good.append((answered - now) * 1000)
            else:
                answered = now + LIMIT
                seen.failed += 1
            now = answered + THINK
    return seen


def summary(seen: Seen) -> LoadSummary:
    return examples.summary(
        good=len(seen.good), failed=seen.failed, limit_ms=LIMIT * 1000, quantiles_ms=quantiles(seen.good)
    )


def test_good_answers_alone_hide_a_stall() -> None:
    """Each user gives up twice, and each third request has its answer when the stall is over."""
    seen = closed(STALL)
    assert seen.failed == 2 * USERS
    load = summary(seen)
    assert load.with_failures
    assert (load.distribution.percentile(99) or 0) < 400, "what users waited in vain is not in it"
    assert load.with_failures.percentile(99) == LIMIT * 1000


def test_they_agree_where_nothing_stood_still() -> None:
    load = summary(closed((WINDOW, WINDOW)))
    assert load.failed == 0 and load.with_failures
    for found in (load.distribution, load.with_failures):
        assert [found.percentile(percent) for percent in (50, 99.9)] == pytest.approx([SERVICE * 1000] * 2)


def test_all_requests_one_by_one_say_the_same() -> None:
    seen = closed(STALL)
    every = [*seen.good, *[LIMIT * 1000] * seen.failed]
    found = summary(seen).with_failures
    assert found
    for percent in (50, 90, 95, 99.9):
        assert found.percentile(percent) == pytest.approx(percentile(every, percent), rel=0.01)
