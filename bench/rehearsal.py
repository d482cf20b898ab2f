"""Rehearsing the load under the cap, until a rehearsal leaves the compilers nothing to do.

The warm-up's end and the cap take the app where nothing has taken it before: to requests that lost their client, to
connections that come back, to queues. Code that was compiled without these paths is thrown away and compiled anew.
Under the cap a compiler's thread gets one share among all that want to run, so that where 50 threads work, compiling
one method may last a whole window. Hence each rehearsal is followed by a rest, in which the compilers have the machine
for themselves.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from bench import telemetry
from bench.load import WINDOW_END, Load, Offer
from bench.results import Warmup
from bench.steadiness import QUIET
from bench.telemetry import AppReading

SECONDS = 10
"""Seconds of a rehearsal. Of six seconds more are needed, which take as long together and leave the window more."""
AT_MOST = 5
"""Rehearsals of a run. A window that comes too early all the same is told by its own compilers."""
RESTING = 0.05
"""CPUs that the app may use when nobody asks it anything; a compiler at work takes far more."""
REST_STEP = 1.0
REST_LIMIT = 30.0


def rehearse(warm: Offer, warmup: Warmup, management_url: str, limit: int, say: Callable[[str], None]) -> Warmup:
    """`warmup` with its rehearsals: how many compilers were at work in each, on average; all of them within `limit`
    seconds of load."""
    offer = replace(warm, duration=min(SECONDS, limit))
    shares: list[float] = []
    most = min(AT_MOST, limit // offer.duration)
    while len(shares) < most and (not shares or shares[-1] > QUIET):
        before, began = telemetry.read_app(management_url), time.monotonic()
        _offer(offer)
        elapsed = time.monotonic() - began
        after = _rest(management_url)
        shares.append(round((after.compile_seconds - before.compile_seconds) / elapsed, 3))
        say(f"rehearsal {len(shares)} under the cap: {shares[-1]:.1f} compilers")
    return warmup.model_copy(update={"rehearsals": shares})


def _offer(offer: Offer) -> None:
    """The load once, up to a regular end."""
    load = Load(offer)
    try:
        load.wait_for(WINDOW_END, within=offer.duration + 60)
        load.wait_end(within=90)
    finally:
        load.stop()


def _rest(management_url: str) -> AppReading:
    """Return once the app uses no CPU: the compilers count their time only when they have done with a method."""
    deadline = time.monotonic() + REST_LIMIT
    last_at, last = time.monotonic(), telemetry.read_app(management_url)
    while time.monotonic() < deadline:
        time.sleep(REST_STEP)
        at, now = time.monotonic(), telemetry.read_app(management_url)
        if (now.cpu_seconds - last.cpu_seconds) / (at - last_at) < RESTING:
            return now
        last_at, last = at, now
    return last
