"""The user's commands, run as a user runs them: `make` in the project's folder, in a process group of its own."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from bench.paths import ROOT
from bench.spec import request

SHORT_BENCH = ("bench", "SCENARIO=no-io", "VARIANT=blocking", "VUS=5", "DURATION=5", "WARMUP=60")
"""The words after `make` of a benchmark of one variant that takes a minute: long enough to be interrupted."""

TWO_CORES = ("APP_CPUS=2.0", "APP_CORES=0-1")
"""For commands that start an app whose speed is not the question: under one core it would take 4 s longer."""

# What the session may have been given; a user's shell holds none of it. What make exports, tests/run.py takes away.
_VARIABLES = (*request.KNOWN, "EXPERIMENT", "RESUME", "ANYWAY", "SCENARIOS")


@dataclass(frozen=True)
class Outcome:
    """How a command ended, as a shell would report it, and what it wrote to the screen."""

    status: int
    seconds: float
    text: str

    def lines_with(self, word: str) -> list[str]:
        return [line for line in self.text.splitlines() if word in line]

    def interrupted_well(self) -> None:
        """Assert that Ctrl-C ended it as it should."""
        assert self.status == 130, f"exit status {self.status}:\n{self.text}"
        assert "Traceback" not in self.text, f"a stack trace:\n{self.text}"


class Command:
    """A `make` under way. Leaving the context ends it and everything that it has started."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        inherited = {name: value for name, value in os.environ.items() if name not in _VARIABLES}
        self._begun = time.monotonic()
        self._process = subprocess.Popen(
            ["make", *arguments], cwd=ROOT, env={**inherited, **environment}, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            preexec_fn=_heed_interrupts,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def wait_for(self, condition: Callable[[], bool], what: str, within: float) -> None:
        """Return when the condition holds; an AssertionError if the command ends first, or it takes too long."""
        deadline = time.monotonic() + within
        while not condition():
            assert self._process.poll() is None, f"make ended before {what}:\n{self.outcome(within=5).text}"
            assert time.monotonic() < deadline, f"no {what} within {within:.0f} s"
            time.sleep(0.1)

    def interrupt(self) -> None:
        """Ctrl-C: the terminal sends it to the whole process group."""
        os.killpg(self._process.pid, signal.SIGINT)

    def outcome(self, within: float) -> Outcome:
        """Wait for the end. A command that takes longer than it may is a TimeoutExpired."""
        text, _ = self._process.communicate(timeout=within)
        code = self._process.returncode
        return Outcome(code if code >= 0 else 128 - code, time.monotonic() - self._begun, text)


def make(*arguments: str, within: float, **environment: str) -> Outcome:
    """Run `make` to its end."""
    with Command(*arguments, **environment) as command:
        return command.outcome(within)


def _heed_interrupts() -> None:
    """Tests that run in the background of a shell inherit that Ctrl-C is ignored, and would hand it on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
