import os
import threading

import pytest

from bench.probes import cores

MS = 0.001


def test_cores_that_become_slower_take_more_cpu_time_for_the_same() -> None:
    taken = [0.25 * MS] * 20 + [0.5 * MS] * 20
    assert cores.mean_work_ms(taken) == 0.3333, "half of the time at 4,000, half at 2,000 a second: 3,000 on average"
    assert cores.speed_change(taken) < -0.5


def test_cores_that_are_slow_now_and_then_do_not_change() -> None:
    assert cores.speed_change([0.25 * MS, 0.25 * MS, 0.5 * MS] * 20) == 0.0


def test_a_few_pieces_of_work_tell_no_change() -> None:
    assert cores.speed_change([0.25 * MS, 0.5 * MS]) == 0.0


def test_a_host_that_does_not_tell_has_no_pace() -> None:
    assert cores.mean_work_ms([]) is None and cores.speed_change([]) == 0.0


def test_it_works_until_it_is_stopped_and_leaves_other_threads_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = threading.Event()
    moved: list[tuple[int, set[int]]] = []

    def move(thread: int, cores: set[int]) -> None:
        moved.append((thread, cores))
        if len(moved) == 3:
            worked.set()

    monkeypatch.setattr(os, "sched_setaffinity", move, raising=False)
    monkeypatch.setattr(cores, "WORK_INTERVAL", 0.001)
    watch = cores.watch_speed("app", {0})
    watch.start()
    assert worked.wait(timeout=10)
    taken = watch.stop()
    assert len(taken) >= 3 and min(taken) > 0
    assert set(map(str, moved)) == {"(0, {0})"}, "0 is the calling thread, see sched_setaffinity(2)"


def test_cores_of_another_system_are_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()

    def refuse(_: int, __: set[int]) -> None:
        asked.set()
        raise OSError("invalid argument")

    monkeypatch.setattr(os, "sched_setaffinity", refuse, raising=False)
    monkeypatch.setattr(cores, "WORK_INTERVAL", 0.001)
    watch = cores.watch_speed("app", {400})
    watch.start()
    assert asked.wait(timeout=10)
    assert watch.stop() == []
