"""What Prometheus has recorded, second by second."""

import math

import httpx

from bench.errors import ThreadmillError
from bench.testbed import loopback


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
