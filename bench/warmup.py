"""Warming a fresh variant up, with its CPU cap lifted, until it is steady by measurement."""

import time
from collections.abc import Callable

from bench import steadiness, telemetry
from bench.load import Load, Offer
from bench.results import Warmup, WarmupStep
from bench.telemetry import AppReading

STEP = 5.0
"""Seconds between two readings of the app's counters."""


def warm_up(offer: Offer, management_url: str, limit: int, say: Callable[[str], None]) -> Warmup:
    """Offer load until `steadiness` is satisfied or `limit` seconds have passed; the load has ended on return."""
    load = Load(offer)
    try:
        load.wait_for("threadmill window start", within=60)
        return _watch(load, management_url, limit, say)
    finally:
        load.stop()


def _watch(load: Load, management_url: str, limit: int, say: Callable[[str], None]) -> Warmup:
    began = time.monotonic()
    last_at, last = began, telemetry.read_app(management_url)
    steps: list[WarmupStep] = []
    steady, reason = False, "no time to warm up was given"
    while time.monotonic() - began + STEP <= limit and not steady:
        time.sleep(STEP - (time.monotonic() - began) % STEP)
        load.check()
        now_at, now = time.monotonic(), telemetry.read_app(management_url)
        step = between(last, now, now_at - last_at, round(now_at - began, 2))
        steps.append(step)
        last_at, last = now_at, now
        steady, reason = steadiness.judge(steps)
        say(f"warm-up {step.at:3.0f} s: {step.throughput:7,.0f}/s, compilers {step.compiling:4.0%}; {reason}")
    return Warmup(seconds=round(time.monotonic() - began, 2), steady=steady, reason=reason, steps=steps)


def between(before: AppReading, after: AppReading, seconds: float, at: float) -> WarmupStep:
    """The step between two readings that lie `seconds` apart."""
    requests = after.requests - before.requests
    compiling = after.compile_seconds - before.compile_seconds
    working = max(after.cpu_seconds - before.cpu_seconds - compiling, 0.0)
    return WarmupStep(
        at=at,
        throughput=requests / seconds,
        compiling=compiling / seconds,
        cpu_us=working / requests * 1e6 if requests else None,
    )
