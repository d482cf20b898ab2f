import platform

import pytest

from bench.testbed import topology
from bench.testbed.host import Host
from bench.testbed.topology import Core
from bench.tests.topologies import RECORDED, files, pairs


def test_threads_of_a_core_are_found_together_node_by_node() -> None:
    assert topology.parse(RECORDED["2 with threads"]) == [Core(0, (0, 2)), Core(0, (1, 3))]
    assert topology.parse(RECORDED["2 nodes of 4 with threads"])[:5] == [
        Core(0, (0, 8)), Core(0, (2, 10)), Core(0, (4, 12)), Core(0, (6, 14)), Core(1, (1, 9)),
    ]  # fmt: skip


def test_neighbours_may_be_threads_of_one_core() -> None:
    assert topology.parse(files(["0,1", "2,3"], ["0-3"])) == [Core(0, (0, 1)), Core(0, (2, 3))]
    assert topology.parse({"cpu/cpu0/topology/core_cpus_list": "0-1\n"}) == [Core(0, (0, 1))], "no node is told"


def test_an_older_kernel_tells_siblings_alone_and_a_node_may_have_memory_only() -> None:
    older = {path: text for path, text in files(pairs(2), ["0-3", ""]).items() if "core_cpus" not in path}
    assert topology.parse(older) == [Core(0, (0, 2)), Core(0, (1, 3))]


def test_no_files_tell_nothing() -> None:
    assert topology.parse({}) == []


@pytest.fixture
def eight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topology, "read", lambda: RECORDED["8"])


def here(kernel: str, cores: int) -> Host:
    return Host(kernel, "a CPU", cores, 2**33, 0, 2)


@pytest.mark.usefixtures("eight")
def test_cores_are_told_only_of_the_engine_s_own_host() -> None:
    assert len(topology.of(here(platform.release(), 8))) == 8
    assert topology.of(here("6.10-linuxkit", 8)) == [], "the engine is in a virtual machine"
    assert topology.of(here(platform.release(), 4)) == [], "the engine counts other cores than this system"


def test_threads_are_apart_if_two_machines_have_them() -> None:
    cores = topology.parse(RECORDED["4 with threads"])
    assert topology.threads_apart({"app": {0, 4}, "db": {1}}, cores) == []
    assert topology.threads_apart({"app": {0}, "db": {0}}, cores) == [], "they share one thread"
    assert topology.threads_apart({"app": {0}, "db": {4, 1}}, cores) == [("0,4", ["app", "db"])]
    assert topology.threads_apart({"app": {0, 4}, "db": {0, 4}}, cores) == [("0,4", ["app", "db"])]
