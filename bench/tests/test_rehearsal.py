import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from bench.probes import actuator
from bench.runner import warmup
from bench.runner.k6 import Offer
from bench.testbed import cgroup
from bench.testbed.cgroup import Counters
from bench.testbed.machines import Machines
from bench.tests.fakes import Behaviour, FakeMachines, World
from bench.tests.fakes.load import FakeLoad
from bench.tests.fakes.stage import CPUS
from bench.tests.test_cgroup import V2

OFFER = Offer(
    scenario="create-agent", variant="blocking", model="closed", vus=50, rate=None, settle=0, duration=180, seed=1
)
READING = actuator.parse_app("")
COUNTERS = cgroup.parse(V2)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seconds of each load that was offered; each takes as long on a clock that stands still otherwise."""
    seconds: list[int] = []
    slept: list[float] = []
    world = World(Behaviour(), CPUS)

    def load(offer: Offer) -> FakeLoad:
        seconds.append(offer.duration)
        return FakeLoad(world, offer)

    monkeypatch.setattr(warmup, "Load", load)
    monkeypatch.setattr(actuator, "read_app", lambda _: READING)
    monkeypatch.setattr(time, "monotonic", lambda: sum(seconds) + sum(slept))
    monkeypatch.setattr(time, "sleep", slept.append)
    return seconds


class Compiling(FakeMachines):
    """An app whose compilers take so many of the ten CPU seconds of each rehearsal that was `offered`."""

    def __init__(self, offered: list[int], each: list[float]) -> None:
        super().__init__(World(Behaviour(), CPUS))
        self.offered, self.each = offered, each

    def counters(self, names: Iterable[str]) -> dict[str, Counters]:
        taken = sum(self.each[: len(self.offered)])
        return {name: replace(COUNTERS, cpu_seconds=10.0 * len(self.offered), compilers={1: taken}) for name in names}


def test_one_rehearsal_is_enough_where_the_compilers_stay_quiet(offered: list[int]) -> None:
    machines = Compiling(offered, [0.4])
    assert capped(machines, limit=120) == [0.04]
    assert offered == [warmup.SECONDS]


def test_it_is_shorter_where_requests_wait(offered: list[int]) -> None:
    machines = Compiling(offered, [0.4])
    capped(machines, limit=120, waits=True)
    assert offered == [warmup.WAITING_SECONDS]


def test_it_is_rehearsed_until_they_are_quiet(offered: list[int]) -> None:
    machines = Compiling(offered, [9.0, 3.0, 0.2])
    assert capped(machines, limit=120) == [0.9, 0.3, 0.02]


def test_with_the_cap_lifted_it_is_shorter_and_one_is_enough(offered: list[int]) -> None:
    machines = Compiling(offered, [5.0, 0.1])
    assert free(machines, limit=120) == [0.5]
    assert offered == [warmup.FREE_SECONDS]


def test_but_not_for_ever(offered: list[int]) -> None:
    machines = Compiling(offered, [9.0] * 9)
    assert len(capped(machines, limit=120)) == warmup.AT_MOST


@pytest.mark.parametrize(("limit", "seconds"), [(5, [5, 5]), (15, [5, 15]), (3, [3])])
def test_each_is_no_longer_than_the_warm_up_may_be(offered: list[int], limit: int, seconds: list[int]) -> None:
    machines = Compiling(offered, [9.0] * 9)
    free(machines, limit=limit)
    capped(machines, limit=limit)
    assert offered == seconds


def test_the_rest_ends_when_the_app_uses_no_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    used: Iterator[float] = iter([0.0, 0.9, 1.7, 1.71])
    clock: Iterator[float] = iter(range(20))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(time, "sleep", lambda _: None)
    monkeypatch.setattr(actuator, "read_app", lambda _: replace(READING, cpu_seconds=next(used)))
    assert warmup.rest("http://app").cpu_seconds == 1.71


def free(machines: Machines, limit: int) -> list[float]:
    return warmup.freely(OFFER, machines, 0.5, limit, lambda _: None)


def capped(machines: Machines, limit: int, waits: bool = False) -> list[float]:
    return warmup.under_the_cap(OFFER, machines, 0.5, limit, waits, lambda _: None)
