"""The database's tables, as a plan wants them before its first run, before each run and window, and afterwards."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench.results import Plan
from bench.testbed import engine
from bench.testbed.machines import Machines


@contextmanager
def set_up(machines: Machines, plan: Plan, say: Callable[[str], None]) -> Iterator[None]:
    """Inside, tables that are not to be reset hold what the first run begins with; outside, what they always do."""
    try:
        if not plan.reset:
            reset(machines, plan, say, first=True)
        yield
    finally:
        if (plan.rows or not plan.reset) and "db" in engine.running():
            machines.database.reset()


def reset(machines: Machines, plan: Plan, say: Callable[[str], None], first: bool = False) -> None:
    """Back to the state that every run and window begins with, unless the plan leaves what they write: then only the
    `first` run begins with it."""
    if not (resets(plan) or (first and "db" in plan.needs)):
        return
    machines.database.reset()
    if plan.rows:
        began = time.monotonic()
        _grow(machines, plan.rows)
        say(f"grew the agents to {plan.rows:,} rows in {time.monotonic() - began:.0f} s")


def _grow(machines: Machines, agents: int) -> None:
    """With the database's CPU cap lifted meanwhile."""
    machines.lift_caps(["db"])
    try:
        machines.database.grow(agents)
    finally:
        machines.restore_caps({"db": machines.caps["db"].cpus})


def resets(plan: Plan) -> bool:
    """Whether it is done. A load that never asks the database leaves it as it is: there a second or two buy nothing."""
    return plan.reset and "db" in plan.needs
