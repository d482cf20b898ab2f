"""k6 in a simulated world, with the interface of bench.runner.k6.Load."""

from bench.results import Latency, LoadSummary
from bench.runner.k6 import TAIL, WINDOW_END, WINDOW_START
from bench.runner.offer import Offer
from bench.tests.fakes.world import World


class FakeLoad:
    """The load is on from its making to its end."""

    def __init__(self, world: World, offer: Offer) -> None:
        self.world = world
        self.offer = offer
        world.offer = offer
        world.caps["load"] = world.load_cap
        world.used["load"] = 0.0
        world.stopped["load"] = 0.0
        self.lead = int(offer.options.get("RAMP", "0")) + offer.settle
        self._at = {WINDOW_START: (0.0, 0.0), WINDOW_END: (0.0, 0.0)}

    def __enter__(self) -> "FakeLoad":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def wait_for(self, moment: str, within: float) -> None:
        cut = self.world.behaviour.cut
        self.world.advance(self.lead if moment == WINDOW_START else self.offer.duration * cut)
        self.world.starts += moment == WINDOW_END and self.world.behaviour.restarts
        self.world.ended |= (self.offer.vus or 0) > self.world.behaviour.bears
        self._at[moment] = (self.world.sent, self.world.waited)

    def wait_end(self, within: float) -> None:
        self.world.advance(TAIL)
        self.world.offer = None

    def weigh(self, weight: int) -> None:
        pass

    def check(self) -> None:
        pass

    def stop(self) -> None:
        self.world.offer = None

    def summary(self, within: float) -> LoadSummary:
        self.world.advance(TAIL)
        (sent, waited), (sent_after, waited_after) = self._at[WINDOW_START], self._at[WINDOW_END]
        requests = round(sent_after - sent)
        wrong, reset = (round(requests * share) for share in (self.world.behaviour.wrong, self.world.behaviour.reset))
        dropped = max((self.offer.rate or 0) * self.offer.duration - requests, 0)
        latency = _latency((waited_after - waited) / max(sent_after - sent, 1) * 1000)
        return LoadSummary(
            scenario=self.offer.scenario, model="open" if self.offer.rate else "closed", vus=self.offer.vus,
            rate=self.offer.rate, window_seconds=self.offer.duration, requests=requests, good=requests - wrong - reset,
            failed=wrong + reset + dropped, failures={"wrong-content": wrong, "reset": reset, "dropped": dropped},
            latency_ms=latency, quantiles_ms={"50": latency.p50 or 0, "99": latency.p99 or 0},
            think_ms=float(self.offer.options.get("THINK", "0")), iterations_outside=0,
        )  # fmt: skip


def _latency(mean: float) -> Latency:
    return Latency(mean=mean, p50=mean, p90=1.3 * mean, p95=1.5 * mean, p99=2 * mean, max=3 * mean)
