"""When a machine that was started again is healthy."""

import time

from bench.errors import ThreadmillError
from bench.testbed import engine
from bench.testbed.machines import Machines


def wait_until_healthy(machines: Machines, machine: str, within: float) -> float:
    """The moment, on the monotonic clock, at which the machine's health check passes.

    The check is run from here: the engine would run it only after its whole interval.
    """
    container = machines.container_id(machine)
    _, *check = engine.inspect(container)["Config"]["Healthcheck"]["Test"]  # behind the word CMD
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            engine.docker("exec", container, *check)
            return time.monotonic()
        except ThreadmillError:
            time.sleep(0.2)
    raise AssertionError(f"{machine} was not healthy {within:.0f} s after its start")
