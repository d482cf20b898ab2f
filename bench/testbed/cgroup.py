"""A machine's own counters, read from its cgroup: the ground truth for CPU, throttling, memory and threads.

Both cgroup versions are understood. The files are read inside the container, so that it works the same on an engine in
a virtual machine. There the container's own cgroup is the root of /sys/fs/cgroup: under v2 by the private cgroup
namespace, the engine's default with it, and under v1 by the engine's mounts. A kernel before 5.19 has no memory.peak.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bench.errors import ThreadmillError

_V1_NAMES = {
    "cpu.stat": "cpu/cpu.stat",
    "memory.peak": "memory/memory.max_usage_in_bytes",
    "memory.max": "memory/memory.limit_in_bytes",
    "pids.current": "pids/pids.current",
    "cpuset.cpus.effective": "cpuset/cpuset.cpus",
}
"""What both versions have, by the files' names under v2; the names under v1."""
_FILES = (
    *_V1_NAMES, *_V1_NAMES.values(), "cpu.max", "memory.swap.max", "cpuacct/cpuacct.usage", "cpu/cpu.cfs_quota_us",
    "cpu/cpu.cfs_period_us", "memory/memory.memsw.limit_in_bytes",
)  # fmt: skip
"""All that may be there."""

READ_COMPILERS = (
    r"grep -hsE '\((C[12] CompilerThre|VM Thread|GC Thread#|G1 |ZWorker|ZDriver)' /proc/[0-9]*/task/[0-9]*/stat || true"
)
"""A POSIX shell script that prints the kernel's line about each thread that compiles or collects garbage; nothing
without one."""
_COMPILER = re.compile(r"\(C[12] CompilerThre")
TICK = 0.01
"""Seconds of the unit in which the kernel tells a thread's CPU time (USER_HZ, 100 on every Linux that Docker knows)."""
_USER, _SYSTEM = 11, 12
"""Places of the two kinds of CPU time in a thread's line, counted from its state (proc_pid_stat(5), fields 14, 15)."""

READ = (
    'cd /sys/fs/cgroup; read -r up rest < /proc/uptime; echo "== uptime"; echo $up; '
    f'for f in {" ".join(_FILES)}; do if [ -r $f ]; then echo "== $f"; '
    'while IFS= read -r line; do echo "$line"; done < $f; fi; done; '
    f'echo "== compilers"; {READ_COMPILERS}'
)
"""A POSIX shell script that prints every counter file that there is, each behind a line `== name`. The shell reads them
itself: what it starts counts to the machine's CPU, and takes of its cap."""


@dataclass(frozen=True)
class Counters:
    """One reading. CPU and throttled time in seconds since the container's start, memory in bytes.

    `at` is the host's uptime in seconds when it was read. `cpu_quota` is in cores, None without a cap; `swap_limit`
    is the swap allowed beyond memory, None when the kernel does not account for swap. `compilers` are the CPU
    seconds of each JIT compiler's thread, by its number; `collectors` those of the threads that collect garbage, of
    which SerialGC has one, the VM's own.
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
    collectors: Mapping[int, float] = field(default_factory=dict)


def parse(text: str) -> Counters:
    """Read what READ printed, under cgroup v2 or v1; a ThreadmillError where neither counts this container's CPU."""
    files = _split(text)
    first = "cpu/cpu.cfs_quota_us" in files
    if not first and "cpu.max" not in files:
        raise ThreadmillError(
            f"no CPU cap can be read in /sys/fs/cgroup of a machine (only {', '.join(files)}): the engine may not cap "
            "CPU; it needs the cpu controller, which a rootless engine mostly lacks"
        )
    named = {name: files.get(_V1_NAMES[name] if first else name) for name in _V1_NAMES}
    stat = {key: int(value) for key, value in map(str.split, (named["cpu.stat"] or "").splitlines())}
    memory = _bytes(named["memory.max"])
    if first:
        quota, period = files["cpu/cpu.cfs_quota_us"], files["cpu/cpu.cfs_period_us"]
        used, throttled = int(files["cpuacct/cpuacct.usage"]) / 1e9, stat["throttled_time"] / 1e9
        both = _bytes(files.get("memory/memory.memsw.limit_in_bytes"))
        swap = None if both is None or memory is None else both - memory
    else:
        quota, period = files["cpu.max"].split()
        used, throttled = stat["usage_usec"] / 1e6, stat.get("throttled_usec", 0) / 1e6
        swap = _bytes(files.get("memory.swap.max"))
    return Counters(
        at=float(files["uptime"]),
        cpu_seconds=used,
        periods=stat.get("nr_periods", 0),
        throttled_periods=stat.get("nr_throttled", 0),
        throttled_seconds=throttled,
        memory_peak=_bytes(named["memory.peak"]),
        memory_limit=memory,
        swap_limit=swap,
        threads=int(named["pids.current"] or 0),
        cpu_quota=None if quota in ("max", "-1") else int(quota) / int(period),
        cores=named["cpuset.cpus.effective"] or "",
        compilers=parse_compilers(files.get("compilers", "")),
        collectors=_thread_seconds(
            line for line in files.get("compilers", "").splitlines() if not _COMPILER.search(line)
        ),
    )


def parse_compilers(text: str) -> dict[int, float]:
    """CPU seconds of each compiler's thread since it began, by its number, from what READ_COMPILERS printed."""
    return _thread_seconds(line for line in text.splitlines() if _COMPILER.search(line))


def _thread_seconds(lines: Iterable[str]) -> dict[int, float]:
    found = {}
    for line in lines:
        head, _, tail = line.rpartition(")")
        fields = tail.split()
        found[int(head.split()[0])] = (int(fields[_USER]) + int(fields[_SYSTEM])) * TICK
    return found


def compiled(before: Mapping[int, float], after: Mapping[int, float]) -> float:
    """CPU seconds between two readings. The JVM starts and ends compilers as it needs them: what one had that ended
    is lost, but it ends for want of work."""
    return sum(max(seconds - before.get(thread, 0.0), 0.0) for thread, seconds in after.items())


def compiler_share(seconds: float, used: float, allowed: float) -> float:
    """The compilers' part of the CPU seconds that the app's cap allowed, or of those that it used where these are more,
    its cap being lifted. An app whose requests mostly wait uses a fraction of its cap: then the compilers take what no
    request needed."""
    return round(seconds / max(used, allowed), 4)


def _split(text: str) -> dict[str, str]:
    parts = (part.partition("\n") for part in text.split("== ")[1:])
    return {name.strip(): content.strip() for name, _, content in parts}


def _bytes(text: str | None) -> int | None:
    """A size file's content; 'max' and v1's page-aligned near 2^63 both mean that there is no limit."""
    if text is None or text == "max" or int(text) >= 2**62:
        return None
    return int(text)
