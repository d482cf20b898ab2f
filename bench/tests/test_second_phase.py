import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate

import pytest

from bench.probes import actuator
from bench.probes.sampler import Sampler, Timed
from bench.results import Drift
from bench.runner import run, second_phase
from bench.runner.offer import Offer
from bench.testbed import cgroup
from bench.testbed.cgroup import Counters
from bench.testbed.machines import Machines
from bench.tests import examples
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

    monkeypatch.setattr(second_phase, "Load", load)
    monkeypatch.setattr(actuator, "read_app", lambda *_, **__: READING)
    monkeypatch.setattr(time, "monotonic", lambda: sum(seconds) + sum(slept))
    monkeypatch.setattr(time, "sleep", slept.append)
    return seconds


class Compiling(FakeMachines):
    """An app whose compilers take so many of the ten CPU seconds of each load that was `offered`."""

    def __init__(self, offered: list[int], each: list[float]) -> None:
        super().__init__(World(Behaviour(), CPUS))
        self.offered, self.each = offered, each

    def counters(self, names: Iterable[str]) -> dict[str, Counters]:
        taken = sum(self.each[: len(self.offered)])
        return {name: replace(COUNTERS, cpu_seconds=10.0 * len(self.offered), compilers={1: taken}) for name in names}


def test_one_load_is_enough_where_the_compilers_stay_quiet(offered: list[int]) -> None:
    machines = Compiling(offered, [0.4])
    assert capped(machines, limit=120) == [0.04]
    assert offered == [second_phase.CAPPED_SECONDS]


def test_it_is_shorter_where_requests_wait(offered: list[int]) -> None:
    machines = Compiling(offered, [0.4])
    capped(machines, limit=120, waits=True)
    assert offered == [second_phase.WAITING_SECONDS]


def test_there_are_more_until_they_are_quiet(offered: list[int]) -> None:
    machines = Compiling(offered, [9.0, 3.0, 0.2])
    assert capped(machines, limit=120) == [0.9, 0.3, 0.02]


def test_with_the_cap_lifted_it_is_shorter_and_one_is_enough(offered: list[int]) -> None:
    machines = Compiling(offered, [5.0, 0.1])
    assert free(machines, limit=120) == [0.5]
    assert offered == [second_phase.UNCAPPED_SECONDS]


def test_but_not_for_ever(offered: list[int]) -> None:
    machines = Compiling(offered, [9.0] * 9)
    assert len(capped(machines, limit=120)) == second_phase.AT_MOST


@pytest.mark.parametrize(("limit", "seconds"), [(5, [3, 5]), (13, [3, 13]), (2, [2])])
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
    assert second_phase.rest("http://app").cpu_seconds == 1.71


RISING, STEEP = [1000.0] * 4 + [1020.0] * 4, [800.0, 850.0, 920.0, 980.0, 1030.0, 1100.0, 1150.0, 1200.0]


@pytest.mark.parametrize(("rates", "times"), [(RISING, 1), (STEEP, second_phase.AT_MOST)])
def test_it_is_repeated_under_the_cap_while_throughput_is_shown_to_change(
    offered: list[int], monkeypatch: pytest.MonkeyPatch, rates: list[float], times: int
) -> None:
    monkeypatch.setattr(Sampler, "finish", lambda _: readings(rates))
    found = second_phase.capped(OFFER, Compiling(offered, [0.1] * 9), 0.5, 120, False, lambda _: None)
    assert [one.drifting for one in found] == [times > 1] * times


def test_its_first_seconds_do_not_count(offered: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """In them its users connect."""
    monkeypatch.setattr(Sampler, "finish", lambda _: readings([10.0, 500.0, *[1000.0] * 5]))
    (found,) = second_phase.capped(OFFER, Compiling(offered, [0.1]), 0.5, 120, False, lambda _: None)
    assert found.drift is not None and found.drift.change == 0


def test_with_the_cap_lifted_throughput_is_not_read(offered: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sampler, "finish", lambda _: readings(STEEP))
    (found,) = second_phase.uncapped(OFFER, Compiling(offered, [0.1]), 0.5, 120, lambda _: None)
    assert found.drift is None


def test_a_run_whose_last_load_still_changed_never_got_steady() -> None:
    changing = second_phase.ShortLoad(0.01, Drift(change=0.2, low=0.15, high=0.25))
    flat = second_phase.ShortLoad(0.01, Drift(change=0.01, low=-0.2, high=0.22))
    settled = run.both_phases(examples.warmup(), [], [changing, flat])
    assert (settled.steady, settled.capped_compilers, settled.drift) == (True, [0.01, 0.01], flat.drift)
    unsettled = run.both_phases(examples.warmup(), [], [flat, changing])
    assert not unsettled.steady
    assert unsettled.reason == "throughput still changed by +20% [+15%, +25%] in load 2 under the cap"


def readings(rates: list[float]) -> list[Timed]:
    """The app's, 2 s apart, at these rates between them."""
    counts = accumulate((2 * rate for rate in rates), initial=0.0)
    return [Timed(2.0 * index, replace(READING, requests=count)) for index, count in enumerate(counts)]


def free(machines: Machines, limit: int) -> list[float]:
    return [one.compilers for one in second_phase.uncapped(OFFER, machines, 0.5, limit, lambda _: None)]


def capped(machines: Machines, limit: int, waits: bool = False) -> list[float]:
    found = second_phase.capped(OFFER, machines, 0.5, limit, waits, lambda _: None)
    return [one.compilers for one in found]
