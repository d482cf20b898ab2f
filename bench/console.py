"""What is going on and how long it will still take, on the screen."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console

from bench.errors import ThreadmillError

WIDTH = 180
"""Columns of the output where it goes to a file, so that no table is squeezed."""

console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)


class Progress:
    """One line per phase of a run. The estimate of a run is the mean of the finished ones, once there are any."""

    def __init__(self, runs: int, estimate: float, finished: Sequence[float] = ()) -> None:
        """`runs` in all, of which those `finished` took so many seconds each; else a run takes the `estimate`."""
        self.runs = runs
        self.finished = list(finished)
        self.first_estimate = estimate
        self.run_began = time.monotonic()

    @property
    def estimate(self) -> float:
        """Seconds of one run."""
        return sum(self.finished) / len(self.finished) if self.finished else self.first_estimate

    def start_run(self) -> None:
        self.run_began = time.monotonic()

    def end_run(self) -> None:
        self.finished.append(time.monotonic() - self.run_began)

    def left(self) -> float:
        """Seconds that the experiment still needs."""
        this_run = max(self.estimate - (time.monotonic() - self.run_began), 0.0)
        return this_run + self.estimate * (self.runs - len(self.finished) - 1)

    def say(self, name: str, phase: str) -> None:
        number = min(len(self.finished) + 1, self.runs)
        console.print(f"[dim]{clock(self.left()):>6} left[/]  run {number}/{self.runs} [bold]{name:<15}[/] {phase}")


class Attempts:
    """Several experiments in turn: one that fails is told, and the others run all the same."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    @contextmanager
    def of(self, name: str, how: str = "failed") -> Iterator[None]:
        """Tell a fault inside, and go on after it."""
        try:
            yield
        except ThreadmillError as fault:
            console.print(f"{fault.logs}\n{name} {how}: {fault}".strip(), markup=False)
            self.failed.append(name)


@contextmanager
def attempts(command: str, report: Callable[[], object] = lambda: None) -> Iterator[Attempts]:
    """Several experiments that `command` does, reported whatever ends them. The user is told how to go on where they
    are interrupted, and a ThreadmillError at the end names those that failed, if any did."""
    found = Attempts()
    try:
        yield found
    except BaseException:
        console.print(f"to go on with it: {command}")
        raise
    finally:
        report()
    if found.failed:
        raise ThreadmillError(f"{', '.join(found.failed)} failed, as told above; {command} goes on")


def clock(seconds: float) -> str:
    """m:ss; of minutes, h:mm."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
