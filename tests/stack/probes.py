"""Moments between health checks: a check asks the database something, which would count as the app's own statement."""

import time
from collections.abc import Iterable
from datetime import datetime

from bench.testbed import engine
from bench.testbed.machines import Machines

_PATIENCE = 60.0
_NANOSECONDS = 1e9


def quiet_until(machines: Machines, names: Iterable[str], seconds: float) -> float:
    """Return as soon as none of these machines is checked for the next `seconds`; and until when (UNIX time).

    The engine begins a check its interval after the last one has ended.
    """
    chosen = list(names)
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        until = min(_next_check(machines.container_id(name)) for name in chosen)
        if time.time() + seconds < until:
            return until
        time.sleep(0.05)
    raise AssertionError(f"health checks of {chosen} never left {seconds} s of quiet within {_PATIENCE:.0f} s")


def _next_check(container: str) -> float:
    state = engine.inspect(container)
    ended = max(datetime.fromisoformat(check["End"]).timestamp() for check in state["State"]["Health"]["Log"])
    return ended + float(state["Config"]["Healthcheck"]["Interval"]) / _NANOSECONDS
