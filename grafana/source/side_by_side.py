"""The home dashboard: one experiment, its variants beside each other, and over each other from t = 0.

The harness writes these series after each run (bench/probes/prometheus.py); a mean over blocks is taken here.
"""

from bench.spec.variants import VARIANTS
from grafana.source.dashboard import Dashboard, Row, variable
from grafana.source.live_run import VIRTUAL
from grafana.source.panel import Panel, Query, bars, grouped_bars, lines, text_table, verdicts

EXPERIMENT = 'experiment="$experiment"'
CHOSEN = f'{EXPERIMENT}, level="$level"'


def _newest(name: str, match: str = CHOSEN) -> str:
    """A metric that the harness wrote of the chosen window, or of those that match."""
    return f"last_over_time(threadmill_window_{name}{{{match}}}[1h])"


def _metric(name: str, *by: str, match: str = CHOSEN) -> Query:
    """A metric of such windows; the first of `by` is what its bars are grouped by."""
    return Query(f"avg by ({', '.join(by)}, variant) ({_newest(name, match)})", columns=(*by, "variant"))


def _overlay(name: str, word: str = "", match: str = "", only: tuple[str, ...] = VARIANTS) -> Query:
    """A series of the chosen window from t = 0. A range of one step ends each line where its window ended."""
    series = f"threadmill_overlay_{name}{{{CHOSEN}{match and f', {match}'}}}"
    return Query(f"avg by (variant) (last_over_time({series}[1s]))", f"{{{{variant}}}} {word}".strip(), only)


def _bars(title: str, description: str, name: str, unit: str = "percentunit", width: int = 5) -> Panel:
    """A metric of each variant."""
    return bars(title, description, _metric(name, "level"), unit, width)


def _share(title: str, description: str, name: str) -> Panel:
    """A share of a cap over the chosen window."""
    return lines(title, description, _overlay(name), unit="percentunit")


VERDICTS = Query(f"max by (level, variant) ({_newest('verdict')})", columns=("level", "variant"))
WHY = ("variant", "block", "verdict", "limiter", "reasons")
REASONS = Query(f"sort_desc(max by ({', '.join(WHY)}) ({_newest('verdict')}))", columns=WHY)

METRICS = Row("The window in figures: mean over the experiment's runs", (
    verdicts("Verdict", "Whether the figures below may be used: the worst verdict over the variant's runs.", VERDICTS),
    _bars("Goodput", "Correct answers per second.", "goodput", "reqps"),
    grouped_bars(
        "Latency", "Of the good answers, as the user saw them: half, 95 % and 99 % were at least as fast.",
        _metric("latency_seconds", "percentile"), "s", 11,
    ),
    grouped_bars(
        "Threads", "The most at once: of the operating system (platform), and virtual ones.",
        _metric("threads", "kind"), "short", 8,
    ),
    _bars("App CPU", "CPU time as a share of the cap.", "cpu_share"),
    _bars("App CPU for each request", "CPU time of the app for each correct answer.", "cpu_seconds_per_request", "s"),
    _bars(
        "App throttled", "Share of the scheduler's 100 ms periods in which the cap stopped the app.", "throttled_share"
    ),
    _bars("App memory", "The most since its start.", "memory_bytes", "bytes"),
    _bars("Failed", "Share of the requests that failed or were dropped.", "failed_share", width=4),
))  # fmt: skip

OVERLAY = Row("The window over time: the variants ran one after another, and each is drawn from its own t = 0", (
    lines("Throughput", "Correct answers per second, over the last 5 s.", _overlay("goodput"), unit="reqps"),
    lines(
        "Latency", "Of the good answers of the last 5 s: half (dotted) and 95 % (solid) were at least as fast.",
        *(_overlay("latency_seconds", name, f'percentile="{name}"') for name in ("p50", "p95")), unit="s",
    ),
    lines(
        "Threads", "The app's threads: of the operating system solid, virtual ones dashed.",
        _overlay("threads", "platform", 'kind="platform"'), _overlay("threads", "virtual", 'kind="virtual"', VIRTUAL),
    ),
    _share("App CPU", "CPU time as a share of the cap, over the last 5 s.", "cpu_share"),
    _share(
        "App throttled",
        "Share of the scheduler's periods in which the cap stopped the app, over the last 5 s.", "throttled_share",
    ),
    _share("Database CPU", "CPU time of the database as a share of its cap, over the last 5 s.", "database_cpu_share"),
))  # fmt: skip

EVERY_LOAD = Row("At each load of the experiment: of a ladder, latency and cost over the rate", (
    grouped_bars(
        "p95 at each load", "Of the good answers, 95 % were at least as fast; one group for each load level.",
        _metric("latency_seconds", "level", match=f'{EXPERIMENT}, percentile="p95"'), "s", 12,
    ),
    grouped_bars(
        "App CPU for each request, at each load", "CPU time of the app for each correct answer.",
        _metric("cpu_seconds_per_request", "level", match=EXPERIMENT), "s", 12,
    ),
))  # fmt: skip

BEHIND = Row("Why", (
    text_table(
        "Reasons behind the verdicts",
        "What the harness found in each window of this load; one line for each run, the worst first.", REASONS,
    ),
))  # fmt: skip

DASHBOARD = Dashboard(
    uid="threadmill-side-by-side", title="Side by side", timezone="utc", refresh="10s", time_picker=False,
    description="One experiment: its variants beside each other, and over each other from t = 0.",
    span=("now/M", "now-1M/M+45s"),  # the overlay's axis begins with the month; an end is rounded up, so one less
    variables=(
        variable("experiment", "Experiment", "last_over_time(threadmill_window_goodput[1h])", newest_first=True),
        variable("level", "Load", 'last_over_time(threadmill_window_goodput{experiment="$experiment"}[1h])'),
    ),
    rows=(METRICS, EVERY_LOAD, OVERLAY, BEHIND),
)  # fmt: skip
