"""The host that carries the machines: what it is and how busy its cores are."""

import os
import platform
import re
import socket
from dataclasses import dataclass
from pathlib import Path

from bench.testbed import engine_facts

TICKS = os.sysconf("SC_CLK_TCK")
"""The unit of /proc/stat: ticks a second."""


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
    """The host of the machines: as the engine tells it, and as /proc does where that is the engine's own.

    Another kernel than this system's means that the engine is elsewhere, as in the virtual machine of Docker Desktop.
    """
    facts = engine_facts.read()
    at_home = facts.kernel == platform.release()
    available = _field(r"MemAvailable:\s+(\d+)", read("/proc/meminfo") if at_home else "", "0")
    return Host(
        kernel=facts.kernel,
        cpu=_field(r"model name\s*: (.+)", read("/proc/cpuinfo") if at_home else "", facts.architecture),
        cores=facts.cores,
        memory=facts.memory,
        memory_available=int(available) * 1024,
        cgroup=facts.cgroup,
    )


def busy_seconds() -> dict[int, float]:
    """Seconds that each core has not been idle since boot, time stolen by a hypervisor included; empty off Linux."""
    return parse_stat(read("/proc/stat"))


def parse_stat(text: str) -> dict[int, float]:
    """The lines `cpuN user nice system idle iowait irq softirq steal ...` of /proc/stat, see proc_stat(5)."""
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


def read(path: str) -> str:
    """What the file holds; empty if it cannot be read."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def _field(pattern: str, text: str, default: str) -> str:
    match = re.search(pattern, text)
    return match.group(1).strip() if match else default
