"""Watching the app during a window: one scrape every two seconds, whether or not an observer runs."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bench.errors import ThreadmillError
from bench.probes import actuator
from bench.probes.actuator import AppReading
from bench.probes.watch import Watch
from bench.results import AppSample, AppUse

INTERVAL = 2.0
"""Seconds between two scrapes; one takes the app a few milliseconds of CPU."""


GAUGES = AppSample.model_fields.keys() & AppReading.__dataclass_fields__.keys()
"""What a sample keeps of a reading as it stands."""
MEANS = ("in_flight", "workers_busy", "pool_busy", "pool_waiting")
"""The gauges whose mean over a window is kept."""


@dataclass(frozen=True)
class Timed:
    """A reading and when it was taken, in seconds since the epoch."""

    at: float
    app: AppReading


class Sampler(Watch[Timed]):
    """Reads the app; the first and the last reading are at the window's two ends."""

    def __init__(self, management_url: str, rest: AppReading) -> None:
        """`rest` is the app without load. What it counts as in flight then is nothing: WebFlux never forgets a request
        whose client has gone before the answer, such as those that the warm-up's end cut off."""
        super().__init__(self._scrape, INTERVAL)
        self._url = management_url
        self._rest = rest

    def begin(self, load_since: float | None = None) -> None:
        """`load_since`: where the load began with the window, when (seconds since the epoch). Then the app at rest is
        the first reading: a cold one may take seconds to give another, and its slowest requests would not count."""
        self.start(self._scrape() if load_since is None else self._timed(load_since, self._rest))

    def finish(self) -> list[Timed]:
        """Every reading that succeeded; an app that no longer answers is judged by what it leaves out."""
        self.stop()
        self._keep(self._scrape())
        return spaced(self._readings)

    def _scrape(self) -> Timed | None:
        try:
            app = actuator.read_app(self._url, timeout=INTERVAL)
        except ThreadmillError:
            return None
        return self._timed(time.time(), app)

    def _timed(self, at: float, app: AppReading) -> Timed:
        return Timed(at, actuator.less(app, self._rest.in_flight or 0.0))


def spaced(readings: Sequence[Timed]) -> list[Timed]:
    """Without the last but one where the last follows on its heels: a rate over a moment says nothing."""
    if len(readings) > 2 and readings[-1].at - readings[-2].at < INTERVAL / 2:
        return [*readings[:-2], readings[-1]]
    return list(readings)


def samples(readings: Sequence[Timed], started: float) -> list[AppSample]:
    """How the figures went: rates between neighbours, gauges as they stood. `started` is the window's start."""
    found = []
    for before, after in pairwise(readings):
        span = after.at - before.at
        found.append(
            AppSample(
                at=round(after.at - started, 2),
                requests_per_second=round((after.app.requests - before.app.requests) / span, 2),
                cpu=round((after.app.cpu_seconds - before.app.cpu_seconds) / span, 4),
                compiling=round((after.app.compile_seconds - before.app.compile_seconds) / span, 4),
                **{name: getattr(after.app, name) for name in GAUGES},
            )
        )
    return found


def use(readings: Sequence[Timed], threads: int, compiler_share: float | None) -> AppUse:
    """The window as a whole. `threads` and `compiler_share` are by the operating system's
    count. The rest is None if the app answered fewer than two scrapes."""
    if len(readings) < 2:
        return AppUse(threads=threads, compiler_share=compiler_share)
    first, last = readings[0], readings[-1]
    span = last.at - first.at
    inside = [reading.app for reading in readings]
    virtual = [app.virtual_threads for app in inside if app.virtual_threads is not None]
    return AppUse(
        requests_per_second=round((last.app.requests - first.app.requests) / span, 2),
        compiling=round((last.app.compile_seconds - first.app.compile_seconds) / span, 4),
        compiler_share=compiler_share,
        workers=_whole(last.app.workers),
        pool_size=_whole(last.app.pool_size),
        threads=threads,
        virtual_threads=int(max(virtual)) if virtual else None,
        **{name: _mean([getattr(app, name) for app in inside]) for name in MEANS},
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 2) if known else None


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
