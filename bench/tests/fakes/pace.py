"""Watching the cores' pace in a simulated world, with the interface of bench.probes.pace.PaceWatch."""

WORK_SECONDS = 0.00025


class FakePaceWatch:
    """The simulated cores never change their speed."""

    def __init__(self, cores: set[int]) -> None:
        self._taken = [WORK_SECONDS] * 10 if cores else []

    def start(self) -> None:
        pass

    def stop(self) -> list[float]:
        return self._taken
