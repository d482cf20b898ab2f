"""Who stands still, and what shows it: k6 in the open model, the service in the closed one.

In each of them the measure that was there before, latency of good answers from the start of the request, says little.
The same is simulated in k6/tests/lag.ts and bench/tests/test_stalls.py.
"""

import time

import pytest

from bench.results import LoadSummary
from bench.runner.k6 import WINDOW_START, Load
from bench.runner.offer import CONTAINER, Offer
from bench.spec.variants import VARIANTS
from bench.testbed import engine
from tests.note import Note
from tests.stack.stack import Stack

BEFORE = 3.0
"""Seconds of the window after which somebody stands still."""
DURATION = 9

RATE, PAUSE = 25, 2.0
"""A fifth of the window's arrivals is due while k6 stands still; few enough that the app, which is cold, answers them
quickly when they all come at once."""

USERS, THINK_MS, LIMIT, STALL = 10, 200, 2, 3.0
"""Each user asks some 30 times and gives up once: three requests in a hundred."""

pytestmark = [pytest.mark.parametrize("stack", VARIANTS[:1], indirect=True), pytest.mark.usefixtures("uncapped")]


def test_in_the_open_model_a_pause_of_k6_is_in_the_latency_and_in_its_lag(stack: Stack, note: Note) -> None:
    load = disturbed(offer(stack, model="open", vus=None, rate=RATE), CONTAINER, PAUSE)
    assert load.failed == 0 and load.latency_from == "arrival", load
    assert load.lag_ms and load.from_start_ms
    note(
        f"k6 paused for {PAUSE:g} s: p95 {load.from_start_ms.p95:,.0f} ms from the start of requests, "
        f"{load.latency_ms.p95:,.0f} ms since their arrivals were due; k6's lag at most {load.lag_ms.max:,.0f} ms"
    )
    assert (load.lag_ms.max or 0) > 900 * PAUSE, "the first arrival of the pause was late by all of it"
    assert (load.latency_ms.p95 or 0) > 500 * PAUSE, "a tenth of the arrivals waited longer than half of the pause"
    assert (load.from_start_ms.p95 or 0) < 250 * PAUSE, "which the latency from their start hides"


def test_in_the_closed_model_a_stall_of_the_service_is_in_the_latency_of_all_requests(stack: Stack, note: Note) -> None:
    options = {"THINK": str(THINK_MS), "TIMEOUT": str(LIMIT)}
    offered = offer(stack, model="closed", vus=USERS, rate=None, options=options)
    load = disturbed(offered, stack.machines.container_id("app"), STALL)
    assert load.limit_ms == LIMIT * 1000 and load.failures["response-timeout"] >= USERS, load
    found = load.with_failures
    assert found
    p99 = found.percentile(99) or 0
    note(
        f"the app stalled for {STALL:g} s: p99 {load.latency_ms.p99:,.0f} ms of good answers, {p99:,.0f} ms of all "
        f"requests with a time limit of {LIMIT} s; {load.failed} of {load.good + load.failed} failed"
    )
    assert p99 == load.limit_ms, "more than one request in a hundred had no answer"
    assert (load.latency_ms.p99 or 0) < 0.9 * load.limit_ms, "which the latency of good answers hides"


def offer(stack: Stack, **shape: object) -> Offer:
    given = {
        "scenario": "no-io", "variant": stack.variant, "settle": 2, "duration": DURATION, "seed": 1, "observed": False,
    }  # fmt: skip
    return Offer(**{**given, **shape})  # type: ignore[arg-type]


def disturbed(offered: Offer, container: str, seconds: float) -> LoadSummary:
    """The summary of a window within which the container stood still for so long."""
    with Load(offered) as load:
        load.wait_for(WINDOW_START, within=60)
        time.sleep(BEFORE)
        engine.docker("pause", container)
        try:
            time.sleep(seconds)
        finally:
            engine.docker("unpause", container)
        return load.summary(within=DURATION + 60)
