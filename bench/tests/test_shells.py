"""Shells that stay open, here on this host instead of in a container."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.errors import ThreadmillError
from bench.testbed import cgroup, engine, shells
from bench.testbed.placement import HERE
from bench.testbed.shells import Shell


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    found: list[subprocess.Popen[bytes]] = []

    def here(_: str, *argv: str, **__: object) -> subprocess.Popen[bytes]:
        found.append(subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        return found[-1]

    monkeypatch.setattr(engine, "opened", here)
    yield found
    for process in found:
        process.kill()


def test_one_process_answers_as_often_as_it_is_asked(started: list[subprocess.Popen[bytes]], tmp_path: Path) -> None:
    counted = tmp_path / "counted"
    with Shell("a1", f"while read -r line; do echo $line; done < {counted}", HERE) as shell:
        for told in ("== one\n", "two\nthree\n" * 20_000):
            counted.write_text(told)
            assert shell.ask() == told
    assert [process.returncode for process in started] == [0], "it has ended with what asks it"


def test_it_tells_what_a_process_of_its_own_would(started: list[subprocess.Popen[bytes]]) -> None:
    alone = subprocess.run(["sh", "-c", cgroup.READ], capture_output=True, text=True, check=True).stdout
    with Shell("a1", cgroup.READ, HERE) as shell:
        asked = shell.ask()
    assert [line for line in asked.splitlines() if line.startswith("== ")] == [
        line for line in alone.splitlines() if line.startswith("== ")
    ]
    assert cgroup.parse(asked).at >= cgroup.parse(alone).at


def test_one_that_ended_with_its_container_says_so(started: list[subprocess.Popen[bytes]]) -> None:
    with Shell("a1", "exit", HERE) as shell:
        for how in ("has ended", "cannot be asked|has ended"):
            with pytest.raises(ThreadmillError, match=f"the shell in a1 ({how})"):
                shell.ask()


def test_one_that_hangs_is_told_and_left_to_itself(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.2)
    monkeypatch.setattr(shells, "CLOSING", 0.2)
    with Shell("a1", "sleep 60", HERE) as shell, pytest.raises(ThreadmillError, match="a1 did not answer within 0 s"):
        shell.ask()
    assert started[0].wait(5) < 0
