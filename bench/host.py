"""The host that carries the machines: what it is and whether it is large enough."""

import os
import platform
import re
import socket
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
"""The unit of /proc/stat: ticks a second."""


@dataclass(frozen=True)
class Host:
    """Memory in bytes; `cgroup` is 1 or 2."""

    kernel: str
    cpu: str
    cores: int
    memory: int
    memory_available: int
    cgroup: int


def describe() -> Host:
    """The host as /proc and /sys tell it; on a system without them, what Python knows."""
    meminfo = _read("/proc/meminfo")
    return Host(
        kernel=platform.release(),
        cpu=_field(r"model name\s*: (.+)", _read("/proc/cpuinfo"), platform.processor() or "unknown"),
        cores=os.cpu_count() or 1,
        memory=int(_field(r"MemTotal:\s+(\d+)", meminfo, "0")) * 1024,
        memory_available=int(_field(r"MemAvailable:\s+(\d+)", meminfo, "0")) * 1024,
        cgroup=2 if Path("/sys/fs/cgroup/cgroup.controllers").exists() else 1,
    )


def busy_seconds() -> dict[int, float]:
    """Seconds that each core has not been idle since boot, time stolen by a hypervisor included; empty off Linux."""
    return parse_stat(_read("/proc/stat"))


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


def _read(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def _field(pattern: str, text: str, default: str) -> str:
    match = re.search(pattern, text)
    return match.group(1).strip() if match else default
