"""What is made of `docker info`: answers of engines that others have recorded, with the source of each."""

import json
import platform
from typing import Any

import pytest

from bench.errors import ThreadmillError
from bench.testbed import caps, engine, host
from bench.testbed.caps import Caps

DOCKER_20_V1: dict[str, Any] = {
    # https://github.com/vmware-tanzu/community-edition/issues/1962, `docker system info`, as the API's fields
    "ServerVersion": "20.10.8", "Driver": "overlay2", "CgroupDriver": "cgroupfs", "CgroupVersion": "1",
    "SecurityOptions": ["name=seccomp,profile=default"], "KernelVersion": "5.14.7-arch1-1",
    "OperatingSystem": "Arch Linux", "OSType": "linux", "Architecture": "x86_64", "NCPU": 4, "MemTotal": 16_535_624_089,
    "CpuCfsQuota": True, "CPUSet": True,
}  # fmt: skip
DOCKER_20_V2_SYSTEMD: dict[str, Any] = {
    # https://github.com/moby/moby/issues/42910, `docker info`, as the API's fields; cores and memory are made up
    "ServerVersion": "20.10.9", "Driver": "overlay2", "CgroupDriver": "systemd", "CgroupVersion": "2",
    "SecurityOptions": ["name=apparmor", "name=seccomp,profile=default", "name=cgroupns"],
    "KernelVersion": "5.11.0-37-generic", "OperatingSystem": "Ubuntu 20.04.3 LTS", "OSType": "linux",
    "Architecture": "x86_64", "NCPU": 2, "MemTotal": 2**33, "CpuCfsQuota": True, "CPUSet": True,
}  # fmt: skip
DOCKER_29_CONTAINERD: dict[str, Any] = {
    # https://github.com/google/cadvisor/issues/3772, comment of 2026-06-28: `docker info` with the containerd image
    # store, as the API's fields; what is not read here is as above
    **DOCKER_20_V2_SYSTEMD, "ServerVersion": "29.4.0-ce", "Driver": "overlayfs",
    "DriverStatus": [["driver-type", "io.containerd.snapshotter.v1"]],
}  # fmt: skip
DOCKER_DESKTOP_MAC: dict[str, Any] = {
    # https://github.com/docker/compose/issues/9369, `docker info` on macOS, as the API's fields
    "ServerVersion": "20.10.13", "Driver": "overlay2", "CgroupDriver": "cgroupfs", "CgroupVersion": "2",
    "SecurityOptions": ["name=seccomp,profile=default", "name=cgroupns"], "KernelVersion": "5.10.104-linuxkit",
    "OperatingSystem": "Docker Desktop", "OSType": "linux", "Architecture": "x86_64", "NCPU": 4,
    "MemTotal": 4_125_315_989, "CpuCfsQuota": True, "CPUSet": True,
}  # fmt: skip
ROOTLESS = {
    # the option is appended in daemon/info.go, in moby v20.10.24 as in v28.5.2; the rest as above
    **DOCKER_20_V2_SYSTEMD, "SecurityOptions": [*DOCKER_20_V2_SYSTEMD["SecurityOptions"], "name=rootless"],
}  # fmt: skip
SILENT = {
    # the client's answer without a daemon: field ServerErrors of docker/cli v20.10.24, cli/command/system/info.go
    "ServerVersion": "", "ServerErrors": ["Cannot connect to the Docker daemon at unix:///var/run/docker.sock."],
}  # fmt: skip
FITTING = (DOCKER_20_V1, DOCKER_20_V2_SYSTEMD, DOCKER_29_CONTAINERD, DOCKER_DESKTOP_MAC)


def facts(info: dict[str, Any]) -> host.EngineFacts:
    return host.parse_facts(json.dumps(info))


@pytest.mark.parametrize("info", FITTING, ids=["20-v1", "20-v2-systemd", "29-containerd", "desktop"])
def test_engines_that_users_have_are_fit(info: dict[str, Any]) -> None:
    found = facts(info)
    assert host.unfit(found) is None
    assert (found.cgroup, found.storage, found.cores) == (int(info["CgroupVersion"]), info["Driver"], info["NCPU"])


@pytest.mark.parametrize(
    ("info", "words"),
    [
        (ROOTLESS, "runs rootless, and there CPU caps and CPU sets do not hold; use the system's own engine"),
        ({**DOCKER_20_V1, "CpuCfsQuota": False}, "CPU caps do not hold on this engine's kernel"),
        ({**DOCKER_20_V1, "CpuCfsQuota": False, "CPUSet": False}, "CPU caps and CPU sets do not hold"),
        ({**DOCKER_DESKTOP_MAC, "OSType": "windows"}, "switch Docker Desktop to Linux containers"),
    ],
)
def test_an_engine_that_holds_no_caps_is_refused_with_the_next_step(info: dict[str, Any], words: str) -> None:
    with pytest.raises(ThreadmillError, match=words):
        host.refuse_unfit(facts(info))


def test_a_daemon_that_does_not_answer_is_told() -> None:
    with pytest.raises(ThreadmillError, match="does not answer: Cannot connect"):
        facts(SILENT)


def test_an_engine_of_before_control_groups_were_told_has_version_1() -> None:
    assert facts({name: value for name, value in DOCKER_20_V1.items() if name != "CgroupVersion"}).cgroup == 1


def test_the_host_is_the_engine_s_where_that_runs_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS: nothing of this system is told as if it carried the machines."""
    monkeypatch.setattr(engine, "docker", lambda *_, **__: json.dumps(DOCKER_DESKTOP_MAC))
    monkeypatch.setattr(platform, "release", lambda: "23.6.0")
    assert host.describe() == host.Host("5.10.104-linuxkit", "x86_64", 4, 4_125_315_989, 0, 2)


def test_the_host_s_own_files_are_read_where_the_engine_runs_on_its_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "/proc/cpuinfo": "processor\t: 0\nmodel name\t: AMD EPYC 7B13\n",
        "/proc/meminfo": "MemTotal: 9 kB\nMemAvailable:    4096 kB\n",
    }
    monkeypatch.setattr(engine, "docker", lambda *_, **__: json.dumps(DOCKER_20_V1))
    monkeypatch.setattr(platform, "release", lambda: DOCKER_20_V1["KernelVersion"])
    monkeypatch.setattr(host, "read", files.__getitem__)
    found = host.describe()
    assert (found.cpu, found.memory_available, found.memory) == ("AMD EPYC 7B13", 2**22, DOCKER_20_V1["MemTotal"])


def test_an_engine_elsewhere_must_have_the_memory_that_the_machines_may_take() -> None:
    here = host.Host("5.10.104-linuxkit", "x86_64", 4, DOCKER_DESKTOP_MAC["MemTotal"], 0, 2)
    plan = {"db": Caps("db:1", 0.5, "0", 2**32, 2**32, 1, ())}
    assert "Docker Desktop: Settings, Resources" in caps.complaints(plan, here)[0]
    assert caps.complaints({"db": Caps("db:1", 0.5, "0", 2**30, 2**30, 1, ())}, here) == []
