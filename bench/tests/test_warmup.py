import time
from contextlib import AbstractContextManager

import pytest

from bench.probes import actuator
from bench.probes.actuator import AppReading
from bench.runner import warmup
from bench.runner.k6 import Offer

OFFER = Offer(
    scenario="need-a-number", variant="reactor", model="closed", vus=200, rate=None, settle=0, duration=80, seed=1
)


class Unending(AbstractContextManager["Unending"]):
    """A load that does what it is told."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer

    def wait_for(self, moment: str, within: float) -> None:
        pass

    def check(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


def test_an_app_that_is_slow_to_be_read_makes_longer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose event loops sleep, and whose scrape takes seven seconds."""
    now, asked = [0.0], list[float]()

    def pass_time(seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        now[0] += seconds

    def read(_: str) -> AppReading:
        pass_time(7.0)
        return actuator.parse_app("")

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", pass_time)
    monkeypatch.setattr(actuator, "read_app", read)
    monkeypatch.setattr(warmup, "Load", Unending)
    found = warmup.warm_up(OFFER, "http://app", 30, lambda: asked.append(now[0]), lambda _: None)
    assert len(found.steps) >= 2 and not found.steady
    assert len(asked) == len(found.steps)  # what is asked besides the load, it is asked after each step
