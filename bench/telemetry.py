"""What the machines report of themselves: the app's actuator, read directly, and Prometheus's record as series."""

import re
from dataclasses import dataclass

import httpx

from bench.errors import ThreadmillError

PEAK_THREADS = 'max_over_time(container_threads{{machine="app"}}[{seconds}s])'
PEAK_VIRTUAL_THREADS = 'max_over_time(threadmill_virtual_threads_peak{{machine="app"}}[{seconds}s])'


@dataclass(frozen=True)
class AppReading:
    """The app's own counters since its start: requests answered, and seconds that its JIT compilers worked."""

    requests: float
    compile_seconds: float


def read_app(management_url: str) -> AppReading:
    """One direct scrape of the actuator; it works whether or not an observer runs."""
    try:
        text = httpx.get(f"{management_url}/prometheus", timeout=10).raise_for_status().text
    except httpx.HTTPError as fault:
        raise ThreadmillError(f"the app's metrics cannot be read ({fault}); `make logs` shows what it says") from None
    return parse_app(text)


def parse_app(text: str) -> AppReading:
    """Sum the two series in the text format of Prometheus."""
    return AppReading(
        requests=_sum(text, "http_server_requests_seconds_count"),
        compile_seconds=_sum(text, "jvm_compilation_time_ms_total") / 1000,
    )


def _sum(text: str, name: str) -> float:
    return sum(float(value) for value in re.findall(rf"^{name}(?:{{[^\n]*}})? (\S+)$", text, re.MULTILINE))


def prometheus_value(base_url: str, query: str, at: float) -> float | None:
    """The largest value of an instant query at `at` (seconds since the epoch); None if the series does not exist."""
    try:
        answer = httpx.get(f"{base_url}/api/v1/query", params={"query": query, "time": at}, timeout=10)
        results = answer.raise_for_status().json()["data"]["result"]
    except httpx.HTTPError as fault:
        raise ThreadmillError(f"Prometheus does not answer ({fault}); `make logs` says why") from None
    return max((float(result["value"][1]) for result in results), default=None)
