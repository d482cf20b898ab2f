"""The cores of the host: which of the kernel's CPU numbers are hardware threads of one core, and on which NUMA node."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.testbed import host
from bench.testbed.host import Host, cores_of, is_elsewhere, spelled

ROOT = Path("/sys/devices/system")
FILES = ("cpu/cpu*/topology/core_cpus_list", "cpu/cpu*/topology/thread_siblings_list", "node/node*/cpulist")
"""The first is missing before Linux 5.3; then the second says the same."""
_CPU = re.compile(r"cpu/cpu\d+/topology/\w+")
_NODE = re.compile(r"node/node(\d+)/cpulist")


@dataclass(frozen=True, order=True)
class Core:
    """A physical core: its NUMA node, and the kernel's numbers of its hardware threads."""

    node: int
    cpus: tuple[int, ...]


def read() -> dict[str, str]:
    """The files that tell the topology, by their path below /sys/devices/system; empty off Linux."""
    return {str(path.relative_to(ROOT)): host.read(str(path)) for pattern in FILES for path in ROOT.glob(pattern)}


def parse(files: Mapping[str, str]) -> list[Core]:
    """The cores that these files tell of, node by node. A CPU that is offline has no files."""
    nodes = {
        cpu: int(match[1])
        for path, text in files.items()
        if (match := _NODE.fullmatch(path))
        for cpu in cores_of(text.strip())
    }
    threads = {tuple(sorted(cores_of(text.strip()))) for path, text in files.items() if _CPU.fullmatch(path)}
    return sorted(Core(nodes.get(cpus[0], 0), cpus) for cpus in threads if cpus)


def of(here: Host) -> list[Core]:
    """The cores of the engine's host; empty where that is another system than this one, as with Docker Desktop."""
    found = [] if is_elsewhere(here.kernel) else parse(read())
    return found if sum(len(core.cpus) for core in found) == here.cores else []


def threads_apart(cpus: Mapping[str, set[int]], cores: Iterable[Core]) -> list[tuple[str, list[str]]]:
    """The cores whose hardware threads are divided between machines, with the names of these: two threads of a core
    take turns at its units, so that one machine's work slows the other's. `cpus` are the CPU sets by machine."""
    found = []
    for core in cores:
        on = [{name for name, chosen in cpus.items() if cpu in chosen} for cpu in core.cpus]
        used = [names for names in on if names]
        if len(used) > 1 and len(together := set().union(*used)) > 1:
            found.append((spelled(core.cpus), [name for name in cpus if name in together]))
    return found
