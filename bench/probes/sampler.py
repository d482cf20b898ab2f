"""Reading the app every two seconds while a window is measured, whether or not an observer runs."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    """A reading and when it was taken, or when its answer came, in seconds since the epoch."""

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
        self.start(
            self._scrape() if load_since is None else self._timed(load_since, replace(self._rest, uptime_seconds=None))
        )

    def finish(self) -> list[Timed]:
        """Every reading that succeeded; an app that no longer answers is judged by what it leaves out."""
        self.stop()
        self._keep(self._scrape())
        return aligned(self._readings)

    def _scrape(self) -> Timed | None:
        try:
            app = actuator.read_app(self._url, timeout=INTERVAL)
        except ThreadmillError:
            return None
        return self._timed(time.time(), app)

    def _timed(self, at: float, app: AppReading) -> Timed:
        return Timed(at, actuator.less(app, self._rest.in_flight or 0.0))


def aligned(readings: Sequence[Timed]) -> list[Timed]:
    """The readings at the moments at which the app took them, by its own clock.

    An app whose requests queue answers a scrape up to a second after it counted; rates over the answers' moments would
    be too high or too low by that. The quickest answer tells how the app's uptime and this host's clock go together. A
    reading without an uptime stays where it is, and all do if the app was started again meanwhile.
    """
    known = [(one.app.uptime_seconds, one.at) for one in readings if one.app.uptime_seconds is not None]
    if not known or any(after < before for (before, _), (after, _) in pairwise(known)):
        return list(readings)
    started = min(at - uptime for uptime, at in known)
    return [
        one if one.app.uptime_seconds is None else Timed(started + one.app.uptime_seconds, one.app) for one in readings
    ]


def until(readings: Sequence[Timed], ended: float) -> list[Timed]:
    """Those within a window that `ended` then. Reading the machines' counters at its end takes of the app's cap, so
    that the app seems to slow down where it was measured no more: on a slow host by a seventh over the last 2 s."""
    return [one for one in readings if one.at <= ended]


def spaced(readings: Sequence[Timed]) -> list[Timed]:
    """Without the last but one where the last follows on its heels: a rate over a moment says nothing."""
    if len(readings) > 2 and readings[-1].at - readings[-2].at < INTERVAL / 2:
        return [*readings[:-2], readings[-1]]
    return list(readings)


def app_samples(readings: Sequence[Timed], started: float) -> list[AppSample]:
    """How the figures went: rates between neighbours, gauges as they stood. `started` is the window's start."""
    found = []
    for before, after in pairwise(spaced(readings)):
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


def app_use(
    readings: Sequence[Timed], threads: int, compiler_share: float | None, collector_seconds: float | None = None
) -> AppUse:
    """The window as a whole. `threads`, `compiler_share` and `collector_seconds` are by the operating system's
    count. The rest is None if the app answered fewer than two scrapes."""
    if len(readings) < 2:
        return AppUse(threads=threads, compiler_share=compiler_share, collector_seconds=collector_seconds)
    first, last = readings[0], readings[-1]
    span = last.at - first.at
    inside = [reading.app for reading in readings]
    virtual = [app.virtual_threads for app in inside if app.virtual_threads is not None]
    return AppUse(
        requests_per_second=round((last.app.requests - first.app.requests) / span, 2),
        compiling=round((last.app.compile_seconds - first.app.compile_seconds) / span, 4),
        compiler_share=compiler_share,
        collector_seconds=collector_seconds,
        workers=_whole(last.app.workers),
        pool_size=_whole(last.app.pool_size),
        allocated_per_second=_rate(first.app.allocated_bytes, last.app.allocated_bytes, span, 0),
        paused=_rate(first.app.paused_seconds, last.app.paused_seconds, span, 5),
        threads=threads,
        virtual_threads=int(max(virtual)) if virtual else None,
        **{name: _mean([getattr(app, name) for app in inside]) for name in MEANS},
    )


def _rate(before: float | None, after: float | None, seconds: float, digits: int) -> float | None:
    """How much was counted in a second; None unless the app counts it, or where it seems to have become less.

    Eden is empty as soon as a collection ends, and the counter knows of it a moment later: in a short window that
    ends between the two less seems to have been allocated than nothing."""
    if before is None or after is None or after < before:
        return None
    return round((after - before) / seconds, digits)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 2) if known else None


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
