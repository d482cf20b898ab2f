from typing import Any

import pytest

from bench.testbed import caps, topology
from bench.testbed.caps import Caps
from bench.testbed.host import Host, cores_of, spelled
from bench.tests.topologies import RECORDED

GIB = 1024**3


def service(**changes: Any) -> dict[str, Any]:
    return {
        "image": "x:1", "cpus": 0.5, "cpuset": "0", "mem_limit": str(GIB), "memswap_limit": str(GIB),
        "ulimits": {"nofile": 65535}, "ports": [{"published": "8080", "target": 8080}], **changes,
    }  # fmt: skip


def host(cores: int = 2, available: int = 8 * GIB) -> Host:
    return Host("6.1", "a CPU", cores, 16 * GIB, available, 2)


def test_caps_are_read_from_the_compose_configuration() -> None:
    read = caps.read({"services": {"app": service()}})["app"]
    assert (read.cpus, read.cores, read.memory, read.ports, read.files) == (0.5, "0", GIB, (8080,), 65535)


def test_a_missing_core_names_the_variable_to_change() -> None:
    plan = caps.read({"services": {"prometheus": service(cpuset="1")}})
    assert caps.complaints(plan, host(cores=2)) == []
    assert "OBSERVER_CORES" in caps.complaints(plan, host(cores=1))[0]


def test_too_little_memory_is_told_in_numbers() -> None:
    plan = caps.read({"services": {"app": service(), "db": service()}})
    complaint = caps.complaints(plan, host(available=GIB))[0]
    assert "2048 MiB" in complaint and "1024 MiB are free" in complaint


def test_shared_cores_name_their_machines() -> None:
    plan = caps.read({"services": {"app": service(), "db": service(cpuset="0-1"), "load": service(cpuset="2")}})
    assert caps.shared_cores(plan) == {0: ["app", "db"]}


def test_cpu_sets() -> None:
    assert cores_of("0,2-4") == {0, 2, 3, 4}
    assert cores_of("") == set()


@pytest.mark.parametrize("text", ["", "0", "0-1", "2-3,10", "1,3,5-7"])
def test_cpu_sets_are_written_as_the_kernel_writes_them(text: str) -> None:
    assert spelled(cores_of(text)) == text


def test_another_spelling_of_a_cpu_set_is_what_the_cgroup_reads_back() -> None:
    assert caps.read({"services": {"app": service(cpuset="3,2,8")}})["app"].cores == "2-3,8"


def placed(**cores: str) -> dict[str, Caps]:
    return caps.read({"services": {name: service(cpuset=cpus) for name, cpus in cores.items()}})


def test_a_plan_for_more_cores_names_those_that_are_missing_and_what_to_do() -> None:
    plan = placed(app="1", db="2-4", load="6-7")
    told = caps.misfit("8-cores", plan, host(cores=4), [])
    assert told is not None
    assert told.startswith("PLAN=8-cores gives db CPU 4, load CPU 6-7, but the host has 4 (0 to 3); `make doctor` ")
    assert caps.misfit("8-cores", plan, host(cores=8), []) is None


def test_a_plan_for_cores_is_refused_where_its_cpus_are_threads_of_the_same_cores() -> None:
    """8 CPUs of 4 cores have every number of a plan for 8 cores."""
    plan = placed(app="1", db="5", load="2-3", prometheus="0", cadvisor="0")
    told = caps.misfit("8-cores", plan, host(cores=8), topology.parse(RECORDED["4 with threads"]))
    assert told is not None and "CPU 1,5 are hardware threads of one core here, and it divides them between" in told
    assert "app, db; `make doctor` proposes a plan for this host" in told
    assert caps.misfit("8-cores", plan, host(cores=8), topology.parse(RECORDED["8"])) is None


def test_observers_may_divide_a_core_between_them() -> None:
    cores = topology.parse(RECORDED["4 with threads"])
    assert caps.threads_apart(placed(app="1,5", prometheus="0", cadvisor="4"), cores) == []
    assert caps.threads_apart(placed(app="4", prometheus="0"), cores) == [("0,4", ["app", "the observers"])]


def test_the_app_gets_what_an_idle_machine_on_its_cores_leaves() -> None:
    plan = caps.read(
        {
            "services": {
                "app": service(),
                "db": service(),
                "downstream": service(cpuset="1"),
                "load": service(cpuset="1"),
            }
        }
    )
    assert caps.for_scenario(plan, ["db"]) == {"app": 0.5, "db": 0.5, "load": 0.5}
    assert caps.for_scenario(plan, ["downstream"]) == {"app": 1.0, "downstream": 0.5, "load": 0.5}
