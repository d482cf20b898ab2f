"""The story of one run: one fresh start of one variant, warmed up, capped, and measured at every load level."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bench.analysis import capacity_search, drift
from bench.errors import MachineGoneError
from bench.probes import actuator, attestation
from bench.results import CapacitySearch, Configuration, Plan, Run, Samples, Warmup, Window
from bench.runner import capacity, reserved, second_phase, warmup
from bench.runner.offer import Offer
from bench.runner.second_phase import ShortLoad
from bench.runner.window import measure
from bench.testbed import caps, tables
from bench.testbed.app import App
from bench.testbed.machines import Machines

WARM_UP_USERS = 12
"""Users of the closed load that warms every run up, whatever load is measured afterwards: a few more than the pool has
connections, so that requests also wait for one. With more, the app's own threads take the cores from its compilers."""
SECOND_PHASE_USERS = 50
"""Users of the second phase, in which the app meets its queues."""
WAITING_USERS = 200
"""The same where each request waits for something: fewer would leave the app idle, and its code uncompiled. Blocking's
worker threads can serve so many at once, so that no variant warms up on a queue."""


def conduct(
    machines: Machines,
    plan: Plan,
    block: int,
    prometheus_url: str | None,
    say: Callable[[str], None],
    configured: Configuration,
    recording: str = "",
) -> tuple[Run, list[Samples]]:
    """Start a variant as `configured`, fresh on a reset database; warm it up uncapped, then measure it under its cap.

    A cold run has no warm-up, and its cap is never lifted. `recording` is the name under which the app is recorded from
    its start on; it is not, where that is empty.
    """
    say("start, reset database" if tables.resets(plan) and not plan.cold else "start")
    began = time.monotonic()
    cpus = caps.for_scenario(machines.caps, plan.needs)
    app = App.configured(configured, recording)
    if plan.cold:  # its first window resets the database anyway
        machines.start_fresh(app, cpus["app"])
    else:
        machines.start_fresh(app, meanwhile=partial(tables.reset, machines, plan, say))
    started = time.monotonic()

    offer = offering(plan, configured, block, observed=prometheus_url is not None)
    warmed = warmup.none() if plan.cold else make_ready(machines, plan, offer, cpus, say)
    warmed_up = time.monotonic()
    measuring, ended = _Measuring(machines, plan, configured, offer, warmed, cpus, prometheus_url, say), None
    try:
        if plan.objective:
            ended = measuring.search()
        else:
            measuring.every_level()
    except MachineGoneError as fault:
        ended = str(fault)
    if ended:
        say(ended)
    windows, search = measuring.windows, measuring.searched
    searching = time.monotonic() - warmed_up if search else 0.0

    image = machines.inspect("app")["Image"]
    seconds = _breakdown(time.monotonic() - began, started - began, warmed_up - started, windows, searching)
    without = failed(plan, block, configured, image, cpus, ended)
    found = {"seconds": seconds, "warmup": warmed, "windows": windows, "search": search}
    return without.model_copy(update=found), measuring.samples


def offering(plan: Plan, configured: Configuration, block: int, observed: bool) -> Offer:
    """What each window of a run is offered, but for its users or its rate."""
    return Offer(
        scenario=plan.scenario, variant=configured.variant, model=plan.model, vus=None, rate=None, settle=plan.settle,
        duration=plan.duration, seed=plan.seed + block, observed=observed, options=plan.options,
        configuration=configured.name,
    )  # fmt: skip


@dataclass
class _Measuring:
    """The windows of a warmed run, and the search for their rate where its plan has an objective."""

    machines: Machines
    plan: Plan
    configured: Configuration
    offer: Offer
    warmed: Warmup
    cpus: Mapping[str, float]
    prometheus_url: str | None
    say: Callable[[str], None]
    windows: list[Window] = field(default_factory=list)
    samples: list[Samples] = field(default_factory=list)
    searched: CapacitySearch | None = None

    def every_level(self) -> None:
        """A window at each of the plan's levels."""
        for level in self.plan.levels:
            self._keep(*self._measured(level))

    def search(self) -> str | None:
        """One window at the rate that the search confirms; else why there is none. Its steps are kept however it
        ends."""
        taken: list[tuple[Window, Samples]] = []

        def window(rate: int) -> Window:
            taken.append(self._measured(rate))
            return taken[-1][0]

        offers = capacity.Testbed(self.machines, self.plan, self.offer, self.cpus, window, self.say)
        drawn = random.Random(f"{self.offer.seed} {self.configured.variant} {self.configured.name}").random()
        search = capacity.Search(offers, self.plan.most_rate, drawn)
        try:
            self.searched = search.conduct()
        finally:
            self.searched = self.searched or search.ended("unconfirmed")
        if self.searched.outcome in ("not held", "unconfirmed"):
            return capacity_search.why_none(offers.objective, self.searched)
        kept, samples = taken[-1]
        found = capacity_search.found(offers.objective, self.searched)
        told = "its offers do not tell which rate just meets" if found is None else f"{found:,.0f} requests/s just meet"
        self.say(f"{told} {offers.objective}")
        limit = capacity_search.limiter(self.searched.steps, kept.limiter)
        by_work = capacity_search.found_per_work(offers.objective, self.searched)
        told_of = {"limiter": limit, "rate_at_objective": found, "per_work_at_objective": by_work}
        self._keep(kept.model_copy(update=told_of), samples)
        return None

    def _measured(self, level: int) -> tuple[Window, Samples]:
        plan, say, offer = self.plan, self.say, reserved.at_level(self.offer, self.plan, level)
        actuator.wait_idle(self.machines.management_url())  # what the load left must not write after the reset
        tables.reset(self.machines, plan, say)
        say(f"window of {plan.duration} s at {level} {'users' if plan.model == 'closed' else 'requests/s'}")
        try:
            window, sampled = measure(
                self.machines, plan, self.configured, offer, self.warmed, self.cpus, self.prometheus_url
            )
        except MachineGoneError as fault:
            raise MachineGoneError(f"{fault} (at level {level})", fault.logs) from None
        if sampled.unobserved:
            say(f"what the users saw over time is not kept: {sampled.unobserved}")
        say(f"{window.goodput:,.0f} good requests/s, p95 {_ms(window.load.latency_ms.p95)}, {window.verdict.verdict}")
        return window, sampled

    def _keep(self, window: Window, samples: Samples) -> None:
        self.windows.append(window)
        self.samples.append(samples)


