"""The plan of an experiment: which variant runs when, in shuffled, interleaved blocks from a recorded seed."""

import random
from collections.abc import Mapping, Sequence

from bench.results import Plan
from bench.scenarios import Scenario

SETTLE = 6
"""Seconds of load between putting the CPU cap back and the window: the quota's debt from the warm-up must be paid."""
STARTUP = 20
"""Seconds that a reset and a start without the CPU cap take, for the estimate only."""
TYPICAL_WARMUP = 70
"""Seconds that warm-up usually takes, for the estimate only."""
AROUND_WINDOW = 8
"""Seconds around each window: resetting the database, starting k6, reading counters; for the estimate only."""


def plan(
    scenario: Scenario,
    variants: Sequence[str],
    *,
    model: str,
    levels: Sequence[int],
    duration: int,
    runs: int,
    seed: int,
    warmup_limit: int,
    options: Mapping[str, str],
    observers: bool = True,
) -> Plan:
    """One block per repetition; each block runs every variant once, in an order of its own."""
    chance = random.Random(seed)
    blocks = [chance.sample(list(variants), len(variants)) for _ in range(runs)]
    return Plan.model_validate(
        {
            "scenario": scenario.name, "model": model, "levels": list(levels), "settle": SETTLE,
            "duration": duration, "runs": runs, "seed": seed, "warmup_limit": warmup_limit,
            "options": dict(options), "needs": list(scenario.needs), "statements": scenario.statements,
            "wait_ms": scenario.wait_ms, "failures_expected": scenario.failures_expected, "observers": observers,
            "blocks": blocks,
        }
    )  # fmt: skip


def run_seconds(plan: Plan) -> float:
    """How long one run takes, roughly."""
    window = plan.settle + plan.duration + AROUND_WINDOW
    return STARTUP + min(TYPICAL_WARMUP, plan.warmup_limit) + window * len(plan.levels)
