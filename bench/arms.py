"""The arms of an experiment: runs of one variant that differ in one thing, or in none, paired by block. Pure."""

from collections.abc import Sequence

from bench import statistics
from bench.results import Run, Window
from bench.statistics import Estimate


def ratio(runs: Sequence[Run], arm: str, to: str, place: int = 0) -> Estimate | None:
    """Goodput of one arm over the other's in the blocks that have both, in the window at `place`; None without such.

    `runs` are of one variant.
    """
    ours, theirs = (windows(runs, name, place) for name in (arm, to))
    blocks = [block for block in ours if block in theirs]
    return statistics.ratio([ours[block].goodput for block in blocks], [theirs[block].goodput for block in blocks])


def windows(runs: Sequence[Run], arm: str, place: int = 0) -> dict[int, Window]:
    """The arm's windows at `place` of the levels, by block."""
    return {run.block: window for run in runs if run.arm == arm and (window := run.window(place))}
