"""The plan of an experiment: which variant runs when, in shuffled, interleaved blocks from a recorded seed."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bench import scenarios
from bench.results import Plan, Run
from bench.scenarios import Scenario

SETTLE = 6
"""Seconds of load before each window that are not counted: its users and their connections must be there first."""
STARTUP = 20
"""Seconds that a reset and a start without the CPU cap take, for the estimate only."""
TYPICAL_WARMUP = 90
"""Seconds that warm-up and its rehearsal usually take, for the estimate only."""
AROUND_WINDOW = 8
"""Seconds around each window: resetting the database, starting k6, reading counters; for the estimate only."""


OBSERVED, UNOBSERVED = "observed", "unobserved"
"""The arms that tell what the observers cost."""


class Turn(NamedTuple):
    """One run's place in the plan. `arm` tells apart runs of one variant in a block; empty where there is but one."""

    block: int
    variant: str
    arm: str


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
    reset: bool = True,
    rows: int | None = None,
) -> Plan:
    """One block per repetition; each block runs every variant once, in an order of its own."""
    chance = random.Random(seed)
    blocks = [chance.sample(list(variants), len(variants)) for _ in range(runs)]
    return Plan.model_validate(
        {
            "scenario": scenario.name, "model": model, "levels": list(levels),
            "settle": SETTLE if warmup_limit else 0,  # a cold window begins with the first request
            "duration": duration, "runs": runs, "seed": seed, "warmup_limit": warmup_limit,
            "options": dict(options), "needs": list(scenario.needs), "statements": scenario.statements,
            "wait_ms": _wait(scenario, options), "failures_expected": scenario.failures_expected,
            "observers": observers, "blocks": blocks, "reset": reset, "rows": rows,
            "statements_apart": dict(scenario.statements_apart),
        }
    )  # fmt: skip


def _wait(scenario: Scenario, options: Mapping[str, str]) -> float | None:
    """Milliseconds that each request waits: those of the scenario or of its call, unless DELAY says otherwise."""
    if "DELAY" in options:
        return float(options["DELAY"])
    return scenarios.load(options.get("CALL", scenario.call)).wait_ms if scenario.call else scenario.wait_ms


def against_itself(plan: Plan) -> Plan:
    """The same experiment as an A/A: the arms A and B of its one variant run in each block, in a drawn order."""
    chance = random.Random(plan.seed)
    arms = [chance.sample(["A", "B"], 2) for _ in plan.blocks]
    return plan.model_copy(update={"blocks": [[block[0]] * 2 for block in plan.blocks], "arms": arms})


def with_and_without_observers(plan: Plan) -> Plan:
    """The same experiment with every run twice in its block, one after the other: with the observers and without.

    Which comes first is drawn for the first block and alternates from then on, so that a drift of the host cancels.
    """
    first = random.Random(plan.seed).sample([OBSERVED, UNOBSERVED], 2)
    orders = (first, first[::-1])
    arms = [[*orders[number % 2]] * len(block) for number, block in enumerate(plan.blocks)]
    blocks = [[variant for variant in block for _ in first] for block in plan.blocks]
    return plan.model_copy(update={"blocks": blocks, "arms": arms})


def observed(plan: Plan, turn: Turn) -> bool:
    """Whether the observers are up in this run."""
    return plan.observers and turn.arm != UNOBSERVED


def turns(plan: Plan) -> list[Turn]:
    """Every run of the plan, in its order."""
    arms = plan.arms or [[""] * len(block) for block in plan.blocks]
    return [
        Turn(number, variant, arm)
        for number, (block, labels) in enumerate(zip(plan.blocks, arms, strict=True), start=1)
        for variant, arm in zip(block, labels, strict=True)
    ]


def left(plan: Plan, finished: Iterable[Run]) -> list[Turn]:
    """What of the plan is not done yet, in its order."""
    done = {Turn(run.block, run.variant, run.arm) for run in finished}
    return [turn for turn in turns(plan) if turn not in done]


def lead_in(plan: Plan) -> int:
    """Seconds of load before each window, as far as the plan says: users who start one by one, and settling."""
    return int(plan.options.get("RAMP", "0")) + plan.settle


def run_seconds(plan: Plan) -> float:
    """How long one run takes, roughly."""
    window = lead_in(plan) + plan.duration + AROUND_WINDOW
    return STARTUP + min(TYPICAL_WARMUP, plan.warmup_limit) + window * len(plan.levels)
