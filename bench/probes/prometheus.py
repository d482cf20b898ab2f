"""What Prometheus has recorded, second by second: above all what the users saw, from k6's remote write.

The windows of an experiment are laid over each other: each run is written back with t = 0 for its windows.
The runs follow one another, and a dashboard has one axis of time. So a window's series are written again as if it had
begun at the start of the month (UTC), where the axis reads 00:00:00, with labels that tell the windows apart:
experiment, variant, configuration, block and level. Prometheus takes samples that old by remote write, within its
out-of-order window.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

import httpx

from bench.errors import ThreadmillError
from bench.results import Experiment, LoadSample, Plan, Run, Window
from bench.results.judgement import SEVERITY
from bench.testbed import loopback
from bench.testbed.machines import Machines

QUERIES: Mapping[str, str] = {
    "good_per_second": "sum(rate(k6_threadmill_good_total[5s]))",
    "failed_per_second": "sum(rate(k6_threadmill_failed_total[5s]))",
    "p50_ms": "1000 * histogram_quantile(0.5, sum(rate(k6_threadmill_latency_seconds[5s])))",
    "p95_ms": "1000 * histogram_quantile(0.95, sum(rate(k6_threadmill_latency_seconds[5s])))",
}
"""One series for each figure: exactly one load runs at a time. Five seconds hold the last five writes."""

WRITE = "http://localhost:9090/api/v1/write"
"""Remote write, as promtool reaches it inside Prometheus' own machine."""

SERIES: Mapping[str, tuple[tuple[Mapping[str, str], str], ...]] = {
    "goodput": (({}, 'threadmill:goodput{{variant="{variant}"}}'),),
    "latency_seconds": tuple(
        ({"percentile": name}, f'threadmill:latency_seconds{{{{variant="{{variant}}", percentile="{name}"}}}}')
        for name in ("p50", "p95", "p99")
    ),
    "threads": (
        ({"kind": "platform"}, 'threadmill:threads{{machine="app", variant="{variant}"}}'),
        ({"kind": "virtual"}, 'threadmill_virtual_threads_peak{{machine="app", variant="{variant}"}}'),
    ),
    "cpu_share": (({}, 'threadmill:cpu_share{{machine="app", variant="{variant}"}}'),),
    "throttled_share": (({}, 'threadmill:throttled_share{{machine="app", variant="{variant}"}}'),),
    "database_cpu_share": (({}, 'threadmill:cpu_share{{machine="db"}}'),),
}
"""What is drawn over time: for each threadmill_overlay_*, its own labels and the query that reads it."""

ESCAPED = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


def each_second(base_url: str, query: str, start: float, end: float) -> list[tuple[int, float]]:
    """A query's value at every second from `start` to `end` (seconds since the epoch), as (second after start, value).

    Seconds without a value are left out; of several series the first is taken. A ThreadmillError if Prometheus fails.
    """
    asked: dict[str, str | float] = {"query": query, "start": start, "end": end, "step": 1}
    try:
        answer = loopback.get(f"{base_url}/api/v1/query_range", 20, asked)
        results = answer.json()["data"]["result"]
    except (httpx.HTTPError, ValueError, KeyError) as fault:
        raise ThreadmillError(f"Prometheus does not answer ({fault}); its log, where one is kept, shows why") from None
    found = [(round(float(at) - start), float(value)) for at, value in results[0]["values"]] if results else []
    return [(second, value) for second, value in found if math.isfinite(value)]


def observe(prometheus_url: str, started: float, ended: float) -> tuple[list[LoadSample], str | None]:
    """The same as load_samples, and why it is empty: no window is lost because an observer failed."""
    try:
        found = load_samples(prometheus_url, started, ended)
    except ThreadmillError as fault:
        return [], str(fault)
    return found, None if found else "Prometheus has recorded nothing of k6"


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


