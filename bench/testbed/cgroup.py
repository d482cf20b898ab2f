"""A machine's own counters, read from its cgroup: the ground truth for CPU, throttling, memory and threads.

Both cgroup versions are understood. The files are read inside the container, so that it works the same on an engine in
a virtual machine. There the container's own cgroup is the root of /sys/fs/cgroup: under v2 by the private cgroup
namespace, the engine's default with it, and under v1 by the engine's mounts. A kernel before 5.19 has no memory.peak.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bench.errors import ThreadmillError
from bench.testbed import compilers

_V2 = ("cpu.stat", "cpu.max", "memory.peak", "memory.max", "memory.swap.max", "pids.current", "cpuset.cpus.effective")
_V1 = (
    "cpuacct/cpuacct.usage",
    "cpu/cpu.stat",
    "cpu/cpu.cfs_quota_us",
    "cpu/cpu.cfs_period_us",
    "memory/memory.max_usage_in_bytes",
    "memory/memory.limit_in_bytes",
    "memory/memory.memsw.limit_in_bytes",
    "pids/pids.current",
    "cpuset/cpuset.cpus",
)

READ = (
    'cd /sys/fs/cgroup; read -r up rest < /proc/uptime; echo "== uptime"; echo $up; '
    f'for f in {" ".join(_V2 + _V1)}; do if [ -r $f ]; then echo "== $f"; cat $f; fi; done; '
    f'echo "== compilers"; {compilers.READ}'
)
"""A POSIX shell script that prints every counter file that there is, each behind a line `== name`."""


@dataclass(frozen=True)
class Counters:
    """One reading. CPU and throttled time in seconds since the container's start, memory in bytes.

    `at` is the host's uptime in seconds when it was read. `cpu_quota` is in cores, None without a cap; `swap_limit`
    is the swap allowed beyond memory, None when the kernel does not account for swap. `compilers` are the CPU
    seconds of each JIT compiler's thread, by its number (bench/testbed/compilers.py).
    """

    at: float
    cpu_seconds: float
    periods: int
    throttled_periods: int
    throttled_seconds: float
    memory_peak: int | None
    memory_limit: int | None
    swap_limit: int | None
    threads: int
    cpu_quota: float | None
    cores: str
    compilers: Mapping[int, float] = field(default_factory=dict)


def parse(text: str) -> Counters:
    """Read what READ printed, under cgroup v2 or v1; a ThreadmillError where neither counts this container's CPU."""
    files = _split(text)
    if "cpu.max" in files:
        return _parse_v2(files)
    if "cpu/cpu.cfs_quota_us" in files:
        return _parse_v1(files)
    raise ThreadmillError(
        f"no CPU cap can be read in /sys/fs/cgroup of a machine (only {', '.join(files)}): the engine may not cap CPU; "
        "it needs the cpu controller, which a rootless engine mostly lacks"
    )


def _split(text: str) -> dict[str, str]:
    files: dict[str, str] = {}
    for part in text.split("== ")[1:]:
        name, _, content = part.partition("\n")
        files[name.strip()] = content.strip()
    return files


def _stat(text: str) -> dict[str, int]:
    return {key: int(value) for key, value in (line.split() for line in text.splitlines())}


def _parse_v2(files: dict[str, str]) -> Counters:
    stat = _stat(files["cpu.stat"])
    quota, period = files["cpu.max"].split()
    return Counters(
        at=float(files["uptime"]),
        cpu_seconds=stat["usage_usec"] / 1e6,
        periods=stat.get("nr_periods", 0),
        throttled_periods=stat.get("nr_throttled", 0),
        throttled_seconds=stat.get("throttled_usec", 0) / 1e6,
        memory_peak=_bytes(files.get("memory.peak")),
        memory_limit=_bytes(files.get("memory.max")),
        swap_limit=_bytes(files.get("memory.swap.max")),
        threads=int(files["pids.current"]),
        cpu_quota=None if quota == "max" else int(quota) / int(period),
        cores=files.get("cpuset.cpus.effective", ""),
        compilers=compilers.parse(files.get("compilers", "")),
    )


def _parse_v1(files: dict[str, str]) -> Counters:
    stat = _stat(files["cpu/cpu.stat"])
    quota = int(files["cpu/cpu.cfs_quota_us"])
    memory = _bytes(files.get("memory/memory.limit_in_bytes"))
    both = _bytes(files.get("memory/memory.memsw.limit_in_bytes"))
    return Counters(
        at=float(files["uptime"]),
        cpu_seconds=int(files["cpuacct/cpuacct.usage"]) / 1e9,
        periods=stat["nr_periods"],
        throttled_periods=stat["nr_throttled"],
        throttled_seconds=stat["throttled_time"] / 1e9,
        memory_peak=_bytes(files.get("memory/memory.max_usage_in_bytes")),
        memory_limit=memory,
        swap_limit=None if both is None or memory is None else both - memory,
        threads=int(files["pids/pids.current"]),
        cpu_quota=None if quota < 0 else quota / int(files["cpu/cpu.cfs_period_us"]),
        cores=files.get("cpuset/cpuset.cpus", ""),
        compilers=compilers.parse(files.get("compilers", "")),
    )


def _bytes(text: str | None) -> int | None:
    """A size file's content; 'max' and v1's page-aligned near 2^63 both mean that there is no limit."""
    if text is None or text == "max" or int(text) >= 2**62:
        return None
    return int(text)
