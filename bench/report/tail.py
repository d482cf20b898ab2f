"""What a latency of good answers alone would hide: failures, and the load machine's own lag. Values of a window."""

from collections.abc import Callable, Iterator

from bench.report.rows import Row
from bench.results import Latency, Window

Value = Callable[[Window], float | None]


def with_failures(percent: float) -> Value:
    """That percentile where each failed or dropped request counts with its time limit; None where it is not known."""

    def found(window: Window) -> float | None:
        every = window.load.with_failures
        return None if every is None else every.percentile(percent)

    return found


def from_start(percentile: str) -> Value:
    """The latency from a request's start, in the open model; None where it is the only one."""
    return lambda window: _of(window.load.from_start_ms, percentile)


def lag(percentile: str) -> Value:
    """k6's own lag, in the open model; None where it is not known."""
    return lambda window: _of(window.load.lag_ms, percentile)


def _of(latency: Latency | None, percentile: str) -> float | None:
    found: float | None = getattr(latency, percentile, None)
    return found


def counted_from(row: Row) -> str:
    """What its latency counts from: 'arrival', 'start', or where its runs differ 'arrival, start'."""
    return ", ".join(sorted({window.load.latency_from for window in row.windows.values()}))


def notes(row: Row) -> Iterator[str]:
    """A sentence where latency should count from the arrival and cannot."""
    late = [window.load for window in row.windows.values() if _is_too_low(window)]
    if late:
        dropped = sum(load.failures.get("dropped", 0) for load in late)
        where = f"{dropped:,} of windows" if dropped else "before the windows"
        yield (
            f"{row.variant}: k6 dropped arrivals ({where}), and gives them no number: when a later one "
            "was due is not known, so latency counts from the start of each request and is too low"
        )


def _is_too_low(window: Window) -> bool:
    """Whether its latency lacks the time before a request's start. Older results never had it, and name no limit."""
    return window.load.model == "open" and window.load.latency_from == "start" and window.load.limit_ms is not None
