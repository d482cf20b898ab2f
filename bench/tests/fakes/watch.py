"""Watching cores in a simulated world, with the interface of bench.probes.watch.Watch."""

import time

from bench.probes.cores import Reading
from bench.probes.watch import Watch
from bench.testbed import probe

WORK_SECONDS = 0.00025


class CoreWatch(Watch[Reading]):
    """Time jumps, so that it reads at the two ends only: the window is one interval."""

    def __init__(self, machine: str) -> None:
        super().__init__(lambda: Reading(time.monotonic(), probe.busy_seconds(machine)), 0)

    def start(self, first: Reading | None = None) -> None:
        self._keep(first or self._read())

    def stop(self) -> list[Reading]:
        self._keep(self._read())
        return self._readings[:2]


class PaceWatch(Watch[float]):
    """The simulated cores never change their speed."""

    def __init__(self, _: str, cores: set[int]) -> None:
        super().__init__(lambda: WORK_SECONDS if cores else None, 0)

    def start(self, first: float | None = None) -> None:
        for _ in range(10):
            self._keep(self._read())

    def stop(self) -> list[float]:
        return self._readings
