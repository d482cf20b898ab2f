"""What the app's JIT compilers take of its CPU, as the operating system counts it for each of their threads.

The JVM's own figure is the time that passes while a compiler has a method in hand. Under a CPU cap that is mostly time
spent waiting for a turn: among 50 busy threads a compiler may have one method in hand for half of a window, and take a
hundredth of the CPU that requests could have had.
"""

from collections.abc import Mapping

READ = r"grep -hsE '\(C[12] CompilerThre' /proc/[0-9]*/task/[0-9]*/stat || true"
"""A POSIX shell script that prints the kernel's line about each compiler's thread; nothing where there is none."""
TICK = 0.01
"""Seconds of the unit in which the kernel tells a thread's CPU time (USER_HZ, 100 on every Linux that Docker knows)."""
_USER, _SYSTEM = 11, 12
"""Places of the two kinds of CPU time in a thread's line, counted from its state (proc_pid_stat(5), fields 14, 15)."""


def parse(text: str) -> dict[int, float]:
    """CPU seconds of each compiler's thread since it began, by its number, from what READ printed."""
    found = {}
    for line in text.splitlines():
        head, _, tail = line.rpartition(")")
        fields = tail.split()
        found[int(head.split()[0])] = (int(fields[_USER]) + int(fields[_SYSTEM])) * TICK
    return found


def taken(before: Mapping[int, float], after: Mapping[int, float]) -> float:
    """CPU seconds between two readings. The JVM starts and ends compilers as it needs them: what one had that ended
    is lost, but it ends for want of work."""
    return sum(max(seconds - before.get(thread, 0.0), 0.0) for thread, seconds in after.items())


def share(seconds: float, used: float, allowed: float) -> float:
    """The compilers' part of the CPU seconds that the app's cap allowed, or of those that it used where these are more,
    its cap being lifted. An app whose requests mostly wait uses a fraction of its cap: then the compilers take what no
    request needed."""
    return round(seconds / max(used, allowed), 4)
