"""The host that carries the machines and its engine: what they are, why they may not do, how busy the cores are."""

import json
import os
import platform
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, Field

from bench.errors import ThreadmillError
from bench.testbed import engine
from bench.testbed.placement import HERE, Engine

TICKS = os.sysconf("SC_CLK_TCK")
"""The unit of /proc/stat: ticks a second."""


class EngineFacts(BaseModel):
    """From `docker info`. Memory in bytes; `cgroup` is 1 or 2; `storage` is the driver of the image store.

    `cpu_caps` and `cpu_sets`: whether its kernel can hold them.
    """

    version: str = Field("", alias="ServerVersion")
    system: str = Field("", alias="OperatingSystem")
    kernel: str = Field("", alias="KernelVersion")
    architecture: str = Field("", alias="Architecture")
    cores: int = Field(alias="NCPU")
    memory: int = Field(alias="MemTotal")
    cgroup: int = Field(1, alias="CgroupVersion")
    cgroup_driver: str = Field("", alias="CgroupDriver")
    storage: str = Field("", alias="Driver")
    security: list[str] | None = Field(None, alias="SecurityOptions")
    kind: str = Field("linux", alias="OSType")
    cpu_caps: bool = Field(True, alias="CpuCfsQuota")
    cpu_sets: bool = Field(True, alias="CPUSet")


@dataclass(frozen=True)
class Host:
    """Memory in bytes, `memory_available` 0 where it is not told; `cgroup` is 1 or 2."""

    kernel: str
    cpu: str
    cores: int
    memory: int
    memory_available: int
    cgroup: int


def describe() -> Host:
    """The host of the machines: as the engine tells it, and as /proc does where that is the engine's own."""
    facts = engine_facts()
    there = is_elsewhere(facts.kernel)
    return described(facts, "" if there else read("/proc/meminfo"), "" if there else read("/proc/cpuinfo"))


def is_elsewhere(kernel: str) -> bool:
    """Whether an engine with this kernel runs on another than this system's, as in the virtual machine of Docker
    Desktop: then nothing that /proc or a core tells here is of the machines."""
    return kernel != platform.release()


def described(facts: EngineFacts, meminfo: str, cpuinfo: str) -> Host:
    """The host of an engine and of these files of its /proc, which may be empty. Pure."""
    available = _field(r"MemAvailable:\s+(\d+)", meminfo, "0")
    return Host(
        kernel=facts.kernel,
        cpu=_field(r"model name\s*: (.+)", cpuinfo, facts.architecture),
        cores=facts.cores,
        memory=facts.memory,
        memory_available=int(available) * 1024,
        cgroup=facts.cgroup,
    )


def engine_facts(at: Engine = HERE) -> EngineFacts:
    """Ask the engine."""
    return parse_facts(engine.docker("info", "--format", "{{json .}}", at=at))


def parse_facts(text: str) -> EngineFacts:
    """Read what `docker info --format '{{json .}}'` printed; a ThreadmillError where only the client answered."""
    info = json.loads(text)
    if info.get("ServerErrors"):
        raise ThreadmillError(f"the Docker engine does not answer: {info['ServerErrors'][0]}; start it: host/engine.sh")
    return EngineFacts.model_validate({name: value for name, value in info.items() if value != ""})


def unfit(facts: EngineFacts) -> str | None:
    """Why nothing can be measured on this engine, with the next step; None if it can."""
    if facts.kind != "linux":
        return "this engine runs Windows containers; switch Docker Desktop to Linux containers"
    if "name=rootless" in (facts.security or []):
        return (
            "this Docker engine runs rootless, and there CPU caps and CPU sets do not hold; "
            "use the system's own engine (docker context use default), which host/engine.sh installs as root"
        )
    lacking = [name for name, has in (("CPU caps", facts.cpu_caps), ("CPU sets", facts.cpu_sets)) if not has]
    if lacking:
        return (
            f"{' and '.join(lacking)} do not hold on this engine's kernel ({facts.kernel}), without which no machine "
            "is apart from another; boot a kernel with CONFIG_CFS_BANDWIDTH and CONFIG_CPUSETS"
        )
    return None


def refuse_unfit(facts: EngineFacts) -> None:
    """Raise what `unfit` says."""
    if reason := unfit(facts):
        raise ThreadmillError(reason)


def parse_stat(text: str) -> dict[int, float]:
    """Seconds that each core has not been idle since boot, time stolen by a hypervisor included; empty off Linux.

    From the lines `cpuN user nice system idle iowait irq softirq steal ...` of /proc/stat, see proc_stat(5).
    """
    found = {}
    for core, figures in re.findall(r"^cpu(\d+) (.+)$", text, re.MULTILINE):
        user, nice, system, _idle, _iowait, irq, softirq, steal = (int(part) for part in figures.split()[:8])
        found[int(core)] = (user + nice + system + irq + softirq + steal) / TICKS
    return found


def port_is_free(port: int) -> bool:
    """Whether a program could listen on 127.0.0.1:port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def cores_of(cpuset: str) -> set[int]:
    """The cores a CPU set such as '0,2-3' names."""
    found: set[int] = set()
    for part in filter(None, cpuset.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def spelled(cpus: Iterable[int]) -> str:
    """A CPU set as the kernel writes it, such as 2-3,10: so it is read back from the machine's cgroup."""
    parts: list[list[int]] = []
    for cpu in sorted(cpus):
        if parts and cpu == parts[-1][-1] + 1:
            parts[-1].append(cpu)
        else:
            parts.append([cpu])
    return ",".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def read(path: str) -> str:
    """What the file holds; empty if it cannot be read."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def _field(pattern: str, text: str, default: str) -> str:
    match = re.search(pattern, text)
    return match.group(1).strip() if match else default
