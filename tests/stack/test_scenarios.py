"""A short window of every scenario: far too short for a figure to use, enough to see that the load fits the app.

The variants take turns with the scenarios, and the running stack is measured as it is: what a `make bench` adds to the
windows is in test_bench.py, with the scenario that is left out here.
"""

from collections.abc import Iterator
from itertools import cycle

import pytest

from bench.probes import actuator
from bench.results import STOCK, Configuration, Plan, Window
from bench.runner.k6 import Offer
from bench.runner.warmup import none
from bench.runner.window import measure
from bench.spec import scenarios
from bench.spec.request import experiment
from bench.spec.variants import VARIANTS
from bench.testbed import caps
from tests.stack.stack import Stack

OTHERS = [name for name in scenarios.comparing() if name != "create-property"]
USERS, SETTLE = 20, 2
SHORT = {"VUS": str(USERS), "DURATION": "4", "OBSERVERS": "off"}


@pytest.fixture
def window(stack: Stack, scenario: str) -> Iterator[Window]:
    """A window of the scenario, under the CPU caps that it gives to the machines; afterwards all is as it was."""
    plan = experiment({**SHORT, "SCENARIO": scenario, "VARIANT": stack.variant}).plan
    cpus = caps.for_scenario(stack.machines.caps, plan.needs)
    actuator.wait_idle(stack.machines.management_url())
    stack.machines.restore_caps({"app": cpus["app"]})
    try:
        configured = Configuration(variant=stack.variant, name=STOCK)
        found, _ = measure(stack.machines, plan, configured, offer(plan, stack), USERS, none(), cpus, None)
    finally:
        stack.machines.restore_caps({"app": stack.machines.caps["app"].cpus})
        stack.machines.reset_database()
    yield found


def offer(plan: Plan, stack: Stack) -> Offer:
    return Offer(
        scenario=plan.scenario, variant=stack.variant, model=plan.model, vus=USERS, rate=None, settle=SETTLE,
        duration=plan.duration, seed=plan.seed, observed=False, options=plan.options,
    )  # fmt: skip


@pytest.mark.parametrize(("stack", "scenario"), list(zip(cycle(VARIANTS), OTHERS, strict=False)), indirect=["stack"])
def test_a_short_window(stack: Stack, window: Window) -> None:
    assert window.load.good > 0 and window.load.failed == 0, f"{stack.variant}: {window.load}"
    assert window.use["app"].cpu_share < 1.2, f"{stack.variant} ran without its cap: {window.use['app']}"
    assert window.app.threads > 0 and (window.app.requests_per_second or 0) > 0
    assert (window.app.virtual_threads is not None) == stack.record.virtual
    assert window.attestation.mismatches == [] and window.incidents == []
    assert window.limiter.name and window.verdict.reasons, "cold, so at least that is a reason"
