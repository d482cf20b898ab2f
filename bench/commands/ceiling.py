"""The load machine's own ceiling: k6 against a service that has nothing to do, with more and more users."""

from collections.abc import Callable
from dataclasses import replace

from bench.results import CeilingStep
from bench.runner.k6 import WINDOW_END, WINDOW_START, Load, Offer
from bench.runner.window import DRAIN, usage
from bench.testbed.machines import Machines

SCENARIO = "null"
LEVELS = (10, 25, 50, 100, 200, 400)
"""Users. The climb ends at the first level that adds nothing."""
ADDS = 1.03
"""The rate over the best one so far that counts as more."""
WARM = 1.05
"""The same from one warming window to the next: above it the service is still getting faster."""
WARMING_WINDOWS = 8


def measure(machines: Machines, offer: Offer, say: Callable[[str], None]) -> list[CeilingStep]:
    """Climb the levels. The service may use the whole host meanwhile, so that k6 is what gives out first."""
    machines.lift_caps(["downstream"])
    try:
        warm_up(lambda: _window(machines, replace(offer, vus=50)), say)
        return climb(lambda users: _window(machines, replace(offer, vus=users)), say)
    finally:
        machines.restore_caps({"downstream": machines.caps["downstream"].cpus})


def warm_up(window: Callable[[], CeilingStep], say: Callable[[str], None]) -> None:
    """Repeat a window until the service no longer gets faster."""
    before = window()
    for _ in range(WARMING_WINDOWS):
        now = window()
        say(f"warming up: {now.per_second:,.0f} requests/s")
        if now.per_second <= WARM * before.per_second:
            return
        before = now


def climb(window: Callable[[int], CeilingStep], say: Callable[[str], None]) -> list[CeilingStep]:
    """Every level up to the first that adds nothing."""
    steps: list[CeilingStep] = []
    for users in LEVELS:
        step = window(users)
        say(f"{users} users: {step.per_second:,.0f} requests/s, load machine at {step.load_cpu:.0%} of its CPU")
        adds = not steps or step.per_second > ADDS * best(steps).per_second
        steps.append(step)
        if not adds:
            break
    return steps


def best(steps: list[CeilingStep]) -> CeilingStep:
    """The step with the highest rate."""
    return max(steps, key=lambda step: step.per_second)


def _window(machines: Machines, offer: Offer) -> CeilingStep:
    with Load(offer) as load:
        load.wait_for(WINDOW_START, within=offer.settle + 60)
        before = machines.counters(["load"])["load"]
        load.wait_for(WINDOW_END, within=offer.duration + 30)
        after = machines.counters(["load"])["load"]
        summary = load.summary(within=DRAIN)
    use = usage(before, after, machines.caps["load"].cpus)
    return CeilingStep(users=offer.vus or 0, per_second=summary.good / summary.window_seconds, load_cpu=use.cpu_share)
