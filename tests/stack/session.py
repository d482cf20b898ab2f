"""A program kept open inside a machine, so that a question costs one line and no new process of the engine."""

import subprocess
from typing import Self

from bench.testbed.machines import Machines

END = "end-of-answer"
"""The line that the program prints after each answer."""


class Session:
    """Questions go in and lines come out, one answer at a time. To be used as a context."""

    def __init__(self, machines: Machines, machine: str, script: str) -> None:
        self._machine = machine
        self._program = subprocess.Popen(
            ["docker", "exec", "--interactive", machines.container_id(machine), "bash", "-c", script],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.communicate()

    def ask(self, question: str) -> list[str]:
        """The lines of the answer. A program that ends instead is an AssertionError with what it said."""
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(f"{question}\n")
        self._program.stdin.flush()
        found: list[str] = []
        for line in self._program.stdout:
            if line.rstrip("\n") == END:
                return found
            found.append(line.rstrip("\n"))
        assert self._program.stderr
        raise AssertionError(f"{self._machine} refused `{question}`: {self._program.stderr.read().strip()}")
