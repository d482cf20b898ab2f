"""What the load machine says of a window."""

from typing import Literal

from bench.results.distribution import Distribution
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

    `latency_from` says what latency counts from: the start of the request, or, in the open model, the moment at which
    the arrival was due. That is not known after an arrival was dropped, nor in older results.
    `quantiles_ms` is the latency distribution of good answers: percentile (such as "99.9") to milliseconds.
    `limit_ms` is the time after which a user gives up; None in older results. `think_ms` is the mean time that a user
    thinks between requests. `lag_ms`, k6's own part in a latency that counts from the arrival, is the time from when an
    arrival was due to the start of its request; `from_start_ms` is the latency without it. `collecting_seconds` are
    those of the window in which k6's own garbage collector worked; None in older results.
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
    latency_from: Literal["start", "arrival"] = "start"
    latency_ms: Latency
    quantiles_ms: dict[str, float]
    limit_ms: float | None = None
    think_ms: float
    iterations_outside: int
    lag_ms: Latency | None = None
    from_start_ms: Latency | None = None
    collecting_seconds: float | None = None
    first_byte_ms: Latency | None = None
    timeline: list[TimelineRow] | None = None
    phases: list[Phase] | None = None

    @property
    def distribution(self) -> Distribution:
        """The latency of good answers; distributions of several windows add up."""
        return Distribution.of(self.quantiles_ms, self.good)

    @property
    def collecting(self) -> float | None:
        """The share of the window in which k6's own garbage collector worked; None where that is not known."""
        return None if self.collecting_seconds is None else self.collecting_seconds / self.window_seconds

    @property
    def with_failures(self) -> Distribution | None:
        """The same with each failed or dropped request at its time limit; None where the limit is not known."""
        return None if self.limit_ms is None else self.distribution + Distribution.at(self.limit_ms, self.failed)

    def mean_with_failures_at(self, limit_ms: float) -> float | None:
        """Mean latency in milliseconds if every failure is counted as `limit_ms`, such as what users wait.

        None if nothing was asked. One published experiment averaged its failures in as if each had been answered at
        once, at 0 ms, which makes a service that fails look fast.
        """
        asked = self.good + self.failed
        return (self.good * (self.latency_ms.mean or 0.0) + self.failed * limit_ms) / asked if asked else None
