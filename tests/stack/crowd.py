"""A crowd of users on passthrough-message, none of whom thinks: all of them are in flight, all the time."""

import time
from dataclasses import dataclass, replace

from bench.results import LoadSummary
from bench.runner.k6 import WINDOW_START, Load
from bench.runner.offer import Offer
from tests.stack.downstream import Downstream
from tests.stack.scrape import Scrape, scrape
from tests.stack.stack import Stack
from tests.stack.support import without_caps
from tests.stack.threads import Thread, dump

USERS = 500
LOOKS = 3
_DELAY_MS = 2000
"""At the published 300 ms, 500 users who do not think ask for 1,667 calls/s: a small host queues them elsewhere."""
_RAMP = 2
_SETTLE = 3
"""Seconds: in them every user has been answered once before anybody looks."""
_FIRST_USERS, _FIRST_SECONDS = 20, 8
"""Users who come before the crowd, without a delay, and for how long: a cold app would keep the crowd waiting for its
compilers."""
_DURATION = 6
"""Seconds of the window: the looks, the thread dump, and room for both to be slow."""


@dataclass(frozen=True)
class Crowd:
    """What was seen each second, in the app and in downstream; then the platform threads; and k6's own count."""

    app: list[Scrape]
    downstream: list[Scrape]
    threads: list[Thread]
    still_there: bool
    load: LoadSummary


def gather(stack: Stack) -> Crowd:
    """Let the crowd in and look at it. Without CPU caps: who waits is the question, and not how fast it can be."""
    offer = Offer(
        scenario="passthrough-message", variant=stack.variant, model="closed", vus=USERS, rate=None,
        settle=_SETTLE, duration=_DURATION, seed=1, observed=False,
        options={"THINK": "0", "RAMP": str(_RAMP), "DELAY": str(_DELAY_MS)},
    )  # fmt: skip
    with without_caps(stack.machines, "app", "downstream"):
        _warm_up(offer)
        with Load(offer) as load:
            load.wait_for(WINDOW_START, within=60)
            app, downstream = _look(stack)
            threads = dump(stack.management)
            still_there = not load.ended()
            return Crowd(app, downstream, threads, still_there, load.summary(within=60))


def _warm_up(offer: Offer) -> None:
    few = replace(
        offer, vus=_FIRST_USERS, settle=0, duration=_FIRST_SECONDS, options={"RAMP": "0", "THINK": "0", "DELAY": "0"}
    )
    with Load(few) as load:
        load.summary(within=_FIRST_SECONDS + 60)


def _look(stack: Stack) -> tuple[list[Scrape], list[Scrape]]:
    app, far_end = [], []
    with Downstream(stack.machines) as downstream:
        for _ in range(LOOKS):
            app.append(scrape(stack.management))
            far_end.append(downstream.scrape())
            time.sleep(1)
    return app, far_end
