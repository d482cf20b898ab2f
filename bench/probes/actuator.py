"""What the app reports of itself: its actuator's metrics, read directly, so that no observer is needed.

During a window they are read every two seconds, whether or not an observer runs.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from typing import Any

import httpx

from bench.errors import ThreadmillError
from bench.probes.watch import Watch
from bench.results import AppSample, AppUse
from bench.testbed import loopback

IDLE_STEP = 0.2
"""Seconds between two looks at an app that finishes its last requests."""

FORMATS = (
    "text/plain",
    "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited",
)
"""What the harness asks for, and what Prometheus does."""
SCRAPES = 300
"""Scrapes in each format before the first window. A run has some 150 others up to that window's end."""
INTERVAL = 2.0
"""Seconds between two scrapes; one takes the app a few milliseconds of CPU."""


def _series(name: str, labels: str = "", unit: float = 1, default: float | None = None) -> Any:
    """A field that is read from the series of this name: the sum over label sets, in `unit`s. None, unless there is
    another `default`, without such a metric, and where it is negative: Tomcat says -1 of its own threads when virtual
    ones do the work."""
    pattern = re.compile(rf"^(?:{name})(?:{{[^\n]*{labels}[^\n]*}})? (\S+)$", re.MULTILINE)

    def read(text: str) -> float | None:
        found = pattern.findall(text)
        total = sum(map(float, found)) / unit
        return total if found and total >= 0 else default

    return field(metadata={"read": read})


@dataclass(frozen=True)
class AppReading:
    """One scrape. Counters since the app's start (requests, seconds of CPU and of JIT compilation) and gauges as they
    stand; None where a variant has no such thing. `workers` are Tomcat's threads, the pool is that of the database."""

    requests: float = _series("http_server_requests_seconds_count", default=0.0)
    compile_seconds: float = _series("jvm_compilation_time_ms_total", unit=1e3, default=0.0)
    cpu_seconds: float = _series("process_cpu_time_ns_total", unit=1e9, default=0.0)
    in_flight: float | None = _series("http_server_requests_active_seconds_count")
    platform_threads: float = _series("jvm_threads_live_threads", default=0.0)
    virtual_threads: float | None = _series("threadmill_virtual_threads_live")
    workers_busy: float | None = _series("tomcat_threads_busy_threads")
    workers: float | None = _series("tomcat_threads_config_max_threads")
    pool_busy: float | None = _series("hikaricp_connections_active|r2dbc_pool_acquired_connections")
    pool_waiting: float | None = _series("hikaricp_connections_pending|r2dbc_pool_pending_connections")
    pool_size: float | None = _series("hikaricp_connections_max|r2dbc_pool_max_allocated_connections")
    heap_bytes: float = _series("jvm_memory_used_bytes", 'area="heap"', default=0.0)
    eden_bytes: float = _series("jvm_memory_used_bytes", 'id="[^"]*Eden Space"', default=0.0)
    collected_bytes: float | None = _series("jvm_gc_memory_allocated_bytes_total")
    paused_seconds: float | None = _series("jvm_gc_pause_seconds_sum")

    @property
    def allocated_bytes(self) -> float | None:
        """Bytes allocated since the app's start. Micrometer's counter has what earlier collections found, so that what
        lies in Eden since then is to be added: a window holds but a few collections."""
        return None if self.collected_bytes is None else self.collected_bytes + self.eden_bytes


def read_app(management_url: str, timeout: float = 10) -> AppReading:
    """Scrape the actuator; a ThreadmillError if it does not answer."""
    try:
        text = loopback.get(f"{management_url}/prometheus", timeout).text
    except httpx.HTTPError as fault:
        raise _unreadable(fault) from None
    return parse_app(text)


def rehearse(management_url: str) -> None:
    """Scrape SCRAPES times in each format, as often as Prometheus does in many minutes; a ThreadmillError if the app
    does not answer.

    Each scrape calls the same few methods some dozens of times. At one scrape a second their counts reach what the JIT
    compilers wait for within the windows, which then pay for the compilation.
    """
    try:
        with loopback.client(loopback.PATIENCE) as client:
            for _ in range(SCRAPES):
                for form in FORMATS:
                    client.get(f"{management_url}/prometheus", headers={"Accept": form}).raise_for_status()
    except httpx.HTTPError as fault:
        raise _unreadable(fault) from None


def _unreadable(fault: httpx.HTTPError) -> ThreadmillError:
    """What a scrape that failed says to the user."""
    return ThreadmillError(f"the app's metrics cannot be read ({fault}); `make logs` shows what it says")


def less(app: AppReading, resting: float) -> AppReading:
    """The reading without requests that count as in flight although nothing works on them."""
    return app if app.in_flight is None else replace(app, in_flight=max(app.in_flight - resting, 0.0))


def wait_idle(management_url: str, within: float = 30) -> None:
    """Return once the app uses no database connection; a ThreadmillError if it still does after `within` seconds.

    The pool's own word counts: WebFlux may count a request as active for ever whose client has gone.
    """
    deadline = time.monotonic() + within
    while (app := read_app(management_url)).pool_busy or app.pool_waiting:
        if time.monotonic() > deadline:
            raise ThreadmillError(f"the app still asks the database {within:.0f} s after the load; see `make logs`")
        time.sleep(IDLE_STEP)


def parse_app(text: str) -> AppReading:
    """Read the text format of Prometheus. Each figure has the same meaning in every variant, under its own name."""
    return AppReading(**{one.name: one.metadata["read"](text) for one in fields(AppReading)})


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
            app = read_app(self._url, timeout=INTERVAL)
        except ThreadmillError:
            return None
        return self._timed(time.time(), app)

    def _timed(self, at: float, app: AppReading) -> Timed:
        return Timed(at, less(app, self._rest.in_flight or 0.0))


def spaced(readings: Sequence[Timed]) -> list[Timed]:
    """Without the last but one where the last follows on its heels: a rate over a moment says nothing."""
    if len(readings) > 2 and readings[-1].at - readings[-2].at < INTERVAL / 2:
        return [*readings[:-2], readings[-1]]
    return list(readings)


def app_samples(readings: Sequence[Timed], started: float) -> list[AppSample]:
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
