"""The simulated testbed: a clock, the load that is on, and every counter that machines, app and database keep."""

import math
import random

from bench.runner.offer import Offer
from bench.tests.fakes.behaviour import Behaviour
from bench.tests.fakes.queueing import Flow, arriving, solve

EPOCH = 1_790_000_000.0
STEP = 0.5
"""Seconds for which the flow of requests is taken as constant."""
CORES = 2.0


class World:
    """`caps` are the CPU caps in force, in cores; `used` is each machine's CPU in seconds, `stopped` its throttling."""

    def __init__(self, behaviour: Behaviour, caps: dict[str, float]) -> None:
        self.behaviour = behaviour
        self.caps = dict(caps)
        self.load_cap = caps["load"]  # k6's machine is a fresh one for each window
        self.now = 0.0
        self.variant = ""
        self.offer: Offer | None = None
        self.watched = False
        self.starts = 0
        self.used = dict.fromkeys(caps, 0.0)
        self.stopped = dict.fromkeys(caps, 0.0)
        self.asked = 0  # the harness's own statements
        self.sent = self.waited = 0.0  # requests that users sent, and the seconds that they waited for them in all
        self.statements = 0.0
        self.app_starts("")

    def app_starts(self, variant: str, flags: str = "") -> None:
        """A fresh process: cold, with counters at zero, and a little faster or slower than the last."""
        self.variant = variant
        self.flags = flags
        self.starts += 1
        self.ended = False
        self.answered = self.compiled = self.loaded = 0.0
        self.used["app"] = 0.0
        self.speed = 1 + self.behaviour.uneven * random.Random(self.starts).uniform(-1, 1)

    @property
    def dearer(self) -> float:
        """How many times what others cost a request of this variant does, so configured."""
        factors = (self.behaviour.flags.get(flag, 1.0) for flag in self.flags.split())
        return self.behaviour.dearer.get(self.variant, 1.0) * math.prod(factors)

    @property
    def chill(self) -> float:
        """How cold the app is: 1 at its start, 0 when its compilers have done all they can."""
        return math.exp(-self.loaded / self.behaviour.warming)

    def advance(self, seconds: float) -> None:
        """Let time pass, under the load that is on."""
        while seconds > 1e-9:
            step = min(seconds, STEP)
            if self.offer is not None:
                self._serve(self.flow(), step)
            self.now += step
            seconds -= step

    def flow(self) -> Flow:
        """The requests under way now."""
        assert self.offer is not None
        if self.offer.rate:
            return arriving(self.offer.rate, self.demands(), int(self.offer.options["MAX_VUS"]))
        assert self.offer.vus
        thinking = float(self.offer.options.get("THINK", "0")) + self.behaviour.sleep_ms
        return solve(self.offer.vus, self.demands(), thinking / 1000)

    def demands(self) -> dict[str, float]:
        """Seconds of service at each station; a machine's CPU serves as fast as its cap lets it."""
        cpu = {name: ms / 1000 / min(self.caps[name], CORES) for name, ms in self._cpu_ms().items()}
        asks_app = "app" in cpu
        return {**cpu, **({"pool": self.behaviour.hold_ms / 1000 / self.behaviour.pool} if asks_app else {})}

    def _cpu_ms(self) -> dict[str, float]:
        own = self.behaviour
        if self.offer is not None and self.offer.scenario == "null":
            return {"downstream": 0.05, "load": own.load_cpu_ms}
        watching = 1 + own.watching * self.watched
        app = own.app_cpu_ms * self.dearer * self.speed * (1 + own.cold * self.chill) * watching
        return {"app": app, "db": own.db_cpu_ms * own.working, "load": own.load_cpu_ms}

    def _serve(self, flow: Flow, seconds: float) -> None:
        requests = flow.per_second * seconds
        for name, ms in self._cpu_ms().items():
            cpu = requests * ms / 1000
            self.used[name] += cpu
            if cpu > 0.9 * self.caps[name] * seconds:
                self.stopped[name] += seconds
        self.sent += requests
        self.waited += requests * sum(spent for name, spent in flow.seconds.items() if name != "load")
        self.answered += requests * (1 - self.behaviour.reset)
        self.statements += requests * (1 - self.behaviour.reset) * self.behaviour.working
        self.compiled += seconds * 0.5 * self.chill
        self.loaded += seconds
