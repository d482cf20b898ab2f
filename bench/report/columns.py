"""What a table tells of a row: the decision, what the machines used for it, and what is worth a second look."""

from collections.abc import Callable

from bench.analysis.difference import Difference
from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.row import Row
from bench.results import Window
from bench.spec.variants import BASELINE

WORDS = frozenset({"limiter", "verdict"})
RATIO = f"ratio to {BASELINE}"
EQUAL_PACE = "at equal pace"
Column = tuple[str, Callable[[Row], str]]


def latency(percentile: str) -> Callable[[Window], float | None]:
    """That percentile of a window's good answers, in milliseconds."""
    return lambda window: getattr(window.load.latency_ms, percentile)


def memory_peak(window: Window) -> float | None:
    """The most that the app held since its start, in MiB; None where the kernel keeps no peak."""
    peak = window.use["app"].memory_peak
    return None if peak is None else peak / 2**20


def cpu_share(machine: str) -> Callable[[Window], float | None]:
    """What that machine used of its CPU cap; None where it took no part."""
    return lambda window: window.use[machine].cpu_share if machine in window.use else None


def _figure(value: Callable[[Window], float | None], form: str) -> Callable[[Row], str]:
    return lambda row: words.mean(row.mean(value), form)


def _failed(row: Row) -> str:
    return f"{row.failed:,} ({row.failed / row.asked:.1%})" if row.failed else "0"


def ratio(estimate: Estimate | None, difference: Difference) -> str:
    """A ratio with the words that belong to it."""
    said = (Difference.NOT_SHOWN, Difference.UNUSABLE)
    return words.ratio(estimate) + (f"\n{difference.value}" if difference in said else "")


def _ratio(row: Row) -> str:
    return "1" if row.difference is Difference.BASELINE else ratio(row.ratio, row.difference)


COLUMNS: tuple[Column, ...] = (
    ("variant", lambda row: row.variant),
    ("goodput/s", _figure(lambda window: window.goodput, ",.0f")),
    ("p50 ms", _figure(latency("p50"), ",.1f")),
    ("p95 ms", _figure(latency("p95"), ",.1f")),
    ("p99 ms", _figure(latency("p99"), ",.1f")),
    ("failed", _failed),
    (RATIO, _ratio),
    (EQUAL_PACE, lambda row: words.ratio(row.at_equal_pace)),
    ("limiter", lambda row: row.limiter.replace(", ", "\n")),
    ("verdict", lambda row: row.verdict_share.replace(" (", "\n(")),
)
"""What decides; it fits into 160 columns of a terminal."""

USED_COLUMNS: tuple[Column, ...] = (
    ("variant", lambda row: row.variant),
    ("peak threads", _figure(lambda window: window.app.threads, ",.0f")),
    ("virtual threads", _figure(lambda window: window.app.virtual_threads, ",.0f")),
    ("app CPU", _figure(cpu_share("app"), ".0%")),
    ("throttled", _figure(lambda window: window.use["app"].throttled_share, ".0%")),
    ("db CPU", _figure(cpu_share("db"), ".0%")),
    ("app memory peak, MiB", _figure(memory_peak, ",.0f")),
    ("verdict", lambda row: row.verdict_share),
)
"""What it took; CPU as a share of the caps, throttled as a share of the cap's periods."""

MORE_COLUMNS: tuple[Column, ...] = (
    ("variant", lambda row: row.variant),
    ("throughput/s", _figure(lambda window: window.throughput, ",.0f")),
    ("good requests per CPU-second", _figure(lambda window: window.good_per_cpu_second, ",.0f")),
    ("good requests/s per MiB", _figure(lambda window: window.good_per_mib, ",.2f")),
    ("p90 ms", _figure(latency("p90"), ",.1f")),
    ("mean ms", _figure(latency("mean"), ",.1f")),
    ("max ms", _figure(latency("max"), ",.0f")),
    ("verdict", lambda row: row.verdict_share),
)
"""What is worth a second look."""
