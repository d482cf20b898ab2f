"""Warming a fresh variant up, with its CPU cap lifted, until no change is seen; and rehearsing its load.

The end of a load takes the app where nothing has taken it before: to requests that lost their client, to connections
that come back. The cap does too: to queues. Code that was compiled without these paths is thrown away and compiled
anew. Under the cap a compiler's thread gets one share among all that want to run, so that where 50 threads work,
compiling one method may last a whole window. Hence what the end of a load brings about is rehearsed while the cap is
lifted, what is left of it and what queues bring about under the cap; and each rehearsal is followed by a rest, in which
the compilers have the machine for themselves. Under the cap it is rehearsed again if throughput is shown to change.
Before that, with the cap lifted, the compilers come first: until they are quiet, k6 gets what they leave of the cores.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bench.analysis import drift, steadiness, verdict
from bench.probes import actuator, sampler
from bench.probes.actuator import AppReading
from bench.probes.sampler import Sampler, Timed
from bench.results import Drift, Warmup, WarmupStep
from bench.runner.k6 import BEHIND_COMPILERS, USUAL_WEIGHT, WINDOW_END, WINDOW_START, Load
from bench.runner.offer import Offer
from bench.testbed import cgroup
from bench.testbed.machines import Machines

STEP = 1.5
"""Seconds between two readings of the app's counters. What the steps that must agree are too short to show, a compiler
that has work again, the rehearsals after them do."""

FREE_SECONDS = 3
"""Seconds of the rehearsal with the cap lifted, besides k6's tail."""
SECONDS, WAITING_SECONDS, AT_MOST = 13, 8, 3
"""Seconds of a rehearsal under the cap, besides k6's tail, and how many of them a run has at most. Two threads that
meet at the wrong moment take paths, in a concurrent map say, that are seen only after some ten thousands of requests;
fewer seconds do where requests wait for something, since CPU is no limit there. With none at all, two of six windows
rose by 11 and 20 % (docs/measurements/warm-up-compilers.md). A window that comes too early all the same is told by its
own compilers and its drift."""
SETTLING = 3.0
"""Seconds from the start of a rehearsal after which its throughput counts: its users must have their connections."""
RESTING = 0.05
"""CPUs that the app may use when nobody asks it anything; a compiler at work takes far more."""
REST_STEP = 0.5
REST_LIMIT = 30.0


def warm_up(
    offer: Offer, management_url: str, limit: int, beside: Callable[[], object], say: Callable[[str], None]
) -> Warmup:
    """Offer load until `steadiness` is satisfied or `limit` seconds have passed; the load has ended on return.

    `beside` is called after each step: what the app is asked besides the load, now and then.
    """
    began = time.monotonic()
    steps: list[WarmupStep] = []
    steady, reason = False, "it was too short for a single step"
    with Load(offer) as load:
        load.wait_for(WINDOW_START, within=60)
        load.weigh(BEHIND_COMPILERS)
        behind = True
        for step in _steps(load, management_url, began, limit):
            steps.append(step)
            if behind and step.compiling < steadiness.QUIET:
                load.weigh(USUAL_WEIGHT)
                behind = False
            steady, reason = steadiness.judge(steps)
            say(f"warm-up {step.at:3.0f} s: {step.throughput:7,.0f}/s, {step.compiling:.1f} compilers; {reason}")
            if steady:
                break
            beside()
    return Warmup(seconds=round(time.monotonic() - began, 2), steady=steady, reason=reason, steps=steps)


def none() -> Warmup:
    """What a cold run has."""
    return Warmup(seconds=0.0, steady=False, reason="no time to warm up was given", steps=[])


def _steps(load: Load, management_url: str, began: float, until: float) -> Iterator[WarmupStep]:
    """A step every STEP seconds while load is offered, until so many seconds since `began`."""
    last_at, last = time.monotonic(), actuator.read_app(management_url)
    while last_at - began + STEP <= until + STEP / 2:
        time.sleep(max(STEP - (time.monotonic() - last_at), 0.0))  # a busy app may take longer to be read
        load.check()
        now_at, now = time.monotonic(), actuator.read_app(management_url)
        yield between(last, now, now_at - last_at, round(now_at - began, 2))
        last_at, last = now_at, now


def between(before: AppReading, after: AppReading, seconds: float, at: float) -> WarmupStep:
    """The step between two readings that lie `seconds` apart."""
    requests = after.requests - before.requests
    return WarmupStep(
        at=at,
        throughput=requests / seconds,
        compiling=(after.compile_seconds - before.compile_seconds) / seconds,
        cpu_us=(after.cpu_seconds - before.cpu_seconds) / requests * 1e6 if requests else None,
    )


@dataclass(frozen=True)
class Rehearsal:
    """One that has ended: the compilers' part of the app's CPU, in the rest after it as well; and how much throughput
    changed, None where that was not read or was too short to tell."""

    compilers: float
    drift: Drift | None

    @property
    def changing(self) -> bool:
        """Whether it is to be repeated. That a drift is merely not excluded would cost a quarter of all runs another
        rehearsal, which would tell no more."""
        return self.compilers > verdict.COMPILERS_BUSY or self.drifting

    @property
    def drifting(self) -> bool:
        """Whether throughput is shown to change by more than it may within a window."""
        return self.drift is not None and drift.beyond(self.drift, verdict.DRIFT)


def freely(warm: Offer, machines: Machines, cap: float, limit: int, say: Callable[[str], None]) -> list[Rehearsal]:
    """Rehearse with the cap (in cores) lifted. Nothing where `limit` seconds of load are too few for it."""
    most = min(1, limit // FREE_SECONDS)
    offer = replace(warm, duration=FREE_SECONDS)
    return _rehearse(offer, most, machines, cap, lambda told: say(f"{told} with the cap lifted"), read=False)


def capped_seconds(waits: bool) -> int:
    """Of a rehearsal under the cap, by whether the load's requests wait for something."""
    return WAITING_SECONDS if waits else SECONDS


def under_the_cap(
    warm: Offer, machines: Machines, cap: float, limit: int, waits: bool, say: Callable[[str], None]
) -> list[Rehearsal]:
    """The same under the cap, until the compilers are quiet and throughput is not shown to change; one at least,
    however short."""
    seconds = min(capped_seconds(waits), limit)
    most = min(AT_MOST, limit // seconds)
    offer = replace(warm, duration=seconds)
    return _rehearse(offer, most, machines, cap, lambda told: say(f"{told} under the cap"), read=True)


def _rehearse(
    offer: Offer, most: int, machines: Machines, cap: float, say: Callable[[str], None], read: bool
) -> list[Rehearsal]:
    done: list[Rehearsal] = []
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
        done.append(Rehearsal(compilers, drift.of(_rates(readings))))
        seen = f", throughput {drift.words(done[-1].drift)}" if done[-1].drift else ""
        say(f"rehearsal {len(done)} (compilers: {compilers:.0%} of the CPU{seen})")
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
