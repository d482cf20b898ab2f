"""What Prometheus has recorded, second by second; above all what the users saw, from k6's remote write."""

import math
from collections.abc import Mapping

import httpx

from bench.errors import ThreadmillError
from bench.results import LoadSample
from bench.testbed import loopback

QUERIES: Mapping[str, str] = {
    "good_per_second": "sum(rate(k6_threadmill_good_total[5s]))",
    "failed_per_second": "sum(rate(k6_threadmill_failed_total[5s]))",
    "p50_ms": "1000 * histogram_quantile(0.5, sum(rate(k6_threadmill_latency_seconds[5s])))",
    "p95_ms": "1000 * histogram_quantile(0.95, sum(rate(k6_threadmill_latency_seconds[5s])))",
}
"""One series for each figure: exactly one load runs at a time. Five seconds hold the last five writes."""


def each_second(base_url: str, query: str, start: float, end: float) -> list[tuple[int, float]]:
    """A query's value at every second from `start` to `end` (seconds since the epoch), as (second after start, value).

    Seconds without a value are left out; of several series the first is taken. A ThreadmillError if Prometheus fails.
    """
    asked: dict[str, str | float] = {"query": query, "start": start, "end": end, "step": 1}
    try:
        answer = loopback.get(f"{base_url}/api/v1/query_range", 20, asked)
        results = answer.json()["data"]["result"]
    except (httpx.HTTPError, ValueError, KeyError) as fault:
        raise ThreadmillError(f"Prometheus does not answer ({fault}); `make logs` says why") from None
    found = [(round(float(at) - start), float(value)) for at, value in results[0]["values"]] if results else []
    return [(second, value) for second, value in found if math.isfinite(value)]


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
        name: {at: round(value, 2) for at, value in each_second(prometheus_url, query, started, ended)}
        for name, query in QUERIES.items()
    }
    times = sorted({at for points in found.values() for at in points})
    return [
        LoadSample.model_validate({"at": at, **{name: points.get(at) for name, points in found.items()}})
        for at in times
    ]
