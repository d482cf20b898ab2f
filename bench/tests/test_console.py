import time

import pytest

from bench.console import Progress


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that a test sets."""
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return clock


def test_at_first_the_estimate_counts(now: list[float]) -> None:
    found = Progress(4, 100.0)
    now[0] = 30.0
    assert found.left() == 70.0 + 300.0


def test_a_finished_run_is_a_better_estimate(now: list[float]) -> None:
    found = Progress(4, 100.0)
    found.start_run()
    now[0] = 60.0
    found.end_run()
    found.start_run()
    assert found.left() == 3 * 60.0


def test_the_runs_of_an_earlier_session_count(now: list[float]) -> None:
    found = Progress(4, 100.0, [40.0, 60.0])
    found.start_run()
    assert (found.estimate, found.left()) == (50.0, 100.0)


def test_a_run_that_takes_longer_leaves_the_others(now: list[float]) -> None:
    found = Progress(2, 100.0)
    found.start_run()
    now[0] = 500.0
    assert found.left() == 100.0
