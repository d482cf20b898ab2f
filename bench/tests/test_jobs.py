import signal
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from threading import Barrier, Event
from typing import Any

import pytest

from bench.errors import ThreadmillError
from bench.testbed import jobs
from bench.testbed.jobs import Job, essential, order, perform

SOON = 60.0
"""Seconds after which a test that waits for another job fails. None waits for as long if all is well."""


@pytest.fixture
def begun() -> list[str]:
    return []


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "AT_ONCE", 1)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as a program has it: a test runner's worker may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def job(
    name: str, *needs: str, run: Callable[[Event], object] = id, seconds: float = 1.0, optional: bool = False
) -> Job:
    return Job(name, run, frozenset(needs), seconds, optional)


def recorded(name: str, begun: list[str], *needs: str, seconds: float = 1.0, optional: bool = False) -> Job:
    return job(name, *needs, run=lambda _: begun.append(name), seconds=seconds, optional=optional)


def fails(message: str, after: Event | None = None) -> Callable[[Event], object]:
    def run(_: Event) -> None:
        assert after is None or after.wait(SOON)
        raise ThreadmillError(message)

    return run


def stops(begins: Event, ended: list[str]) -> Callable[[Event], object]:
    """Work that goes on until it has to stop, and then needs a moment for it."""

    def run(stopping: Event) -> None:
        begins.set()
        assert stopping.wait(SOON), "nobody asked it to stop"
        ended.append("cleaned up")
        raise ThreadmillError("stopped")

    return run


def silent(_: str) -> None:
    pass


def test_essential_come_first_then_what_takes_longest_with_all_that_waits_for_it() -> None:
    asked = [
        job("observer", "base", seconds=900, optional=True),
        job("db", "base", seconds=15),
        job("services", "java", "maven", seconds=60),
        job("java", "base", seconds=10),
        job("maven", "base", seconds=20),
        job("load", "base", seconds=85),
        job("base", seconds=25),
    ]
    assert order(asked) == ["base", "load", "maven", "java", "services", "db", "observer"]


def test_a_base_is_essential_to_whom_it_serves() -> None:
    asked = [job("base", optional=True), job("other", optional=True), job("db", "base"), job("watch", "other")]
    assert essential(asked) == {"base", "db", "other", "watch"}
    assert essential([job("base", optional=True), job("watch", "base", optional=True)]) == set()


@pytest.mark.usefixtures("one_at_a_time")
def test_what_becomes_ready_overtakes_what_takes_less(begun: list[str]) -> None:
    asked = [
        recorded("db", begun, seconds=15),
        recorded("services", begun, "maven", seconds=60),
        recorded("maven", begun, seconds=20),
        recorded("observer", begun, seconds=900, optional=True),
    ]
    assert perform(asked, silent) == {}
    assert begun == ["maven", "services", "db", "observer"]


def test_nothing_begins_before_what_it_needs_has_ended() -> None:
    told: list[str] = []
    may_end = Event()

    def base(_: Event) -> None:
        assert may_end.wait(SOON)
        told.append("base ended")

    def beside(_: Event) -> None:
        may_end.set()

    perform([job("leaf", "base", run=lambda _: told.append("leaf began")), job("base", run=base),
             job("beside", run=beside)], silent)  # fmt: skip
    assert told == ["base ended", "leaf began"]


def test_a_need_that_no_job_has_is_there_already(begun: list[str]) -> None:
    perform([recorded("services", begun, "maven")], silent)
    assert begun == ["services"]


def test_three_run_at_the_same_time() -> None:
    met = Barrier(jobs.AT_ONCE)
    asked = [job(f"job {number}", run=lambda _: met.wait(SOON)) for number in range(jobs.AT_ONCE)]
    assert jobs.AT_ONCE == 3
    assert perform(asked, silent) == {}  # else the barrier breaks, and its fault is raised


def test_an_essential_fault_stops_the_others_and_is_raised_when_they_have_ended(begun: list[str]) -> None:
    runs, ended, said = Event(), list[str](), list[str]()
    asked = [
        job("long", run=stops(runs, ended), seconds=9),
        job("broken", run=fails("no network", after=runs)),
        recorded("after", begun, "long"),
    ]
    with pytest.raises(ThreadmillError, match="no network"):
        perform(asked, said.append)
    assert ended == ["cleaned up"]
    assert begun == []
    assert said == ["stopping: long"]


def test_an_optional_fault_is_told_at_once_and_the_others_go_on(begun: list[str]) -> None:
    said: list[str] = []
    told = Event()

    def say(text: str) -> None:
        said.append(text)
        told.set()

    asked = [
        job("watch", run=fails("watch could not be built: no network"), optional=True),
        recorded("dashboard", begun, "watch", optional=True),
        job("load", run=lambda _: begun.append("load") if told.wait(SOON) else None),
        recorded("app", begun, "load"),
    ]
    faults = perform(asked, say)
    assert begun == ["load", "app"]
    assert {name: str(fault) for name, fault in faults.items()} == dict.fromkeys(
        ("watch", "dashboard"), "watch could not be built: no network"
    )
    assert said == ["watch could not be built: no network; going on without it"]


def test_an_optional_fault_that_an_essential_job_needs_is_raised(begun: list[str]) -> None:
    asked = [job("base", run=fails("the disk is full"), optional=True), recorded("db", begun, "base")]
    with pytest.raises(ThreadmillError, match="the disk is full"):
        perform(asked, silent)
    assert begun == []


def test_a_mistake_in_an_optional_job_is_no_missing_image() -> None:
    def mistaken(_: Event) -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        perform([job("watch", run=mistaken, optional=True)], silent)


@pytest.mark.usefixtures("interruptible")
def test_an_interruption_stops_all_that_run(begun: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, all_begun = Event(), Event(), Event()
    ended, said = list[str](), list[str]()

    def wait(*what: Any, **how: Any) -> object:
        all_begun.set()
        return futures.wait(*what, **how)

    def interrupts(stopping: Event) -> None:
        assert first.wait(SOON) and second.wait(SOON) and all_begun.wait(SOON)
        for _ in range(int(SOON)):  # Python sleeps on where a signal comes just before it begins to wait for a lock
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            if stopping.wait(1):
                return
        raise AssertionError("nobody asked it to stop")

    asked = [
        job("one", run=stops(first, ended), seconds=9),
        job("two", run=stops(second, ended), optional=True),
        job("user", run=interrupts, seconds=5),
        recorded("after", begun, "one"),
    ]
    monkeypatch.setattr(jobs, "wait", wait)
    with pytest.raises(KeyboardInterrupt):
        perform(asked, said.append)
    assert ended == ["cleaned up"] * 2
    assert begun == []
    assert said == ["stopping: one, user, two"]