def month_start(moment: datetime) -> datetime:
    """The start, in UTC, of the month that the moment is in. (A week begins on Sunday in some browsers.)"""
    return moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def address(port: int, experiment: Experiment, name: str) -> str:
    """Where a browser shows the experiment of that name, with a range of time that holds its windows."""
    begin = int(month_start(experiment.environment.started).timestamp())
    chosen = f"var-experiment={name}&from={begin * 1000}&to={(begin + experiment.plan.duration + 1) * 1000}"
    return f"http://localhost:{port}/d/threadmill-side-by-side?{chosen}"


def publish(
    machines: Machines, base_url: str, experiment: Experiment, name: str, run: Run, say: Callable[[str], None]
) -> None:
    """Write a run's figures and series to Prometheus, aligned.

    The run is in its result file already, so where Prometheus fails this is said, and the experiment goes on.
    """
    begin = int(month_start(experiment.environment.started).timestamp())
    try:
        samples = [
            line
            for index, window in enumerate(run.windows)
            for labels in [{**_run_labels(name, run), "level": level(experiment.plan, index)}]
            for line in (*_figures(window, labels, begin), *_series(base_url, run.variant, window, labels, begin))
        ]
        machines.exec("prometheus", "promtool", "push", "metrics", WRITE, stdin="".join(samples))
    except ThreadmillError as fault:
        say(f"the dashboards will not show this run beside the others: {fault}")


def _run_labels(experiment: str, run: Run) -> dict[str, str]:
    arm = {"arm": run.arm} if run.arm else {}  # of a variant against itself
    configuration = {"configuration": run.configuration} if run.configuration else {}
    return {"experiment": experiment, "variant": run.label, "block": str(run.block), **configuration, **arm}


def level(plan: Plan, index: int) -> str:
    """The name of a load level, which sorts by its index and is its own even if the plan has it twice."""
    if plan.objective:  # its rate is another in each run
        return f"{index + 1}: {plan.objective}"
    return f"{index + 1}: {plan.levels[index]} {'users' if plan.model == 'closed' else 'requests/s'}"


def sample(name: str, labels: Mapping[str, str], at: int, value: float) -> str:
    """A sample in Prometheus' text format; `at` is in seconds since the epoch, which are written as milliseconds."""
    told = ",".join(f'{key}="{text.translate(ESCAPED)}"' for key, text in labels.items())
    return f"{name}{{{told}}} {value} {at * 1000}\n"


def _figures(window: Window, labels: Mapping[str, str], begin: int) -> Iterator[str]:
    """The window's own figures, as the result file has them, at t = 0."""
    latency, app, load, verdict = window.load.latency_ms, window.use["app"], window.load, window.verdict
    why = {"limiter": window.limiter.name, "reasons": "; ".join(verdict.reasons) or "none"}
    found: list[tuple[str, Mapping[str, str], float | None]] = [
        ("goodput", {}, window.goodput),
        ("failed_share", {}, load.failed / (load.good + load.failed) if load.good + load.failed else None),
        *(
            ("latency_seconds", {"percentile": name}, None if value is None else value / 1000)
            for name, value in (("p50", latency.p50), ("p95", latency.p95), ("p99", latency.p99))
        ),
        ("threads", {"kind": "platform"}, window.app.threads),
        ("threads", {"kind": "virtual"}, window.app.virtual_threads),
        ("cpu_share", {}, app.cpu_share),
        ("cpu_seconds_per_request", {}, 1 / window.good_per_cpu_second if window.good_per_cpu_second else None),
        ("throttled_share", {}, app.throttled_share),
        ("memory_bytes", {}, app.memory_peak),
        ("verdict", {"verdict": verdict.verdict, **why}, SEVERITY.index(verdict.verdict)),
    ]
    for name, own, value in found:
        if value is not None:
            yield sample(f"threadmill_window_{name}", {**labels, **own}, begin, value)


def _series(base_url: str, variant: str, window: Window, labels: Mapping[str, str], begin: int) -> Iterator[str]:
    """The window's second by second record, each second moved to its place after t = 0."""
    for name, members in SERIES.items():
        for own, query in members:
            record = each_second(base_url, query.format(variant=variant), window.started, window.ended)
            for second, value in record:
                yield sample(f"threadmill_overlay_{name}", {**labels, **own}, begin + second, value)
