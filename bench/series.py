"""What the users saw in the course of a window, as Prometheus recorded it from k6's remote write."""

from collections.abc import Mapping

import httpx

from bench.errors import ThreadmillError
from bench.results import LoadSample

STEP = 1.0
"""Seconds between two points; k6 writes once a second."""
QUERIES: Mapping[str, str] = {
    "good_per_second": "sum(rate(k6_threadmill_good_total[5s]))",
    "failed_per_second": "sum(rate(k6_threadmill_failed_total[5s]))",
    "p50_ms": "1000 * histogram_quantile(0.5, sum(rate(k6_threadmill_latency_seconds[5s])))",
    "p95_ms": "1000 * histogram_quantile(0.95, sum(rate(k6_threadmill_latency_seconds[5s])))",
}
"""One series for each figure: exactly one load runs at a time. Five seconds hold the last five writes."""


def load_samples(prometheus_url: str, started: float, ended: float) -> list[LoadSample]:
    """A point a second from `started` to `ended` (seconds since the epoch); None where nothing was recorded."""
    found = {name: _points(prometheus_url, query, started, ended) for name, query in QUERIES.items()}
    times = sorted({at for points in found.values() for at in points})
    return [
        LoadSample.model_validate(
            {"at": round(at - started, 1), **{name: points.get(at) for name, points in found.items()}}
        )
        for at in times
    ]


def _points(url: str, query: str, started: float, ended: float) -> dict[float, float | None]:
    asked: dict[str, str | float] = {"query": query, "start": started, "end": ended, "step": STEP}
    try:
        answer = httpx.get(f"{url}/api/v1/query_range", params=asked, timeout=20).raise_for_status().json()
    except httpx.HTTPError as fault:
        raise ThreadmillError(
            f"Prometheus does not answer at {url} ({fault}); `make logs` shows what it says"
        ) from None
    series = answer["data"]["result"]
    if not series:
        return {}
    return {float(at): None if value == "NaN" else round(float(value), 2) for at, value in series[0]["values"]}
