"""Moments between health checks: a check asks the database something, which would count as the app's own statement."""

import json
import time
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from bench.testbed import engine
from bench.testbed.machines import Machines

_PATIENCE = 60.0
_NANOSECONDS = 1e9


class Quiet:
    """The time in which none of these machines is checked.

    The engine begins a check its interval after the last one has ended. So one question tells for some seconds when
    the next one is due, and the engine is not asked again before.
    """

    def __init__(self, machines: Machines, names: Iterable[str]) -> None:
        self._names = list(names)
        self._containers = [machines.container_id(name) for name in self._names]
        self._until = 0.0

    def begin(self, seconds: float) -> float:
        """Return as soon as no check is due for the next `seconds`; and until when (UNIX time)."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            if time.time() + seconds < self._until:
                return self._until
            self._until = min(map(_next_check, json.loads(engine.docker("inspect", *self._containers))))
            if time.time() + seconds >= self._until:
                time.sleep(0.05)
        raise AssertionError(f"health checks of {self._names} never left {seconds} s of quiet within {_PATIENCE:.0f} s")


def _next_check(container: Mapping[str, Any]) -> float:
    ended = max(datetime.fromisoformat(check["End"]).timestamp() for check in container["State"]["Health"]["Log"])
    return ended + float(container["Config"]["Healthcheck"]["Interval"]) / _NANOSECONDS
