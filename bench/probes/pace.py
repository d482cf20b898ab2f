"""Watching how fast the app's cores work: a small piece of work, always the same, timed again and again.

What nobody on this host can see changes what a CPU-second is worth: on a rented host another tenant may use the other
hardware thread of the same physical core. Then everything takes up to twice the CPU time, though nothing was taken by
the count of /proc/stat. Without this watch, such a change would pass for the variant's own.
"""

import os
import statistics
import time
from collections.abc import Sequence

from bench.analysis import steadiness
from bench.probes.watch import Watch

INTERVAL = 0.1
"""Seconds between two pieces of work."""
WORK = 20_000
"""Turns of a loop in a piece of work: some tenths of a millisecond, so that the watch takes less than a hundredth of a
core."""


def watch(cores: set[int]) -> Watch[float]:
    """Works on `cores`: the CPU seconds that each piece of work takes; none where the cores are not this system's."""
    return Watch(lambda: _work(cores), INTERVAL)


def _work(cores: set[int]) -> float | None:
    try:
        os.sched_setaffinity(0, cores)  # this thread alone runs on these cores from now on
    except (AttributeError, OSError):  # not Linux, or no cores; or the engine is on another system, with other cores
        return None
    began = time.thread_time()
    for _ in range(WORK):
        pass
    return time.thread_time() - began


def mean_ms(taken: Sequence[float]) -> float | None:
    """CPU milliseconds of a piece of work at the cores' mean speed; None where the host does not tell.

    The harmonic mean: how much gets done in a window goes with the speed, which is the inverse of the time taken.
    """
    return round(statistics.harmonic_mean(taken) * 1000, 4) if taken else None


def change(taken: Sequence[float]) -> float:
    """How much faster (+) or slower (-) the cores became from the first to the last; 0 if it may be mere scatter."""
    if len(taken) < steadiness.LOOK_BACK:
        return 0.0
    speeds = [1 / seconds for seconds in taken]
    found = steadiness.trend(speeds)
    return found if abs(found) > steadiness.REAL * steadiness.trend_error(speeds) else 0.0
