import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

import pytest

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.testbed import logged_build
from bench.testbed.logged_build import run_logged

CLEANS_UP = """
import pathlib, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # a handler and pause() would miss one that comes between
with open(sys.argv[2], "w") as waiting:
    print("begun", file=waiting)
signal.sigwait({signal.SIGTERM})
pathlib.Path(sys.argv[1]).touch()
"""
"""A build's child. It says over a named pipe that it has begun, and removes what is half made when it is ended."""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(logged_build, "ROOT", tmp_path)
    return tmp_path / "cache" / "db.log"


@pytest.fixture
def said() -> list[str]:
    return []


def shell(script: str) -> list[str]:
    return ["sh", "-c", script]


def cleaning(folder: Path, name: str = "x") -> tuple[list[str], Path, Path]:
    """A build whose child cleans up, the file that tells so, and the pipe that tells that it has begun."""
    clean, pipe, program = folder / f"{name}.clean", folder / f"{name}.pipe", folder / f"{name}.py"
    os.mkfifo(pipe)
    program.write_text(CLEANS_UP)
    return shell(f"{sys.executable} {program} {clean} {pipe}; true"), clean, pipe


def appears(path: Path) -> bool:
    """The shell that is ended does not wait for its child."""
    deadline = time.monotonic() + 10
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    return path.exists()


def test_build_tells_its_cause_and_where_its_log_is(log: Path, said: list[str]) -> None:
    script = shell("echo 'write /x: no space left on device'; exit 1")
    with pytest.raises(
        ThreadmillError, match=r"db could not be built: the disk is full; .*the whole log is cache/db.log"
    ) as fault:
        run_logged(script, log, "db", said.append, Event())
    assert fault.value.logs == "write /x: no space left on device"


def test_single_fault_of_a_mirror_is_said_and_the_build_run_once_more(
    log: Path, said: list[str], tmp_path: Path
) -> None:
    once = shell(f"[ -e {tmp_path}/asked ] || {{ touch {tmp_path}/asked; echo 'E: 502  Bad Gateway'; exit 1; }}")
    assert run_logged(once, log, "db", said.append, Event()) < 5
    assert said == ["db: a package repository answered with a fault of its own; trying once more"]


def test_mirror_that_goes_on_failing_is_asked_twice_only(log: Path, said: list[str], tmp_path: Path) -> None:
    always = shell(f"echo x >> {tmp_path}/asked; echo 'E: 502  Bad Gateway'; exit 1")
    with pytest.raises(ThreadmillError, match="answered with a fault of its own; wait a while"):
        run_logged(always, log, "db", said.append, Event())
    assert (tmp_path / "asked").read_text() == "x\nx\n"


def test_other_faults_are_not_tried_again(log: Path, said: list[str], tmp_path: Path) -> None:
    with pytest.raises(ThreadmillError, match="the end of its log is above"):
        run_logged(shell(f"echo x >> {tmp_path}/asked; echo 'segmentation fault'; exit 1"), log, "db", said.append,
                   Event())  # fmt: skip
    assert (tmp_path / "asked").read_text() == "x\n"
    assert said == []


def test_a_full_disk_is_named_although_its_log_could_not_be_written(
    log: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")
    for free, cause in ((logged_build.FULL_BELOW - 1, "the disk is full"), (1 << 40, "the end of its log")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: usage._replace(free=free))
        with pytest.raises(ThreadmillError, match=f"db could not be built: {cause}"):
            run_logged(shell("exit 1"), log, "db", said.append, Event())


def test_a_disk_without_room_for_a_log_is_full(
    log: Path, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(ThreadmillError, match="db could not be built: the disk is full"):
        run_logged(shell(f"touch {tmp_path}/begun"), log, "db", said.append, Event())
    assert not (tmp_path / "begun").exists()


def test_build_that_takes_too_long_is_ended_with_what_it_started(
    log: Path, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logged_build, "BUILD_SECONDS", 1.0)
    command, clean, pipe = cleaning(tmp_path)
    reader = Thread(target=pipe.read_text)
    reader.start()
    with pytest.raises(ThreadmillError, match="it took too long"):
        run_logged(command, log, "db", said.append, Event())
    reader.join()
    assert appears(clean), "the build's child could not clean up"


def test_build_that_has_to_stop_is_ended_with_what_it_started_and_not_tried_again(
    log: Path, said: list[str], tmp_path: Path
) -> None:
    command, clean, pipe = cleaning(tmp_path)
    stopping = Event()

    def stop_when_it_has_begun() -> None:
        pipe.read_text()
        stopping.set()

    reader = Thread(target=stop_when_it_has_begun)
    reader.start()
    command[-1] += "; echo 'E: 502  Bad Gateway'; exit 1"
    with pytest.raises(ThreadmillError, match="db: stopped"):
        run_logged(command, log, "db", said.append, stopping)
    reader.join()
    assert appears(clean), "the build's child could not clean up"
    assert said == []


INTERRUPTED = """
import signal, sys
from functools import partial
from pathlib import Path
from bench.cli import guarded
from bench.testbed.jobs import Job, perform
from bench.testbed.logged_build import run_logged
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test runner's worker may ignore it
folder = Path(sys.argv[1])
def build(name, stopping):
    program = [sys.executable, str(folder / f"{name}.py"), str(folder / f"{name}.clean"), str(folder / f"{name}.pipe")]
    run_logged(program, folder / f"{name}.log", name, print, stopping)
jobs = [Job(name, partial(build, name)) for name in ("one", "two")]
sys.exit(guarded(lambda: perform(jobs, partial(print, flush=True))))
"""
"""A command that builds two images at once."""


def test_ctrl_c_ends_every_build_and_lets_it_clean_up(tmp_path: Path) -> None:
    pipes = [cleaning(tmp_path, name)[2] for name in ("one", "two")]
    command = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(tmp_path)], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert [pipe.read_text() for pipe in pipes] == ["begun\n"] * 2
    command.send_signal(signal.SIGINT)
    told, _ = command.communicate(timeout=30)
    assert told.splitlines() == ["stopping: one, two", "interrupted; what had finished is kept"]
    assert command.returncode == 130
    assert sorted(path.name for path in tmp_path.glob("*.clean")) == ["one.clean", "two.clean"]
