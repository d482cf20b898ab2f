"""A container's limits as the kernel has them, under cgroup v1 or v2; and as compose.yaml wants them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.testbed.host import cores_of


@dataclass(frozen=True)
class Limits:
    """CPU in cores, sizes in bytes, soft and hard file limit. None: the kernel sets no limit."""

    cpus: float | None
    cores: frozenset[int]
    memory: int | None
    swap: int | None
    files: tuple[int, int]


# $1 is a container id, $2 the process to look at. A machine that sees the host's whole tree (cadvisor) has its own
# folder somewhere below; the others see only their own, as the root.
READ = """
for controller in cpu memory cpuset; do
  tree=/sys/fs/cgroup/$controller
  [ -d "$tree" ] || tree=/sys/fs/cgroup
  own=$(find "$tree/" -maxdepth 4 -type d -name "*$1*" 2>/dev/null | head -n 1)
  cd "${own:-$tree}" || exit 1
  for file in cpu.cfs_quota_us cpu.cfs_period_us memory.limit_in_bytes memory.memsw.limit_in_bytes \
              cpu.max memory.max memory.swap.max cpuset.cpus; do
    [ -f "$file" ] && echo "$file $(cat "$file")"
  done
done
echo "swaps $(($(wc -l < /proc/swaps) - 1))"
grep 'Max open files' "/proc/$2/limits"
"""


def parse(text: str) -> Limits:
    """The limits in what READ printed."""
    lines = (line.split() for line in text.splitlines() if line.strip())
    found = {words[0]: words[1:] for words in lines if words[0] != "Max"}
    soft, hard = next(line.split()[3:5] for line in text.splitlines() if line.startswith("Max open files"))
    return Limits(
        cpus=_cpus(found),
        cores=frozenset(cores_of(found["cpuset.cpus"][0])),
        memory=_size(found.get("memory.max") or found["memory.limit_in_bytes"]),
        swap=_swap(found),
        files=(int(soft), int(hard)),
    )


def wanted(service: Mapping[str, Any]) -> Limits:
    """The limits that a service of `docker compose config` asks for. A service without one of them is a KeyError."""
    memory = int(service["mem_limit"])
    files = service["ulimits"]["nofile"]
    soft, hard = (files, files) if isinstance(files, int) else (files["soft"], files["hard"])
    return Limits(
        cpus=float(service["cpus"]),
        cores=frozenset(cores_of(str(service["cpuset"]))),
        memory=memory,
        swap=int(service["memswap_limit"]) - memory,
        files=(int(soft), int(hard)),
    )


def _cpus(found: Mapping[str, list[str]]) -> float | None:
    quota, period = found.get("cpu.max") or (*found["cpu.cfs_quota_us"], *found["cpu.cfs_period_us"])
    return None if quota in ("max", "-1") else int(quota) / int(period)


def _swap(found: Mapping[str, list[str]]) -> int | None:
    if "memory.swap.max" in found:
        return _size(found["memory.swap.max"])
    if "memory.memsw.limit_in_bytes" in found:  # v1 counts memory and swap together
        both, memory = _size(found["memory.memsw.limit_in_bytes"]), _size(found["memory.limit_in_bytes"])
        return None if both is None or memory is None else both - memory
    return 0 if found["swaps"] == ["0"] else None  # a kernel that does not count swap caps it only by having none


def _size(words: list[str]) -> int | None:
    """v1 writes 'no limit' as a page-aligned number near 2^63."""
    return None if words[0] == "max" or int(words[0]) >= 2**62 else int(words[0])
