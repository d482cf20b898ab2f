"""The time of an experiment: what it takes, and where it went."""

from collections.abc import Sequence

from bench.analysis.capacity_search import MOST_STEPS
from bench.analysis.ladder import SHARES
from bench.results import Plan, Run
from bench.runner import capacity, second_phase
from bench.spec.schedule import lead_in

WARM_START, COLD_START = 10, 20
"""Seconds that resetting and starting take with the CPU cap lifted, and under it."""
REST = 4
"""Seconds of k6's start and tail, and of rest, around a load of the warm-up's second phase. A run has one with the cap
lifted, and usually one under it."""
DRAIN, WAITING_DRAIN = 10, 5
"""Seconds that requests take to end after the window: of an overload, and of a load that waits for something; on
average of the variants that bear it and those that do not."""
USUAL_WARMUP = 22
"""Seconds until the app is usually steady in the first phase."""
AROUND_WINDOW = 8
"""Seconds around each window: resetting the database, starting k6, reading counters."""
USUAL_STEPS, USUAL_WINDOWS = 9, 1.5
"""Steps of a search, the closed one among them, and windows until one confirms: by simulation
(bench/tests/test_capacity_search.py)."""
AROUND_STEP = 7
"""Seconds around each of them."""
GROWING = 60
"""Seconds that a table of millions of rows takes to grow."""


def budget(plan: Plan) -> float:
    """Seconds that an experiment takes if every run needs all of its warm-up's limit and the usual second phase."""
    return sum(map(len, plan.blocks)) * run_seconds(plan, plan.warmup_limit)


def run_seconds(plan: Plan, steady_after: int = USUAL_WARMUP) -> float:
    """How long one run takes, roughly, if its app is steady after so many seconds, or at the warm-up's limit."""
    limit = plan.warmup_limit
    second = _second_phase(limit, bool(plan.wait_ms)) if plan.second_phase else 0
    warming = WARM_START + min(steady_after, limit) + second if limit else COLD_START
    drain = DRAIN if plan.failures_expected else WAITING_DRAIN if plan.wait_ms else 0
    window = lead_in(plan) + plan.duration + AROUND_WINDOW + drain
    if plan.rows:  # the table grows anew before a warm-up, and before each window
        warming += GROWING if limit else 0
        window += GROWING
    if plan.objective:
        return warming + USUAL_STEPS * step_seconds(plan) + window * USUAL_WINDOWS
    return warming + window * (len(plan.levels) or len(SHARES))


def step_seconds(plan: Plan) -> float:
    """How long a step of a search takes."""
    waits = (plan.wait_ms or 0) / 1000
    return capacity.SETTLE + waits + capacity.seconds(plan) + AROUND_STEP


def search(plan: Plan) -> str:
    """What searching capacities takes, in words."""
    runs, step = sum(map(len, plan.blocks)), step_seconds(plan)
    more = MOST_STEPS - USUAL_STEPS
    return (
        f"about {runs * run_seconds(plan) / 60:.0f} min for {runs} runs, each of which finds the highest rate under "
        f"{plan.objective} in about {USUAL_STEPS} steps of {step:.0f} s, {more} more at most, and confirms it by a "
        f"window of {plan.duration} s"
    )


def ladder(pilot: Plan, plan: Plan) -> str:
    """What a ladder takes that begins with a pilot, in words."""
    first, then = (sum(map(len, one.blocks)) for one in (pilot, plan))
    minutes = [number * run_seconds(one) / 60 for number, one in ((first, pilot), (then, plan))]
    return (
        f"about {sum(minutes):.0f} min in all: {minutes[0]:.0f} for a pilot of {first} runs, which finds the rates, "
        f"and {minutes[1]:.0f} for {then} runs at {len(SHARES)} rates each"
    )


def _second_phase(limit: int, waits: bool) -> float:
    uncapped = second_phase.UNCAPPED_SECONDS + REST if limit >= second_phase.UNCAPPED_SECONDS else 0
    return uncapped + min(second_phase.capped_seconds(waits), limit) + REST


def breakdown(plan: Plan, runs: Sequence[Run], wall_seconds: float) -> str:
    """One line; the harness's share is of what would be spent whatever measured."""
    needed = {part: sum(run.seconds[part] for run in runs) for part in ("start", "warm-up")}
    if any("search" in run.seconds for run in runs):
        needed["search"] = sum(run.seconds.get("search", 0.0) for run in runs)
    settled = sum(len(run.windows) for run in runs if "search" not in run.seconds)  # a search holds that of its own
    needed["settling"] = float(lead_in(plan) * settled)
    needed["windows"] = sum(run.seconds["windows"] for run in runs)
    total = sum(needed.values())
    harness = max(wall_seconds - total, 0.0)
    shares = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in needed.items())
    return f"{shares}, harness {harness:.0f} s ({harness / total:.0%})" if total else f"harness {harness:.0f} s"
