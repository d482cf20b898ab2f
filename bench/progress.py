"""What is going on and how long it will still take, on the screen."""

import sys
import time

from rich.console import Console

WIDTH = 180
"""Columns of the output where it goes to a file, so that no table is squeezed."""

console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)


class Progress:
    """One line per phase of a run. The time left is scaled by how the finished runs compared with the estimate."""

    def __init__(self, runs: int, run_seconds: float) -> None:
        self.runs = runs
        self.estimate = run_seconds
        self.finished = 0
        self.began = time.monotonic()
        self.run_began = self.began

    def start_run(self) -> None:
        self.run_began = time.monotonic()

    def end_run(self) -> None:
        self.finished += 1
        self.estimate = (time.monotonic() - self.began) / self.finished

    def left(self) -> float:
        """Seconds that the experiment still needs."""
        this_run = max(self.estimate - (time.monotonic() - self.run_began), 0.0)
        return this_run + self.estimate * (self.runs - self.finished - 1)

    def say(self, variant: str, phase: str) -> None:
        number = min(self.finished + 1, self.runs)
        console.print(f"[dim]{clock(self.left()):>6} left[/]  run {number}/{self.runs} [bold]{variant:<15}[/] {phase}")


def clock(seconds: float) -> str:
    """m:ss."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
