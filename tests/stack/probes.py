"""Moments between the database's health checks: what a check asks it would count as the app's own statement."""

import time
from datetime import datetime

from bench.testbed.machines import Machines

_PATIENCE = 60.0
_NANOSECONDS = 1e9


class Quiet:
    """The time in which the database is not checked. The app of these tests has no check.

    The engine begins a check its interval after the last one has ended. So one question tells for some seconds when
    the next one is due, and the engine is not asked again before.
    """

    def __init__(self, machines: Machines) -> None:
        self._machines = machines
        self._until = 0.0

    def begin(self, seconds: float) -> float:
        """Return as soon as no check is due for the next `seconds`; and until when (UNIX time)."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            if time.time() + seconds < self._until:
                return self._until
            self._until = self._next_check()
            if time.time() + seconds >= self._until:
                time.sleep(0.05)
        raise AssertionError(f"the database's health checks never left {seconds} s of quiet within {_PATIENCE:.0f} s")

    def _next_check(self) -> float:
        database = self._machines.inspect("db")
        ended = max(datetime.fromisoformat(check["End"]).timestamp() for check in database["State"]["Health"]["Log"])
        return ended + float(database["Config"]["Healthcheck"]["Interval"]) / _NANOSECONDS
