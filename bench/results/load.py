"""What the load machine says of a window."""

from typing import Literal

from bench.results.record import Record


class Latency(Record):
    """Milliseconds, of good answers only; None where there were none."""

    mean: float | None
    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    max: float | None


STEP = 5.0
"""Seconds of a timeline's row."""


class TimelineRow(Record):
    """STEP seconds of a load that varies, from second `at` of the window; `offered` by arrival, the rest by answer."""

    at: float
    offered: int
    good: int
    failed: int
    p95_ms: float | None


class Phase(Record):
    """A stretch of constant rate within a window, by arrival: `offered` is `good` plus `failed`."""

    name: str
    at: float
    seconds: float
    rate: float
    offered: int
    good: int
    failed: int
    latency_ms: Latency


class LoadSummary(Record):
    """What k6 says of one window. `requests` ended within it; `good` of them were right in status and content.

    `quantiles_ms` is the latency distribution of good answers: percentile (such as "99.9") to milliseconds.
    `think_ms` is the mean time that a user thinks between requests.
    """

    scenario: str
    model: Literal["closed", "open"]
    vus: int | None
    rate: float | None
    window_seconds: float
    requests: int
    good: int
    failed: int
    failures: dict[str, int]
    latency_ms: Latency
    quantiles_ms: dict[str, float]
    think_ms: float
    iterations_outside: int
    first_byte_ms: Latency | None = None
    timeline: list[TimelineRow] | None = None
    phases: list[Phase] | None = None

    def mean_with_failures_at(self, limit_ms: float) -> float | None:
        """Mean latency in milliseconds if every failure is counted as `limit_ms`, such as what users wait.

        None if nothing was asked. One published experiment averaged its failures in as if each had been answered at
        once, at 0 ms, which makes a service that fails look fast.
        """
        asked = self.good + self.failed
        return (self.good * (self.latency_ms.mean or 0.0) + self.failed * limit_ms) / asked if asked else None
