"""Warming a fresh variant up: its first phase, a load with the CPU cap lifted until no change is seen.

With the cap lifted the compilers come first: until they are quiet, k6 gets what they leave of the cores. What the first
phase cannot show, the second does (second_phase.py).
"""

import time
from collections.abc import Callable, Iterator

from bench.analysis import steadiness
from bench.probes import actuator
from bench.probes.actuator import AppReading
from bench.results import Warmup, WarmupStep
from bench.runner.k6 import BEHIND_COMPILERS, USUAL_WEIGHT, WINDOW_START, Load
from bench.runner.offer import Offer

STEP = 1.5
"""Seconds between two readings of the app's counters. What the steps that must agree are too short to show, a compiler
that has work again, the second phase does."""


def warm_up(
    offer: Offer, management_url: str, limit: int, beside: Callable[[], object], say: Callable[[str], None]
) -> Warmup:
    """Offer load until `steadiness` is satisfied or `limit` seconds have passed; the load has ended on return.

    `beside` is called after each step: what the app is asked besides the load, now and then.
    """
    began = time.monotonic()
    steps: list[WarmupStep] = []
    steady, reason = False, "it was too short for a single step"
    with Load(offer) as load:
        load.wait_for(WINDOW_START, within=60)
        load.weigh(BEHIND_COMPILERS)
        behind = True
        for step in _steps(load, management_url, began, limit):
            steps.append(step)
            if behind and step.compiling < steadiness.QUIET:
                load.weigh(USUAL_WEIGHT)
                behind = False
            steady, reason = steadiness.judge(steps)
            say(f"warm-up {step.at:3.0f} s: {step.throughput:7,.0f}/s, {step.compiling:.1f} compilers; {reason}")
            if steady:
                break
            beside()
    return Warmup(seconds=round(time.monotonic() - began, 2), steady=steady, reason=reason, steps=steps)


def none() -> Warmup:
    """What a cold run has."""
    return Warmup(seconds=0.0, steady=False, reason="no time to warm up was given", steps=[])


def _steps(load: Load, management_url: str, began: float, until: float) -> Iterator[WarmupStep]:
    """A step every STEP seconds while load is offered, until so many seconds since `began`."""
    last_at, last = time.monotonic(), actuator.read_app(management_url)
    while last_at - began + STEP <= until + STEP / 2:
        time.sleep(max(STEP - (time.monotonic() - last_at), 0.0))  # a busy app may take longer to be read
        load.check()
        now_at, now = time.monotonic(), actuator.read_app(management_url)
        yield between(last, now, now_at - last_at, round(now_at - began, 2))
        last_at, last = now_at, now


def between(before: AppReading, after: AppReading, seconds: float, at: float) -> WarmupStep:
    """The step between two readings that lie `seconds` apart."""
    requests = after.requests - before.requests
    return WarmupStep(
        at=at,
        throughput=requests / seconds,
        compiling=(after.compile_seconds - before.compile_seconds) / seconds,
        cpu_us=(after.cpu_seconds - before.cpu_seconds) / requests * 1e6 if requests else None,
    )
