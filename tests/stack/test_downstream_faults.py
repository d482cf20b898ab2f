"""Downstream breaks in every way it can: each variant says so in time, as a problem or by a stream that visibly breaks
off, and serves the next call.
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from tests.note import Note
from tests.stack.attempt import Attempt, attempt
from tests.stack.downstream import Downstream, counted
from tests.stack.estate import Json
from tests.stack.health import wait_until_healthy
from tests.stack.problems import check
from tests.stack.relay import FLUX, RELAYS
from tests.stack.stack import Stack

pytestmark = pytest.mark.usefixtures("loaded")

MESSAGES = "/passthrough/messages"
PATHS = (MESSAGES, *RELAYS)

GARBAGE, CUT_AFTER_2, STALL_AFTER_2, FAILURE = -1, -2, -3, -4
"""Seeds of a stream that downstream answers with a fault."""
FAR_TOO_LONG_MS = 60_000
"""Of a message: the longest delay that the API takes."""
QUICK = 2934
"""Seed of a sound one, whose first three elements have 102 ms of waits together."""

GRACE = 2.0
"""Seconds on top of a time limit within which the caller must have its answer."""

RECOVERED_WITHIN = 12.0
"""Seconds after a restarted downstream is healthy until calls succeed: the JDK remembers for 10 s that a name could
not be resolved."""

Attempts = dict[str, Attempt]
"""By path."""


@pytest.fixture(scope="module")
def loaded(stack: Stack, uncapped: None) -> None:
    """The first call of each way loads classes, in downstream as well, which takes seconds on a slow host."""
    all_at_once(stack)


# -- calls ------------------------------------------------------------------------------------------------------


def call(stack: Stack, path: str, payload: str = "hello", delay: int = 0, seed: int = QUICK) -> Attempt:
    """Pass a message, or relay a stream of three elements."""
    if path == MESSAGES:
        return attempt(stack.api, "POST", path, json={"id": "1", "payload": payload, "delay": delay})
    return attempt(stack.api, "GET", path, params={"seed": seed, "elements": 3})


def ways(stack: Stack) -> list[str]:
    """The variant's ways through to downstream."""
    return [path for path in PATHS if path != FLUX or stack.record.servlet]


def all_at_once(stack: Stack, **request: Any) -> Attempts:
    """One call on each way."""
    with ThreadPoolExecutor(len(PATHS)) as pool:
        calls = {path: pool.submit(call, stack, path, **request) for path in ways(stack)}
    return {path: future.result() for path, future in calls.items()}


def on(path: str, attempts: Attempts) -> Attempt:
    """What that way gave; the test is skipped if the variant does not have it."""
    if path not in attempts:
        pytest.skip(f"this variant has no {path}")
    return attempts[path]


def passed(tried: Attempt) -> bool:
    """Whether downstream's answer came back, whole."""
    return tried.response.status_code == 200 and tried.whole


def serves_on(stack: Stack, path: str) -> None:
    """Assert that the next call gets through at once."""
    tried = call(stack, path)
    assert passed(tried), f"the next call of {path} got {tried}"
    assert tried.seconds < GRACE, f"the next call of {path} got {tried}"


# -- faults that a request asks for -----------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["garbage", "cut", "500"])
def test_a_message_that_gets_no_answer(stack: Stack, fault: str) -> None:
    tried = call(stack, MESSAGES, payload=f"fault:{fault}")
    check(tried.response, 502, "downstream-unavailable")
    assert tried.seconds < GRACE, f"502 came only after {tried.seconds:.1f} s"
    serves_on(stack, MESSAGES)


@pytest.mark.parametrize("seed", [GARBAGE, FAILURE], ids=["garbage", "500"])
@pytest.mark.parametrize("path", RELAYS)
def test_a_stream_that_has_no_first_element(stack: Stack, path: str, seed: int) -> None:
    if path not in ways(stack):
        pytest.skip(f"{stack.variant} has no {path}")
    tried = call(stack, path, seed=seed)
    check(tried.response, 502, "downstream-unavailable")
    assert tried.whole, f"the problem itself broke off: {tried}"
    assert tried.seconds < 1.0 + GRACE, f"502 came only after {tried.seconds:.1f} s"
    serves_on(stack, path)


@pytest.mark.parametrize("path", RELAYS)
def test_a_stream_that_is_cut_is_no_whole_one(stack: Stack, path: str) -> None:
    if path not in ways(stack):
        pytest.skip(f"{stack.variant} has no {path}")
    tried = call(stack, path, seed=CUT_AFTER_2)
    assert tried.response.status_code == 200, f"two elements came first, but {tried}"
    assert [element["index"] for element in elements(tried)] == [0, 1], f"two elements came, but {tried}"
    assert not tried.whole, f"half a stream looks like a whole one: {tried}"
    assert tried.seconds < 2.0 + GRACE, f"the break was told only after {tried.seconds:.1f} s"
    serves_on(stack, path)


