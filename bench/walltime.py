"""Where the time of an experiment went: what a measurement needs, and what the harness added to it."""

from collections.abc import Sequence

from bench.results import Run

PARTS = ("start", "warm-up", "windows")
"""The keys of a run's `seconds` that would be spent whatever measured."""


def breakdown(runs: Sequence[Run], wall_seconds: float) -> str:
    """One line; the harness's share is of what the measurement itself took."""
    needed = {part: sum(run.seconds.get(part, 0.0) for run in runs) for part in PARTS}
    total = sum(needed.values())
    harness = max(wall_seconds - total, 0.0)
    shares = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in needed.items())
    return f"{shares}, harness {harness:.0f} s ({harness / total:.0%})" if total else f"harness {harness:.0f} s"
