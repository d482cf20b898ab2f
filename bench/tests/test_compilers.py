import subprocess
import threading
from pathlib import Path

import pytest

from bench.testbed import cgroup

C2 = "31 (C2 CompilerThre) S 1 1 1 0 -1 4194368 812 0 0 0 {user} {system} 0 0 20 0 87 0 5512 1 2 3"
C1 = "32 (C1 CompilerThre) R 1 1 1 0 -1 4194368 200 0 0 0 40 10 0 0 20 0 87 0 5513 1 2 3"


def test_each_compiler_s_cpu_time_is_read_in_seconds() -> None:
    assert cgroup.parse_compilers(f"{C2.format(user=250, system=50)}\n{C1}\n") == {31: 3.0, 32: 0.5}


def test_what_is_no_jvm_has_no_compilers() -> None:
    assert cgroup.parse_compilers("") == {}


def test_what_they_took_counts_from_the_first_reading() -> None:
    assert cgroup.compiled({31: 3.0, 32: 0.5}, {31: 3.25, 32: 0.5}) == 0.25


def test_a_compiler_that_began_in_between_counts_whole_and_one_that_ended_not_at_all() -> None:
    assert cgroup.compiled({31: 3.0}, {33: 0.5}) == 0.5


@pytest.mark.parametrize(("used", "share"), [(9.8, 0.05), (1.0, 0.05), (25.0, 0.02)])
def test_their_share_is_of_the_cap_unless_the_app_used_more(used: float, share: float) -> None:
    assert cgroup.compiler_share(0.5, used, allowed=10.0) == share


def test_the_script_finds_a_thread_of_that_name_and_no_other() -> None:
    begun, done = threading.Event(), threading.Event()
    named = threading.Thread(target=_as_compiler, args=(begun, done))
    named.start()
    assert begun.wait(10)
    try:
        printed = subprocess.run(["sh", "-c", cgroup.READ_COMPILERS], capture_output=True, text=True, check=True).stdout
        assert named.native_id in cgroup.parse_compilers(printed)
        assert threading.main_thread().native_id not in cgroup.parse_compilers(printed)
    finally:
        done.set()
        named.join()


def _as_compiler(begun: threading.Event, done: threading.Event) -> None:
    Path("/proc/thread-self/comm").write_text("C2 CompilerThre")
    begun.set()
    done.wait(30)
