"""The second phase of the warm-up: short loads with the CPU cap lifted and under it, each up to a regular end.

The end of a load takes the app where nothing has taken it before: to requests that lost their client, to connections
that come back. The cap does too: to queues. Code that was compiled without these paths is thrown away and compiled
anew. Under the cap a compiler's thread gets one share among all that want to run, so that where 50 threads work,
compiling one method may last a whole window. Hence one load ends while the cap is lifted, and one or more under it;
and each is followed by a rest, in which the compilers have the machine for themselves. Under the cap there is another
one while the compilers are at work or throughput is shown to change.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bench.analysis import drift, verdict
from bench.probes import actuator, sampler
from bench.probes.actuator import AppReading
from bench.probes.sampler import Sampler, Timed
from bench.results import Drift
from bench.runner.k6 import WINDOW_END, WINDOW_START, Load
from bench.runner.offer import Offer
from bench.testbed import cgroup
from bench.testbed.machines import Machines

UNCAPPED_SECONDS = 3
"""Seconds of the load with the cap lifted, besides k6's tail."""
CAPPED_SECONDS, WAITING_SECONDS, AT_MOST = 13, 8, 3
"""Seconds of a load under the cap, besides k6's tail, and how many of them a run has at most. Two threads that meet at
the wrong moment take paths, in a concurrent map say, that are seen only after some ten thousands of requests; fewer
seconds do where requests wait for something, since CPU is no limit there. With none at all, two of six windows rose by
11 and 20 % (docs/measurements/warm-up-compilers.md). A window that comes too early all the same is told by its own
compilers and its drift."""
SETTLING = 3.0
"""Seconds from the start of a load after which its throughput counts: its users must have their connections."""
RESTING = 0.05
"""CPUs that the app may use when nobody asks it anything; a compiler at work takes far more."""
REST_STEP = 0.5
REST_LIMIT = 30.0


@dataclass(frozen=True)
class ShortLoad:
    """One that has ended: the compilers' part of the app's CPU, in the rest after it as well; and how much throughput
    changed, None where that was not read or was too short to tell."""

    compilers: float
    drift: Drift | None

    @property
    def changing(self) -> bool:
        """Whether another one is to follow. That a drift is merely not excluded would cost a quarter of all runs one
        more, which would tell no more."""
        return self.compilers > verdict.COMPILERS_BUSY or self.drifting

    @property
    def drifting(self) -> bool:
        """Whether throughput is shown to change by more than it may within a window."""
        return self.drift is not None and drift.beyond(self.drift, verdict.DRIFT)


def uncapped(warm: Offer, machines: Machines, cap: float, limit: int, say: Callable[[str], None]) -> list[ShortLoad]:
    """One load with the cap (in cores) lifted; none where `limit` seconds of load are too few for it."""
    most = min(1, limit // UNCAPPED_SECONDS)
    offer = replace(warm, duration=UNCAPPED_SECONDS)
    return _loads(offer, most, machines, cap, lambda told: say(f"{told} with the cap lifted"), read=False)


def capped_seconds(waits: bool) -> int:
    """Of a load under the cap, by whether its requests wait for something."""
    return WAITING_SECONDS if waits else CAPPED_SECONDS


def capped(
    warm: Offer, machines: Machines, cap: float, limit: int, waits: bool, say: Callable[[str], None]
) -> list[ShortLoad]:
    """Loads under the cap until the compilers are quiet and throughput is not shown to change; one at least, however
    short."""
    seconds = min(capped_seconds(waits), limit)
    most = min(AT_MOST, limit // seconds)
    offer = replace(warm, duration=seconds)
    return _loads(offer, most, machines, cap, lambda told: say(f"{told} under the cap"), read=True)


def _loads(
    offer: Offer, most: int, machines: Machines, cap: float, say: Callable[[str], None], read: bool
) -> list[ShortLoad]:
    done: list[ShortLoad] = []
    url = machines.management_url()
    while len(done) < most and (not done or done[-1].changing):
        before = machines.counters(["app"])["app"]
        sampling = Sampler(url, actuator.read_app(url))
        with Load(offer) as load, sampling:  # once, up to a regular end
            load.wait_for(WINDOW_START, within=60)
            if read:
                sampling.begin()
            load.wait_for(WINDOW_END, within=offer.duration + 60)
            readings = sampling.finish() if read else []
            load.wait_end(within=90)
        rest(url)
        after = machines.counters(["app"])["app"]
        taken, used = cgroup.compiled(before.compilers, after.compilers), after.cpu_seconds - before.cpu_seconds
        compilers = cgroup.compiler_share(taken, used, allowed=cap * offer.duration)
        done.append(ShortLoad(compilers, drift.of(_rates(readings))))
        seen = f", throughput {drift.words(done[-1].drift)}" if done[-1].drift else ""
        say(f"second phase, load {len(done)} (compilers: {compilers:.0%} of the CPU{seen})")
    return done


def _rates(readings: Sequence[Timed]) -> list[float]:
    """Requests a second between readings, without the first seconds."""
    settled = [reading for reading in readings if reading.at >= readings[0].at + SETTLING]
    return [sample.requests_per_second for sample in sampler.app_samples(settled, 0.0)]


def rest(management_url: str) -> AppReading:
    """Return once the app uses no CPU: the compilers are done."""
    deadline = time.monotonic() + REST_LIMIT
    last_at, last = time.monotonic(), actuator.read_app(management_url)
    while time.monotonic() < deadline:
        time.sleep(REST_STEP)
        at, now = time.monotonic(), actuator.read_app(management_url)
        if (now.cpu_seconds - last.cpu_seconds) / (at - last_at) < RESTING:
            return now
        last_at, last = at, now
    return last
