"""Watching cores in a simulated world, with the interface of bench.probes.cores.CoreWatch."""

import time

from bench.probes.cores import Reading
from bench.testbed import host


class FakeCoreWatch:
    """Time jumps, so that it reads at the two ends only: the window is one interval."""

    def __init__(self) -> None:
        self._readings: list[Reading] = []

    def start(self) -> None:
        self._read()

    def stop(self) -> list[Reading]:
        self._read()
        return self._readings[:2]

    def _read(self) -> None:
        self._readings.append(Reading(time.monotonic(), host.busy_seconds()))
