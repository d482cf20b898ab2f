"""Only one command at a time has the machines, and a dead one does not keep them."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bench.errors import ThreadmillError
from bench.testbed import engine, lock
from bench.testbed.lock import Holder
from bench.tests.fakes.lock_engine import LockEngine

ANNOUNCE = "import sys; from bench.testbed.lock import Holder; print(Holder.here('make bench').dump(), flush=True)"


@pytest.fixture
def docker(monkeypatch: pytest.MonkeyPatch) -> LockEngine:
    fake = LockEngine()
    monkeypatch.setattr(engine, "docker", fake.docker)
    return fake


@pytest.fixture
def other() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Another process, and how it calls itself in the lock."""
    command = [sys.executable, "-c", f"{ANNOUNCE}; sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process, process.stdout.readline().strip()


def elsewhere(**fields: object) -> Holder:
    return replace(Holder.here("make bench"), **fields)  # type: ignore[arg-type]


def test_it_is_held_inside_and_free_afterwards(docker: LockEngine) -> None:
    with lock.held("make up"):
        (label,) = docker.containers.values()
        found = Holder.parse(label)
        assert found and found.command == "make up" and not found.has_ended()
    assert docker.containers == {}


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), ThreadmillError("port 8080 is in use")])
def test_it_is_free_again_whatever_ends_the_command(docker: LockEngine, fault: BaseException) -> None:
    with pytest.raises(type(fault)), lock.held("make bench"):
        raise fault
    assert docker.containers == {}


def test_a_second_command_is_told_who_has_it_and_takes_nothing(
    docker: LockEngine, other: tuple[subprocess.Popen[str], str]
) -> None:
    process, label = other
    docker.hold(label)
    told = rf"another command has the machines \(`make bench`, process {process.pid} on .*wait until it has ended$"
    with pytest.raises(ThreadmillError, match=told), lock.held("make up"):
        raise AssertionError("two commands at once")
    assert list(docker.containers.values()) == [label]


def test_a_killed_command_s_lock_is_taken_over(
    docker: LockEngine, other: tuple[subprocess.Popen[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    process, label = other
    docker.hold(label)
    process.kill()  # and its parent has not asked how it ended, as a shell may not for a while
    while not Holder.parse(label).has_ended():  # type: ignore[union-attr]
        pass
    with lock.held("make up"):
        assert label not in docker.containers.values() and len(docker.containers) == 1
    assert f"process {process.pid}" in capsys.readouterr().out


def test_the_id_of_a_dead_process_may_be_another_s_by_now() -> None:
    assert elsewhere(started="1").has_ended()


def test_what_ran_before_the_host_booted_has_ended() -> None:
    assert elsewhere(machine="").boot == Holder.here("").boot
    gone = elsewhere(boot="before")
    assert gone.has_ended() == bool(gone.machine), "without an id of the host, it may be another host"


@pytest.mark.parametrize("fields", [{"host": "other"}, {"machine": "other"}, {"namespace": "pid:[1]"}])
def test_a_process_that_cannot_be_seen_is_not_taken_for_dead(docker: LockEngine, fields: dict[str, str]) -> None:
    """On another host that uses the same engine, or in a container with process ids of its own."""
    docker.hold(elsewhere(started="1", **fields).dump())
    with pytest.raises(ThreadmillError, match=f"if it was killed: docker rm {lock.NAME}"), lock.held("make up"):
        raise AssertionError("a live command's machines were taken")
    assert len(docker.containers) == 1


def test_somebody_else_s_container_of_that_name_is_left_alone(docker: LockEngine) -> None:
    docker.hold("")
    with pytest.raises(ThreadmillError, match="is not Threadmill's"), lock.held("make up"):
        raise AssertionError("not ours")
    assert len(docker.containers) == 1


def test_a_lock_that_another_has_taken_over_meanwhile_is_not_removed(docker: LockEngine) -> None:
    with lock.held("make up"):
        docker.containers.clear()
        docker.hold(elsewhere(pid=1).dump())
    assert len(docker.containers) == 1


def test_a_dead_lock_that_another_removes_first_is_no_fault(
    docker: LockEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    docker.hold(elsewhere(started="1").dump())
    found = lock.find()
    docker.containers.clear()
    answers = iter([found])
    really = lock.find
    monkeypatch.setattr(lock, "find", lambda _: next(answers, None) or really())
    with lock.held("make up"):
        assert len(docker.containers) == 1


def test_an_engine_that_fails_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: str, **__: object) -> str:
        raise ThreadmillError("the Docker engine did not answer", "")

    monkeypatch.setattr(engine, "docker", fail)
    with pytest.raises(ThreadmillError, match="did not answer"), lock.held("make up"):
        raise AssertionError("no lock was taken")


@pytest.mark.parametrize(
    ("stat", "started"),
    [
        ("31 (python3 -m (x)) S 1 1 1 0 -1 4194368 812 0 0 0 250 50 0 0 20 0 87 0 5512 1 2 3", "5512"),
        ("31 (python3) Z 1 1 1 0 -1 4194368 812 0 0 0 250 50 0 0 20 0 87 0 5512 1 2 3", None),
        ("", None),
    ],
)
def test_the_start_of_a_process(stat: str, started: str | None) -> None:
    assert lock.parse_stat(stat) == started


def test_a_system_without_proc_asks_ps(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `-o lstart=` prints on macOS, by its ps(1): the exact start in the form %c of strftime(3)."""

    class NoProc:
        def __init__(self, _: str) -> None: ...

        def exists(self) -> bool:
            return False

    def ps(argv: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(argv, 0, "Mon Nov 23 11:02:07 2026    \n" if argv[-1] == "7" else "", "")

    monkeypatch.setattr(lock, "Path", NoProc)
    monkeypatch.setattr(subprocess, "run", ps)
    assert (lock.process_start(7), lock.process_start(8)) == ("Mon Nov 23 11:02:07 2026", None)
