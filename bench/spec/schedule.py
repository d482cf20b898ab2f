"""The plan of an experiment: which variant runs when, in shuffled, interleaved blocks from a recorded seed."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bench.errors import UsageError
from bench.results import Configuration, Plan, Run
from bench.spec import scenarios
from bench.spec.scenarios import Scenario

SETTLE = 6
"""Seconds of load before each window that are not counted: its users and their connections must be there first."""
OBSERVED, UNOBSERVED = "observed", "unobserved"
"""The two sides of the paired comparison that tells what the observers cost."""
PROFILED, UNPROFILED = "profiled", "unprofiled"
"""The same of what recording costs."""


class ScheduledRun(NamedTuple):
    """One run's place in the plan. `arm` is its side of a paired comparison of a variant with itself; else it is empty.
    `configuration` is empty in plans older than configurations."""

    block: int
    variant: str
    arm: str
    configuration: str = ""


def drawn(configured: Sequence[Configuration], runs: int, seed: int) -> dict[str, object]:
    """The blocks of a plan: each runs every variant once in each of its configurations, in an order of its own."""
    chance = random.Random(seed)
    blocks = [chance.sample(list(configured), len(configured)) for _ in range(runs)]
    return {
        "runs": runs, "seed": seed, "configured": list(configured),
        "blocks": [[one.variant for one in block] for block in blocks],
        "configurations": [[one.name for one in block] for block in blocks],
    }  # fmt: skip


def resized(plan: Plan, runs: int) -> Plan:
    """The same plan in `runs` blocks. As far as both have them, the blocks are the same."""
    return plan.model_copy(update=drawn(plan.configured, runs, plan.seed))


def ladder_pilot(plan: Plan) -> Plan:
    """The experiment that finds a ladder's capacity: one block in the closed model, at the scenario's usual users."""
    closed = {"model": "closed", "levels": [scenarios.load(plan.scenario).vus], "ladder": False}
    return resized(plan, 1).model_copy(update=closed)


def called(scenario: Scenario, options: Mapping[str, str]) -> Scenario:
    """The scenario whose call is made: what the app sees is that one's kind of load, and its wait."""
    name = options.get("CALL", *scenario.calls[:1])
    if name is not None and name not in scenario.calls:
        has = f"CALL is one of: {', '.join(scenario.calls)}" if scenario.calls else "it has a call of its own"
        raise UsageError(f"{scenario.name} cannot make the call of '{name}': {has}")
    return scenarios.load(name) if name else scenario


def against_itself(plan: Plan) -> Plan:
    """The same experiment as an A/A: its one variant runs twice in each block, as A and as B, in a drawn order."""
    chance = random.Random(plan.seed)
    return _twice(plan, [chance.sample(["A", "B"], 2) for _ in plan.blocks])


def trial(plan: Plan, configured: Sequence[Configuration], runs: int, seed: int) -> Plan:
    """The same experiment with these configurations instead, in `runs` shuffled blocks; one that fails is noted."""
    return plan.model_copy(update={"trial": True, **drawn(configured, runs, seed)})


def with_and_without_observers(plan: Plan) -> Plan:
    """The same experiment with every run twice in its block, one after the other: with the observers and without."""
    return _in_turns(plan, OBSERVED, UNOBSERVED)


def profiled(plan: Plan) -> Plan:
    """The same experiment with the app recorded in every run."""
    return plan.model_copy(update={"profiled": True})


def with_and_without_profiler(plan: Plan) -> Plan:
    """The same experiment with every run twice in its block, one after the other: recorded and not."""
    return _in_turns(profiled(plan), PROFILED, UNPROFILED)


def _in_turns(plan: Plan, *sides: str) -> Plan:
    """Which side comes first is drawn for the first block and alternates from then on, so that a drift of the host
    cancels."""
    first = random.Random(plan.seed).sample(sides, 2)
    orders = (first, first[::-1])
    return _twice(plan, [[*orders[number % 2]] * len(block) for number, block in enumerate(plan.blocks)])


def _twice(plan: Plan, arms: list[list[str]]) -> Plan:
    """Every run twice in its block, one after the other, on these sides of a paired comparison."""
    columns = ("blocks", "configurations")
    twice = {name: [[one for one in block for _ in range(2)] for block in getattr(plan, name)] for name in columns}
    return plan.model_copy(update={**twice, "arms": arms})


def observed(plan: Plan, run: ScheduledRun) -> bool:
    """Whether the observers are up in this run."""
    return plan.observers and run.arm != UNOBSERVED


def recorded(plan: Plan, run: ScheduledRun) -> bool:
    """Whether the app is recorded in this run."""
    return plan.profiled and run.arm != UNPROFILED


def scheduled(plan: Plan) -> list[ScheduledRun]:
    """Every run of the plan, in its order."""
    blank = [[""] * len(block) for block in plan.blocks]
    columns = (plan.blocks, plan.arms or blank, plan.configurations or blank)
    return [
        ScheduledRun(number, *one)
        for number, block in enumerate(zip(*columns, strict=True), start=1)
        for one in zip(*block, strict=True)
    ]


def left(plan: Plan, finished: Iterable[Run]) -> list[ScheduledRun]:
    """What of the plan is not done yet, in its order."""
    done = {ScheduledRun(run.block, run.variant, run.arm, run.configuration) for run in finished}
    return [run for run in scheduled(plan) if run not in done]


def lead_in(plan: Plan) -> int:
    """Seconds of load before each window: users of the closed model who start one by one, and settling."""
    ramp = plan.options.get("RAMP") or scenarios.load(plan.scenario).ramp
    return int(ramp if plan.model == "closed" else 0) + plan.settle
