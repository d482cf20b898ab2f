import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bench.probes import actuator
from bench.runner import rehearsal
from bench.runner.k6 import Offer
from bench.testbed import cgroup
from bench.testbed.cgroup import Counters
from bench.testbed.machines import Machines
from bench.tests.test_cgroup import V2

OFFER = Offer("create-agent", "blocking", "closed", 50, None, 0, 180, 1)
READING = actuator.parse_app("")
COUNTERS = cgroup.parse(V2)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seconds of each load that was offered; each takes as long on a clock that stands still otherwise."""
    seconds: list[int] = []
    monkeypatch.setattr(rehearsal, "_offer", lambda offer: seconds.append(offer.duration))
    monkeypatch.setattr(time, "monotonic", lambda: float(sum(seconds)))
    monkeypatch.setattr(time, "sleep", lambda _: None)
    return seconds


def compilers(monkeypatch: pytest.MonkeyPatch, offered: list[int], each: list[float]) -> None:
    """An app whose compilers take so many of the ten CPU seconds of each rehearsal."""

    def counters(_: Machines, names: list[str]) -> dict[str, Counters]:
        taken = sum(each[: len(offered)])
        return {name: replace(COUNTERS, cpu_seconds=10.0 * len(offered), compilers={1: taken}) for name in names}

    monkeypatch.setattr(Machines, "__init__", lambda self: None)
    monkeypatch.setattr(Machines, "management_url", lambda self: "http://app")
    monkeypatch.setattr(Machines, "counters", counters)

    monkeypatch.setattr(rehearsal, "_rest", lambda _: READING)


def test_one_rehearsal_is_enough_where_the_compilers_stay_quiet(
    monkeypatch: pytest.MonkeyPatch, offered: list[int]
) -> None:
    compilers(monkeypatch, offered, [0.4])
    assert capped(limit=120) == [0.04]
    assert offered == [rehearsal.SECONDS]


def test_it_is_shorter_where_requests_wait(monkeypatch: pytest.MonkeyPatch, offered: list[int]) -> None:
    compilers(monkeypatch, offered, [0.4])
    capped(limit=120, waits=True)
    assert offered == [rehearsal.WAITING_SECONDS]


def test_it_is_rehearsed_until_they_are_quiet(monkeypatch: pytest.MonkeyPatch, offered: list[int]) -> None:
    compilers(monkeypatch, offered, [9.0, 3.0, 0.2])
    assert capped(limit=120) == [0.9, 0.3, 0.02]


def test_with_the_cap_lifted_it_is_shorter(monkeypatch: pytest.MonkeyPatch, offered: list[int]) -> None:
    compilers(monkeypatch, offered, [5.0, 0.1])
    assert free(limit=120) == [0.5, 0.01]
    assert offered == [rehearsal.FREE_SECONDS] * 2


def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch, offered: list[int]) -> None:
    compilers(monkeypatch, offered, [9.0] * 9)
    assert len(free(limit=120)) == rehearsal.FREE_AT_MOST
    assert len(capped(limit=120)) == rehearsal.AT_MOST


@pytest.mark.parametrize(("limit", "seconds"), [(5, [5, 5]), (15, [5, 5, 5, 15]), (3, [3])])
def test_each_is_no_longer_than_the_warm_up_may_be(
    monkeypatch: pytest.MonkeyPatch, offered: list[int], limit: int, seconds: list[int]
) -> None:
    compilers(monkeypatch, offered, [9.0] * 9)
    free(limit=limit)
    capped(limit=limit)
    assert offered == seconds


def test_the_rest_ends_when_the_app_uses_no_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    used: Iterator[float] = iter([0.0, 0.9, 1.7, 1.71])
    clock: Iterator[float] = iter(range(20))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(time, "sleep", lambda _: None)
    monkeypatch.setattr(actuator, "read_app", lambda _: replace(READING, cpu_seconds=next(used)))
    assert rehearsal._rest("http://app").cpu_seconds == 1.71


def free(limit: int) -> list[float]:
    return rehearsal.freely(OFFER, Machines(), 0.5, limit, lambda _: None)


def capped(limit: int, waits: bool = False) -> list[float]:
    return rehearsal.under_the_cap(OFFER, Machines(), 0.5, limit, waits, lambda _: None)
