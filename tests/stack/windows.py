"""A short window on the running stack, measured as a run of `make bench` measures its own."""

import time
from dataclasses import replace

from bench.probes import actuator
from bench.results import STOCK, Configuration, Plan, Window
from bench.runner.k6 import Load
from bench.runner.offer import Offer
from bench.runner.warmup import none
from bench.runner.window import measure
from bench.spec import request
from bench.testbed import caps
from bench.testbed.machines import Machines

USERS, SETTLE, DURATION = 20, 1, 3
"""Far too few seconds for a figure to use, enough to see that the load fits the app."""
FIRST_WITHIN, LOOK = 60, 0.2
"""Seconds for the answers before a window, of each user one, and between two looks at their number."""
_SHORT = {"VUS": str(USERS), "RAMP": "0", "OBSERVERS": "off"}


def short_window(machines: Machines, variant: str, scenario: str, duration: int = DURATION) -> Window:
    """A window of the scenario, under the CPU caps that it gives to the machines. What it writes stays."""
    given = {**_SHORT, "SCENARIO": scenario, "VARIANT": variant, "DURATION": str(duration)}
    plan = request.experiment(given).plan
    cpus = caps.for_scenario(machines.caps, plan.needs)
    offer = _offer(plan, variant)
    try:
        _answer_some(machines, offer)
        actuator.wait_idle(machines.management_url())
        machines.restore_caps({"app": cpus["app"]})
        configured = Configuration(variant=variant, name=STOCK)
        found, _ = measure(machines, plan, configured, offer, none(), cpus, None)
    finally:
        machines.restore_caps({"app": machines.caps["app"].cpus})
    return found


def _answer_some(machines: Machines, offer: Offer) -> None:
    """Without the app's cap: a cold app on a slow host may take longer for its first answers than a window lasts."""
    url = machines.management_url()
    enough = actuator.read_app(url).requests + USERS
    machines.lift_caps(["app"])
    with Load(replace(offer, duration=FIRST_WITHIN)) as load:
        while actuator.read_app(url).requests < enough:
            load.check()
            assert not load.ended(), f"not {USERS} answers to {offer.scenario} within {FIRST_WITHIN} s"
            time.sleep(LOOK)


def _offer(plan: Plan, variant: str) -> Offer:
    return Offer(
        scenario=plan.scenario, variant=variant, model=plan.model, vus=USERS, rate=None, settle=SETTLE,
        duration=plan.duration, seed=plan.seed, observed=False, options=plan.options,
    )  # fmt: skip
