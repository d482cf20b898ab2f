"""Watching the hosts' cores during a window: whether the load machine always found its core free, and their speed.

A machine's mean CPU hides what its users feel. k6's garbage collector may fill the core for two seconds out of
fourteen, at half of the cap on average; in these seconds answers are taken late, and the latency is k6's own.

What nobody on this host can see changes what a CPU-second is worth: on a rented host another tenant may use the other
hardware thread of the same physical core. Then everything takes up to twice the CPU time, though nothing was taken by
the count of /proc/stat. So a small piece of work, always the same, is timed again and again on the app's cores. Without
that, such a change would pass for the variant's own.
"""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from bench.analysis import drift, steadiness
from bench.errors import ThreadmillError
from bench.probes.watch import Watch
from bench.testbed import probe

Told = TypeVar("Told")
INTERVAL = 0.5
"""Seconds between two readings, which the kernel counts in hundredths."""
FULL = 0.95
"""Share of an interval from which a core counts as full."""

WORK_INTERVAL = 0.1
"""Seconds between two pieces of work."""
WORK = 20_000
"""Turns of a loop in a piece of work: some tenths of a millisecond, so that the watch takes less than a hundredth of a
core."""


@dataclass(frozen=True)
class Reading:
    """Seconds that each core has been busy since boot, and when that was, on the harness's clock."""

    at: float
    busy: Mapping[int, float]


def watch_use(machine: str) -> Watch[Reading]:
    """Reads the cores of the machine's host; a reading costs microseconds."""
    return Watch(lambda: _told(lambda: Reading(time.monotonic(), probe.busy_seconds(machine))), INTERVAL)


def full_share(readings: Sequence[Reading], cores: set[int]) -> float | None:
    """The share of intervals in which these cores were full on average; None where the host does not tell."""
    if not cores or len(readings) < 2 or any(not cores <= reading.busy.keys() for reading in readings):
        return None
    full = [
        sum(after.busy[core] - before.busy[core] for core in cores) >= FULL * (after.at - before.at) * len(cores)
        for before, after in pairwise(readings)
    ]
    return round(sum(full) / len(full), 4)


def watch_speed(machine: str, cores: set[int]) -> Watch[float]:
    """Works on `cores` of the machine's host: the CPU seconds that each piece of work takes; none where it does not
    tell."""
    return Watch(lambda: _told(lambda: probe.work(machine, cores, WORK)), WORK_INTERVAL)


def _told(reading: Callable[[], Told | None]) -> Told | None:
    """A reading; None where the host no longer answers, which the window's end then says."""
    try:
        return reading()
    except ThreadmillError:
        return None


def mean_work_ms(taken: Sequence[float]) -> float | None:
    """CPU milliseconds of a piece of work at the cores' mean speed; None where the host does not tell.

    The harmonic mean: how much gets done in a window goes with the speed, which is the inverse of the time taken.
    """
    return round(statistics.harmonic_mean(taken) * 1000, 4) if taken else None


def speed_change(taken: Sequence[float]) -> float:
    """How much faster (+) or slower (-) the cores became from the first to the last; 0 if it may be mere scatter."""
    if len(taken) < drift.FEWEST:
        return 0.0
    speeds = [1 / seconds for seconds in taken]
    found = drift.trend(speeds)
    return found if abs(found) > steadiness.REAL * drift.trend_error(speeds) else 0.0
