"""Searching, within one warmed run, the highest rate that an app holds under its plan's objective."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from bench.analysis import capacity_search, limiter, objective
from bench.errors import MachineGoneError
from bench.probes import actuator, cores, sampler
from bench.probes.sampler import Sampler
from bench.results import CapacitySearch, LoadSummary, MachineUse, Objective, Outcome, Plan, SearchStep, Window
from bench.results import Limiter as Limit
from bench.runner import reserved, second_phase
from bench.runner.k6 import WINDOW_END, WINDOW_START, Load
from bench.runner.offer import Offer
from bench.runner.window import DRAIN, allowed_cores, app_cores, usage
from bench.spec import scenarios
from bench.testbed import tables
from bench.testbed.machines import Machines

STEP, SETTLE = 10, 3
"""Seconds of a step, and of load before it that are not counted, beyond those that a request waits."""
REQUESTS = 2_000
"""Of a step at least: at a low rate it lasts longer, up to a window's seconds, since few tell no percentile."""


def seconds(plan: Plan, rate: int = REQUESTS) -> int:
    """Of a step at that rate."""
    return min(max(STEP, math.ceil(REQUESTS / rate)), plan.duration)


class Offers(Protocol):
    """What a search asks for: load in the closed model, a short step at a rate, and a whole window at a rate."""

    def closed(self) -> SearchStep: ...

    def step(self, rate: int) -> SearchStep: ...

    def confirm(self, rate: int) -> SearchStep: ...


@dataclass
class Search:
    """A search up to `most` requests/s, which begins aside by what is `drawn` (capacity_search.within). Its `steps` are
    known also where a machine goes away in the middle."""

    offers: Offers
    most: int | None = None
    drawn: float = 0.0
    steps: list[SearchStep] = field(default_factory=list)

    def conduct(self) -> CapacitySearch:
        """Offer step after step, then windows, until a rate is confirmed or none is left to try."""
        rates = capacity_search.within(self._keep(self.offers.closed()), self.most, self.drawn)
        while rate := capacity_search.next_rate(self._open, rates):
            self._keep(self.offers.step(rate))
        found, _ = capacity_search.bracket(self._open)
        windows: list[SearchStep] = []
        while found and (rate := capacity_search.next_confirmation(found, windows)):
            windows.append(self._keep(self.offers.confirm(rate)))
        return self.ended(capacity_search.outcome(self._open))

    def ended(self, outcome: Outcome) -> CapacitySearch:
        """What is kept of it."""
        return CapacitySearch(steps=self.steps, outcome=outcome)

    @property
    def _open(self) -> list[SearchStep]:
        return self.steps[1:]

    def _keep(self, step: SearchStep) -> SearchStep:
        self.steps.append(step)
        return step


@dataclass(frozen=True)
class Testbed:
    """What a search asks for, on the machines. `offer` is the run's, `window` measures one at a rate."""

    machines: Machines
    plan: Plan
    offer: Offer
    cpus: Mapping[str, float]
    window: Callable[[int], Window]
    say: Callable[[str], None]

    @property
    def objective(self) -> Objective:
        """What has to hold."""
        assert self.plan.objective
        return self.plan.objective

    def closed(self) -> SearchStep:
        """The scenario's usual users, each waiting for its answer: all that the app can do, or that they can ask."""
        users = scenarios.load(self.plan.scenario).vus
        step = self._offered(replace(self._short, model="closed", vus=users, duration=seconds(self.plan)))
        self.say(f"{step.level:,} users in the closed model: {step.goodput:,.0f} good requests/s")
        return step

    def step(self, rate: int) -> SearchStep:
        """A short offer of this rate."""
        short = replace(self._short, model="open", duration=seconds(self.plan, rate))
        step = self._offered(reserved.at_level(short, self.plan, rate))
        self.say(f"step at {rate:,} requests/s: {'held' if step.held else capacity_search.told(step)}")
        if not step.held:
            second_phase.rest(self.machines.management_url())  # timed out requests may still be under way in the app
        return step

    def confirm(self, rate: int) -> SearchStep:
        """A whole window at this rate."""
        window = self.window(rate)
        step = self._judged(window.level, window.load, window.use, window.limiter, window.work_ms, confirming=True)
        told = "the objective was held" if step.held else capacity_search.told(step)
        self.say(f"the window at {rate:,} requests/s: {told}")
        return step

    @property
    def _short(self) -> Offer:
        waits = math.ceil((self.plan.wait_ms or 0) / 1000)
        return replace(self.offer, vus=None, rate=None, settle=SETTLE + waits, observed=False)

    def _offered(self, offer: Offer) -> SearchStep:
        url = self.machines.management_url()
        actuator.wait_idle(url)
        if not self.plan.rows:  # which takes a minute, and is asked for by scenarios that write nothing
            tables.reset(self.machines, self.plan, self.say)
        sampling = Sampler(url, actuator.read_app(url))
        try:
            pace = cores.watch_speed("app", allowed_cores(self.machines, "app"))
            core_watch, at_hand = cores.watch_use("load"), self.machines.at_hand(self.cpus)
            with at_hand, Load(offer) as load, sampling, core_watch, pace:
                load.wait_for(WINDOW_START, within=offer.starts_within)
                before = self.machines.counters(self.cpus)
                core_watch.start()
                pace.start()
                sampling.begin()
                load.wait_for(WINDOW_END, within=offer.duration + 30)
                core_readings, work_ms = core_watch.stop(), cores.mean_work_ms(pace.stop())
                after, readings = self.machines.counters(self.cpus), sampling.finish()  # in the order of a window's
                summary = load.summary(within=DRAIN)
        except MachineGoneError as fault:
            raise MachineGoneError(f"{fault} (searching, at level {offer.level})", fault.logs) from None
        use = {name: usage(before[name], after[name], cap) for name, cap in self.cpus.items()}
        threads = max(before["app"].threads, after["app"].threads)
        app = sampler.app_use(readings, threads, None)
        crowded = cores.full_share(core_readings, allowed_cores(self.machines, "load"))
        limit = limiter.find(summary, app, use, [], crowded, app_cores(self.machines, self.cpus))
        return self._judged(offer.level, summary, use, limit, work_ms)

    def _judged(
        self, level: int, load: LoadSummary, use: Mapping[str, MachineUse], limit: Limit, work_ms: float | None,
        confirming: bool = False,
    ) -> SearchStep:  # fmt: skip
        spent, missed = "", []
        if load.model == "open":
            users = int(reserved.at_level(self.offer, self.plan, level).options["MAX_VUS"])
            spent = objective.spent(load, use, users, self.objective, limit)
            missed = [*objective.missed(self.objective, load), *([spent] if spent else [])]
        return SearchStep(
            model=load.model, level=level, confirming=confirming, seconds=load.window_seconds,
            goodput=round(load.good / load.window_seconds, 2), failed_share=objective.failed_share(load),
            dropped=load.failures.get("dropped", 0), latency_ms=load.latency_ms, quantiles_ms=load.quantiles_ms,
            limiter=limit, missed=missed, spent=spent, work_ms=work_ms, held=not missed,
        )  # fmt: skip
