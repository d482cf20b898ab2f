"""When a machine that was started again is healthy."""

import time

from bench.testbed import engine


def wait_until_healthy(machine: str, within: float) -> float:
    """The moment, on the monotonic clock, at which the machine's health check passes."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        state = engine.inspect(engine.existing()[machine])["State"]
        if state["Status"] == "running" and state["Health"]["Status"] == "healthy":
            return time.monotonic()
        time.sleep(0.2)
    raise AssertionError(f"{machine} was not healthy {within:.0f} s after its start")
