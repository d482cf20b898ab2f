"""Warming a fresh variant up, with its CPU cap lifted, until it is steady by measurement."""

import time
from collections.abc import Callable

from bench import steadiness, telemetry
from bench.load import Load, Offer
from bench.results import Warmup, WarmupStep

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
        span = now_at - last_at
        step = WarmupStep(
            at=round(now_at - began, 2),
            throughput=(now.requests - last.requests) / span,
            compiling=(now.compile_seconds - last.compile_seconds) / span,
        )
        steps.append(step)
        last_at, last = now_at, now
        steady, reason = steadiness.judge(steps)
        say(f"warm-up {step.at:3.0f} s: {step.throughput:7,.0f}/s, compilers {step.compiling:4.0%}; {reason}")
    return Warmup(seconds=round(time.monotonic() - began, 2), steady=steady, reason=reason, steps=steps)
