"""Where the time of an experiment went: what a measurement needs, and what the harness added to it."""

from collections.abc import Sequence

from bench.experiment import lead_in
from bench.results import Plan, Run


def breakdown(plan: Plan, runs: Sequence[Run], wall_seconds: float) -> str:
    """One line; the harness's share is of what would be spent whatever measured."""
    needed = {part: sum(run.seconds[part] for run in runs) for part in ("start", "warm-up")}
    needed["settling"] = float(lead_in(plan) * sum(len(run.windows) for run in runs))
    needed["windows"] = sum(run.seconds["windows"] for run in runs)
    total = sum(needed.values())
    harness = max(wall_seconds - total, 0.0)
    shares = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in needed.items())
    return f"{shares}, harness {harness:.0f} s ({harness / total:.0%})" if total else f"harness {harness:.0f} s"
