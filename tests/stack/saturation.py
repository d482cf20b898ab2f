"""Keeps every worker of the app busy with many users on the load machine, and watches it meanwhile."""

import time
from dataclasses import dataclass

from bench.results import LoadSummary
from bench.runner.k6 import WINDOW_START, Load
from bench.runner.offer import Offer
from tests.stack.scrape import Scrape, scrape
from tests.stack.stack import Stack
from tests.stack.support import without_caps
from tests.stack.threads import Thread, dump

USERS = 400
SCRAPES = 4
_SETTLE = 10
"""Seconds until the compilers are not what the app is busy with, where the host is not slow."""
_DURATION = 7
"""Seconds of the window: the scrapes, the thread dump, and room for both to be slow."""


@dataclass(frozen=True)
class Saturation:
    """What was seen under load: a scrape each second, then the platform threads; and k6's own count."""

    scrapes: list[Scrape]
    threads: list[Thread]
    still_loaded: bool
    load: LoadSummary


def saturate(stack: Stack) -> Saturation:
    """Let 400 users create properties without a pause, and look at the app each second.

    Without its CPU cap: how many users one carrier, worker pool or event loop serves at once is the question, not how
    fast. Under the cap the compilers of an app that a slow host has not warmed up leave its requests almost nothing.
    """
    offer = Offer(
        scenario="create-property", variant=stack.variant, model="closed", vus=USERS, rate=None,
        settle=_SETTLE, duration=_DURATION, seed=1, observed=False,
    )  # fmt: skip
    with without_caps(stack.machines, "app"), Load(offer) as load:
        load.wait_for(WINDOW_START, within=60)
        scrapes = _each_second(stack, SCRAPES)
        threads = dump(stack.management)
        still_loaded = not load.ended()
        return Saturation(scrapes, threads, still_loaded, load.summary(within=60))


def _each_second(stack: Stack, times: int) -> list[Scrape]:
    """Scrapes at fixed moments, as Prometheus makes them: a slow one does not shift the next."""
    begun = time.monotonic()
    found = []
    for moment in range(times):
        time.sleep(max(0.0, begun + moment - time.monotonic()))
        found.append(scrape(stack.management))
    return found
