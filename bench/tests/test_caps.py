from typing import Any

from bench.testbed import caps
from bench.testbed.host import Host, cores_of

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
