"""What the app reports of itself: its actuator's metrics, read directly, so that no observer is needed."""

import re
import time
from dataclasses import dataclass, field, fields, replace
from typing import Any

import httpx

from bench.errors import ThreadmillError
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
    uptime_seconds: float | None = _series("process_uptime_seconds")

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


def warm_scrapes(management_url: str) -> None:
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
    return ThreadmillError(f"the app's metrics cannot be read ({fault}); its log, which is kept, shows why")


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
            told = f"the app still asks the database {within:.0f} s after the load"
            raise ThreadmillError(f"{told}; offer less, or see its log, which is kept")
        time.sleep(IDLE_STEP)


def parse_app(text: str) -> AppReading:
    """Read the text format of Prometheus. Each figure has the same meaning in every variant, under its own name."""
    return AppReading(**{one.name: one.metadata["read"](text) for one in fields(AppReading)})
