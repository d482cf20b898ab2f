"""What the users saw in the course of a window, as Prometheus recorded it from k6's remote write."""

from collections.abc import Mapping

from bench.errors import ThreadmillError
from bench.probes import prometheus
from bench.results import LoadSample

QUERIES: Mapping[str, str] = {
    "good_per_second": "sum(rate(k6_threadmill_good_total[5s]))",
    "failed_per_second": "sum(rate(k6_threadmill_failed_total[5s]))",
    "p50_ms": "1000 * histogram_quantile(0.5, sum(rate(k6_threadmill_latency_seconds[5s])))",
    "p95_ms": "1000 * histogram_quantile(0.95, sum(rate(k6_threadmill_latency_seconds[5s])))",
}
"""One series for each figure: exactly one load runs at a time. Five seconds hold the last five writes."""


def observe(prometheus_url: str, started: float, ended: float) -> tuple[list[LoadSample], str | None]:
    """The same as load_samples, and why it is empty: no window is lost because an observer failed."""
    try:
        found = load_samples(prometheus_url, started, ended)
    except ThreadmillError as fault:
        return [], str(fault)
    return found, None if found else "Prometheus has recorded nothing of k6; `make logs` may say why"


def load_samples(prometheus_url: str, started: float, ended: float) -> list[LoadSample]:
    """A point a second from `started` to `ended` (seconds since the epoch); None where nothing was recorded."""
    found = {
        name: {at: round(value, 2) for at, value in prometheus.each_second(prometheus_url, query, started, ended)}
        for name, query in QUERIES.items()
    }
    times = sorted({at for points in found.values() for at in points})
    return [
        LoadSample.model_validate({"at": at, **{name: points.get(at) for name, points in found.items()}})
        for at in times
    ]
