"""Shells that stay open in containers, so that reading a machine's counters starts no process.

At each end of a window every machine is read. A `docker exec` for each took of the app's core and of its cap, so that
the app answered fewer requests in the window's first half second, and after its end.
"""

import os
import select
import subprocess
from contextlib import AbstractContextManager

from bench.errors import EngineSilentError, ThreadmillError
from bench.testbed import engine
from bench.testbed.placement import Engine

CLOSING = 5.0
"""Seconds that a shell may take to end."""
_END = "== end"


class Shell(AbstractContextManager["Shell"]):
    """A shell in a container, which runs `script`, one of a POSIX shell, each time that it is asked."""

    def __init__(self, container: str, script: str, at: Engine) -> None:
        self._container = container
        forever = f'while read -r _; do {script}; echo "{_END}"; done'
        self._process: subprocess.Popen[bytes] = engine.opened(container, "sh", "-c", forever, at=at)

    def ask(self) -> str:
        """What the script printed; a ThreadmillError where the shell has ended, as with its container."""
        asked, answered = self._process.stdin, self._process.stdout
        assert asked and answered
        told = b""
        try:
            asked.write(b"\n")
            asked.flush()
            while not told.endswith(f"{_END}\n".encode()):
                told += self._more(answered.fileno())
        except OSError as fault:
            raise ThreadmillError(f"the shell in {self._container} cannot be asked: {fault}") from None
        return told.decode().removesuffix(f"{_END}\n")

    def _more(self, pipe: int) -> bytes:
        ready, _, _ = select.select([pipe], [], [], engine.PATIENCE)
        if not ready:
            raise EngineSilentError(f"the shell in {self._container} did not answer within {engine.PATIENCE:.0f} s")
        piece = os.read(pipe, 1 << 16)
        if not piece:
            raise ThreadmillError(f"the shell in {self._container} has ended")
        return piece

    def __exit__(self, *_: object) -> None:
        """The end of what it reads ends the shell, and that the docker command; one that hangs is left to itself."""
        try:
            self._process.communicate(timeout=CLOSING)
        except subprocess.TimeoutExpired:
            self._process.kill()
