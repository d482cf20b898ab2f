"""A service whose capacity under an objective is known, with the interface that a search asks for.

One server, exponential times of service, arrivals that do not know of each other (M/M/1): a request takes a time that
is exponential with mean 1 / (served - offered), so that its percentiles are known. A search sees a few thousand of
them, after a short settling, from an empty queue.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from bench.analysis import limiter, objective
from bench.results import Latency, LoadSummary, Objective, SearchStep
from bench.runner.capacity import SETTLE, STEP, seconds
from bench.spec.objective import parse
from bench.tests import examples

WINDOW, WINDOW_SETTLE = 20, 6
USERS = 1000


def capacity(served: float, limit_ms: float, percentile: float = 99) -> float:
    """The rate at which that percentile is just the limit."""
    return served - math.log(100 / (100 - percentile)) / (limit_ms / 1000)


@dataclass
class Service:
    """Answers `served` requests a second. In a share `hiccups` of all offers it stands still for half a second;
    above `cliff` requests a second most are refused; `least_ms` comes on top of each; the load machine's CPU is spent
    at `load_most`. `offered` is the rate of each offer, in order."""

    served: float
    chance: np.random.Generator
    objective: Objective = field(default_factory=lambda: parse("p99<100ms failed<0.1%"))
    hiccups: float = 0.0
    cliff: float = math.inf
    least_ms: float = 0.0
    load_most: float = math.inf
    offered: list[int] = field(default_factory=list)

    def closed(self) -> SearchStep:
        """Users who never think keep it busy."""
        good = min(self.served, self.cliff) * STEP * self.chance.normal(1, 0.01)
        load = examples.summary(requests=int(good), good=int(good), window_seconds=float(STEP))
        return self._step(50, load, [])

    def step(self, rate: int) -> SearchStep:
        """A short offer."""
        return self._offered(rate, SETTLE, seconds(examples.plan(duration=WINDOW), rate), False)

    def confirm(self, rate: int) -> SearchStep:
        """A whole window."""
        return self._offered(rate, WINDOW_SETTLE, WINDOW, True)

    def _offered(self, rate: int, settle: int, seconds: int, confirming: bool) -> SearchStep:
        self.offered.append(rate)
        count = self.chance.poisson(rate * (settle + seconds))
        arrived = np.sort(self.chance.uniform(0, settle + seconds, count))
        service = self.chance.exponential(1 / self.served, count)
        if self.chance.random() < self.hiccups and count:
            service[np.searchsorted(arrived, settle + seconds / 2) - 1] += 0.5
        done = np.cumsum(service)
        ended = done + np.maximum.accumulate(arrived - (done - service))  # Lindley's recursion, all at once
        inside = (ended >= settle) & (ended < settle + seconds)
        came = ((arrived >= settle) & (arrived < settle + seconds)).sum() / seconds  # k6's own do not vary
        waited = (ended - arrived)[inside] * 1000 + self.least_ms
        failed = int(0.6 * len(waited)) if rate > self.cliff else 0
        shares = ["50", "90", "95", "99", "99.9"]
        quantiles = dict(zip(shares, np.percentile(waited, [float(one) for one in shares]), strict=True))
        load = LoadSummary(
            scenario="create-property", model="open", vus=None, rate=came, window_seconds=seconds,
            requests=len(waited), good=len(waited) - failed, failed=failed, failures={"5xx": failed, "dropped": 0},
            latency_ms=Latency(
                mean=float(waited.mean()), p50=quantiles["50"], p90=quantiles["90"], p95=quantiles["95"],
                p99=quantiles["99"], max=float(waited.max()),
            ),
            quantiles_ms=quantiles, think_ms=0.0, iterations_outside=0,
        )  # fmt: skip
        use = examples.machines(load=examples.use(cpu_share=min(0.8 * rate / self.load_most, 1.0), throttled_share=0.0))
        limit = limiter.find(load, examples.app_use(), {}, [])
        spent = objective.spent(load, use, USERS, self.objective, limit)
        missed = [*objective.missed(self.objective, load), *([spent] if spent else [])]
        return self._step(rate, load, missed, spent, confirming)

    def _step(
        self, level: int, load: LoadSummary, missed: list[str], spent: str = "", confirming: bool = False
    ) -> SearchStep:
        return SearchStep(
            model=load.model, level=level, confirming=confirming, seconds=load.window_seconds,
            goodput=load.good / load.window_seconds, failed_share=objective.failed_share(load), dropped=0,
            latency_ms=load.latency_ms, quantiles_ms=load.quantiles_ms,
            limiter=limiter.find(load, examples.app_use(), {}, []), missed=missed, spent=spent, held=not missed,
        )  # fmt: skip
