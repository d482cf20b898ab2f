"""Only one command at a time has the machines."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bench import turn
from bench.errors import ThreadmillError

ADDRESS = f"\0threadmill-test-{os.getpid()}"
"""Not the machines' own, which a command may have just now."""
HOLD = f"""
import sys
from bench import turn
turn.take({ADDRESS!r})
print("has it", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def nothing_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "_held", {})


@pytest.fixture
def other() -> Iterator[subprocess.Popen[str]]:
    """Another process that has the machines, until its input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stdout.readline() == "has it\n"
        yield process


def test_a_second_command_is_told_to_wait(other: subprocess.Popen[str]) -> None:
    with pytest.raises(ThreadmillError, match="another command has the machines, "):
        turn.take(ADDRESS)


def test_the_machines_are_free_when_the_other_has_ended_however_it_ended(other: subprocess.Popen[str]) -> None:
    other.kill()
    other.wait()
    turn.take(ADDRESS)


def test_one_command_takes_them_as_often_as_it_needs() -> None:
    turn.take(ADDRESS)
    turn.take(ADDRESS)