def elements(tried: Attempt) -> list[Json]:
    return [json.loads(line) for line in tried.response.text.splitlines()]


# -- downstream is late -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def limit(stack: Stack) -> float:
    """Seconds that downstream has for its answer, and for each next element."""
    return stack.setting("DOWNSTREAM_TIMEOUT_MS") / 1000


@pytest.fixture(scope="module")
def late(stack: Stack, limit: float) -> Attempts:
    """Answers of a downstream that takes far longer than it may, so that nothing ends by itself before it is looked at,
    and whose streams stall after two elements."""
    return all_at_once(stack, delay=FAR_TOO_LONG_MS, seed=STALL_AFTER_2)


def test_a_message_that_is_late(stack: Stack, limit: float, late: Attempts) -> None:
    tried = late[MESSAGES]
    check(tried.response, 504, "downstream-timeout")
    assert limit - 0.5 < tried.seconds < limit + GRACE, f"the limit is {limit} s, 504 came after {tried.seconds:.1f} s"
    serves_on(stack, MESSAGES)


@pytest.mark.parametrize("path", RELAYS)
def test_a_stream_that_stalls_is_no_whole_one(stack: Stack, limit: float, late: Attempts, path: str) -> None:
    tried = on(path, late)
    assert [element["index"] for element in elements(tried)] == [0, 1], f"two elements came, but {tried}"
    assert not tried.whole, f"half a stream looks like a whole one: {tried}"
    assert limit - 0.5 < tried.seconds < limit + 2.0 + GRACE, f"the limit is {limit} s, but {tried}"
    serves_on(stack, path)


def test_what_was_late_is_given_up(late: Attempts, downstream: Downstream) -> None:
    """Whoever has told its caller that it is over must not go on waiting for downstream."""
    now = downstream.scrape()
    held = {name: counted(now, name) for name in ("open_messages", "open_streams")}
    assert late, "nothing was late"
    assert not any(held.values()), f"downstream still serves {held}"


# -- downstream is paused ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def paused(stack: Stack) -> tuple[Attempts, Attempts]:
    """What a paused downstream gave, and at once after it goes on."""
    stack.machines.command("pause", "downstream")
    try:
        during = all_at_once(stack)
    finally:
        stack.machines.command("unpause", "downstream")
    return during, all_at_once(stack)


@pytest.mark.parametrize("path", PATHS)
def test_a_paused_downstream(limit: float, paused: tuple[Attempts, Attempts], path: str) -> None:
    during, after = (on(path, attempts) for attempts in paused)
    check(during.response, 504, "downstream-timeout")
    assert during.seconds < limit + GRACE, f"the limit is {limit} s, 504 came after {during.seconds:.1f} s"
    assert passed(after), f"the next call, once downstream went on, got {after}"


# -- downstream is stopped --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stop:
    """What a stopped downstream gave; and how long after it was healthy again each way got through once more."""

    during: Attempts
    recovered: dict[str, float]


@pytest.fixture(scope="module")
def stop(stack: Stack) -> Stop:
    stack.machines.command("stop", "downstream")
    try:
        during = all_at_once(stack)
    finally:
        stack.machines.lift_caps(["downstream"])  # a JVM's start under its cap would take most of a minute
        stack.machines.command("start", "downstream")
        healthy = wait_until_healthy(stack.machines, "downstream", within=60)
        stack.machines.restore_caps({"downstream": stack.machines.caps["downstream"].cpus})
    with ThreadPoolExecutor(len(PATHS)) as pool:
        recoveries = {path: pool.submit(recovery, stack, path, healthy) for path in ways(stack)}
    return Stop(during, {path: future.result() for path, future in recoveries.items()})


def recovery(stack: Stack, path: str, healthy: float) -> float:
    """Seconds from `healthy` to the begin of the first call that gets through."""
    while True:
        begun = time.monotonic()
        if passed(call(stack, path)) or begun - healthy > RECOVERED_WITHIN:
            return max(0.0, begun - healthy)
        time.sleep(0.2)


@pytest.mark.parametrize("path", PATHS)
def test_a_stopped_downstream(stack: Stack, stop: Stop, note: Note, path: str) -> None:
    tried = on(path, stop.during)
    check(tried.response, 502, "downstream-unavailable")
    connect = stack.setting("DOWNSTREAM_CONNECT_TIMEOUT_MS") / 1000
    assert tried.seconds < connect + GRACE, f"502 came only after {tried.seconds:.1f} s"
    took = stop.recovered[path]
    note(f"{stack.variant}: {path} got through {took:.1f} s after downstream was healthy again")
    assert took < RECOVERED_WITHIN, f"{path} still failed {took:.0f} s after downstream was healthy"
