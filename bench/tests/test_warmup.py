import time
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest

from bench.probes import actuator
from bench.probes.actuator import AppReading
from bench.runner import warmup
from bench.runner.k6 import BEHIND_COMPILERS, USUAL_WEIGHT
from bench.runner.offer import Offer

OFFER = Offer(
    scenario="need-a-number", variant="reactor", model="closed", vus=200, rate=None, settle=0, duration=80, seed=1
)


class Unending(AbstractContextManager["Unending"]):
    """A load that does what it is told."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer

    def wait_for(self, moment: str, within: float) -> None:
        pass

    def weigh(self, weight: int) -> None:
        pass

    def check(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The one moment of a clock that only sleeping moves on, and whoever adds to it."""
    moment = [0.0]

    def sleep(seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        moment[0] += seconds

    monkeypatch.setattr(time, "monotonic", lambda: moment[0])
    monkeypatch.setattr(time, "sleep", sleep)
    return moment


def test_an_app_that_is_slow_to_be_read_makes_longer_steps(monkeypatch: pytest.MonkeyPatch, now: list[float]) -> None:
    """As one whose event loops sleep, and whose scrape takes seven seconds."""
    asked = list[float]()

    def read(_: str) -> AppReading:
        now[0] += 7.0
        return actuator.parse_app("")

    monkeypatch.setattr(actuator, "read_app", read)
    monkeypatch.setattr(warmup, "Load", Unending)
    found = warmup.warm_up(OFFER, "http://app", 30, lambda: asked.append(now[0]), lambda _: None)
    assert len(found.steps) >= 2 and not found.steady
    assert len(asked) == len(found.steps)  # what is asked besides the load, it is asked after each step


def test_k6_gets_what_the_compilers_leave_until_they_are_first_quiet(
    monkeypatch: pytest.MonkeyPatch, now: list[float]
) -> None:
    weights: list[tuple[float, int]] = []

    def read(_: str) -> AppReading:
        """Two compilers work for 6 s, and one again from second 9 on."""
        compiled = 2 * min(now[0], 6.0) + max(now[0] - 9.0, 0.0)
        return replace(actuator.parse_app(""), requests=1000 * now[0], compile_seconds=compiled, cpu_seconds=now[0])

    class Weighed(Unending):
        def weigh(self, weight: int) -> None:
            weights.append((now[0], weight))

    monkeypatch.setattr(actuator, "read_app", read)
    monkeypatch.setattr(warmup, "Load", Weighed)
    warmup.warm_up(OFFER, "http://app", 12, lambda: None, lambda _: None)
    assert weights == [(0.0, BEHIND_COMPILERS), (7.5, USUAL_WEIGHT)]