def failed(
    plan: Plan, block: int, configured: Configuration, image: str, cpus: Mapping[str, float], why: str | None
) -> Run:
    """What is kept of a run that gave no window at all: why."""
    return Run(
        block=block, variant=configured.variant, configured=configured, mixed=plan.mixed, image=image,
        cpus=dict(cpus), seconds=_breakdown(0.0, 0.0, 0.0, []), warmup=warmup.none(), windows=[], ended=why,
    )  # fmt: skip


def make_ready(
    machines: Machines, plan: Plan, offer: Offer, cpus: Mapping[str, float], say: Callable[[str], None]
) -> Warmup:
    """Warm up with the caps lifted of what has a compiler, put these CPU caps back, and end the warm-up under them."""
    names = [name for name in ("app", "downstream") if name in ("app", *plan.needs)]
    machines.lift_caps(names)
    warm = warming(offer, plan)
    url, limit = machines.management_url(), plan.warmup_limit
    warmed = warmup.warm_up(warm, url, limit, partial(_ask_besides, machines, plan), say)
    warm = warm if plan.wait_ms else replace(warm, vus=SECOND_PHASE_USERS)
    attestation.ask(machines)
    actuator.warm_scrapes(url)
    uncapped = second_phase.uncapped(warm, machines, cpus["app"], limit, say) if plan.second_phase else []
    machines.restore_caps({name: cap for name, cap in cpus.items() if name in names})
    if not plan.second_phase:
        return warmed
    capped = second_phase.capped(warm, machines, cpus["app"], limit, bool(plan.wait_ms), say)
    return both_phases(warmed, uncapped, capped)


def both_phases(warmed: Warmup, uncapped: Sequence[ShortLoad], capped: Sequence[ShortLoad]) -> Warmup:
    """The warm-up with what its second phase told. It never got steady if throughput changed in the last load."""
    last = capped[-1]
    found: dict[str, object] = {
        "uncapped_compilers": [one.compilers for one in uncapped],
        "capped_compilers": [one.compilers for one in capped],
        "drift": last.drift,
    }
    if warmed.steady and last.drift and last.drifting:
        told = f"throughput still changed by {drift.words(last.drift)} in load {len(capped)} under the cap"
        found |= {"steady": False, "reason": told}
    return warmed.model_copy(update=found)


def _ask_besides(machines: Machines, plan: Plan) -> None:
    """Ask what is asked before each window, too: code that was compiled for the load alone is thrown away at the first
    other call. Not where requests wait, since the answer would come after theirs."""
    if not plan.wait_ms:
        attestation.ask(machines)


def _breakdown(
    whole: float, start: float, warming: float, windows: Sequence[Window], searching: float = 0.0
) -> dict[str, float]:
    """Where the run's seconds went. What is neither start, warm-up, search nor window is the harness's own."""
    measured = sum(window.ended - window.started for window in windows)
    search = {"search": searching - measured} if searching else {}
    parts = {"start": start, "warm-up": warming, **search, "windows": measured}
    return {name: round(seconds, 1) for name, seconds in {**parts, "harness": whole - sum(parts.values())}.items()}


def warming(offer: Offer, plan: Plan) -> Offer:
    """The load that warms up for `offer`: the same calls, from users who never think, for longer than the limit."""
    users = WAITING_USERS if plan.wait_ms else WARM_UP_USERS
    options = {**offer.options, "RAMP": "0", "THINK": "0"}
    closed = replace(offer, model="closed", vus=users, rate=None, observed=False, options=options)
    return replace(closed, settle=0, duration=plan.warmup_limit + 60)


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f} ms"
