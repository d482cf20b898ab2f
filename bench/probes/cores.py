"""Watching the host's cores during a window: whether the load machine always found its core free.

A machine's mean CPU hides what its users feel. k6's garbage collector may fill the core for two seconds out of
fourteen, at half of the cap on average; in these seconds answers are taken late, and the latency is k6's own.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bench.probes.watch import Watch
from bench.testbed import host

INTERVAL = 0.5
"""Seconds between two readings, which the kernel counts in hundredths."""
FULL = 0.95
"""Share of an interval from which a core counts as full."""


@dataclass(frozen=True)
class Reading:
    """Seconds that each core has been busy since boot, and when that was, on the harness's clock."""

    at: float
    busy: Mapping[int, float]


def watch() -> Watch[Reading]:
    """A reading costs microseconds."""
    return Watch(lambda: Reading(time.monotonic(), host.busy_seconds()), INTERVAL)


def full_share(readings: Sequence[Reading], cores: set[int]) -> float | None:
    """The share of intervals in which these cores were full on average; None where the host does not tell."""
    if not cores or len(readings) < 2 or any(not cores <= reading.busy.keys() for reading in readings):
        return None
    full = [
        sum(after.busy[core] - before.busy[core] for core in cores) >= FULL * (after.at - before.at) * len(cores)
        for before, after in pairwise(readings)
    ]
    return round(sum(full) / len(full), 4)
