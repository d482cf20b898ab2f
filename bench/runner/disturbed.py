"""Windows that are disturbed on purpose: start the app, warm it up, and measure one window of each kind that is due."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bench.errors import ThreadmillError
from bench.probes import actuator
from bench.results import JudgedWindow, Plan
from bench.runner import run
from bench.runner.window import measure
from bench.spec import disturbances
from bench.spec.disturbances import STARVED, UNDISTURBED, Disturbance
from bench.spec.schedule import lead_in
from bench.testbed import caps, tables
from bench.testbed.app import App
from bench.testbed.disturbing import disturbed, starved
from bench.testbed.machines import Machines

EACH = 4
"""Windows of each disturbance that follow one another on one start of the app."""


@dataclass(frozen=True)
class Due:
    """What is to be measured on one start of the app, in this order."""

    block: int
    disturbances: list[Disturbance]


def planned(blocks: int, kept: Sequence[JudgedWindow], seed: int) -> Iterator[Due]:
    """What is left to measure, start by start, in an order that is drawn.

    A start of several windows begins undisturbed, which tells what the load machine needs.
    """
    chance = random.Random(seed)
    for block in range(1, blocks + 1):
        done = Counter((one.fault, one.strength) for one in kept if one.block == block)
        todo = [one for one in disturbances.every() for _ in range(_each(one) - done[one.fault, one.strength])]
        chance.shuffle(todo)
        if following := [one for one in todo if not one.needs_a_start]:
            yield Due(block, [UNDISTURBED, *following])
        yield from (Due(block, [one]) for one in todo if one.needs_a_start)


def blocks_of(windows: int) -> int:
    """The blocks that give each disturbance so many windows."""
    return math.ceil(windows / EACH)


def _each(one: Disturbance) -> int:
    return 2 * EACH if one == UNDISTURBED else EACH


def conduct(
    machines: Machines,
    plan: Plan,
    due: Due,
    keep: Callable[[JudgedWindow], None],
    say: Callable[[str], None],
) -> None:
    """One fresh start with a window of each disturbance, in this order; each is kept as soon as it is measured."""
    configured = plan.configuration(plan.blocks[0][0], plan.configured[0].name)
    cpus = caps.for_scenario(machines.caps, plan.needs)
    late = next((one for one in due.disturbances if one.needs_a_start), None)
    if late:
        plan = plan.model_copy(update={"warmup_limit": int(late.strength), "second_phase": False})
    say("start, reset database")
    machines.start_fresh(App.configured(configured), meanwhile=partial(tables.reset, machines, plan, say))
    offer = run.offering(plan, configured, due.block, observed=False)
    warmed = run.make_ready(machines, plan, offer, cpus, say)
    offer = offer.at(plan.levels[0])
    load_cores = 0.0
    for one in due.disturbances:
        actuator.wait_idle(machines.management_url())
        tables.reset(machines, plan, say)
        allowed = {**cpus, "load": starved(one, load_cores)} if one.fault == STARVED else cpus
        try:
            with disturbed(machines, one, (lead_in(plan), plan.duration), load_cores) as begin:
                window, _ = measure(machines, plan, configured, offer, warmed, allowed, None, as_it_begins=begin)
        except ThreadmillError as fault:
            raise ThreadmillError(f"with {one}: {fault}", fault.logs) from None
        if one == UNDISTURBED:
            load_cores = window.use["load"].cpu_seconds / window.use["load"].seconds
        judged = JudgedWindow(
            fault=one.fault, strength=one.strength, block=due.block, goodput=round(window.goodput, 2),
            verdict=window.verdict.verdict, reasons=window.verdict.reasons,
        )  # fmt: skip
        keep(judged)
        say(f"{one}: {judged.goodput:,.0f} good requests/s, {judged.verdict}")
