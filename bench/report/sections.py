"""What stands on the page of an experiment, in which order, and what its words mean."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.analysis.paired import figure
from bench.report import (
    attested,
    controls,
    environment,
    layers,
    limits,
    observers,
    profile,
    searches,
    table,
    tunables,
    waits,
    words,
)  # fmt: skip
from bench.report.charts import by_level, distribution, over_time, ramp, warmup
from bench.report.charts import layers as layered
from bench.report.charts.bars import Panel
from bench.report.charts.canvas import Chart
from bench.report.data import ReportData, noise
from bench.report.grid import Grid
from bench.report.table import allocated, cpu_share, cpu_us, latency, memory_peak, quantile
from bench.spec.variants import APART, VARIANTS


@dataclass(frozen=True)
class Section:
    """A part of a page: a heading, a few sentences, and what belongs under it. `folded` tables are shut until asked
    for; `code` is shown as typed; `notes` are a list; `links` are names with addresses. A chart is None where there was
    nothing to draw."""

    anchor: str
    title: str
    text: str = ""
    charts: Sequence[Chart | None] = ()
    grids: Sequence[Grid] = ()
    folded: Sequence[Grid] = ()
    notes: Sequence[str] = ()
    code: str = ""
    links: Sequence[tuple[str, str]] = ()

    @property
    def drawn(self) -> list[Chart]:
        """The charts that there are."""
        return [chart for chart in self.charts if chart]


def contents(data: ReportData) -> Iterator[Section]:
    """Every section that the experiment has something for."""
    yield from profiled(data)
    if data.runs:
        measured = list(_measured(data))
        if data.plan.ladder:  # all have the same goodput: what differs comes first
            measured.sort(key=lambda section: section.anchor not in ("cost", "latency"))
        yield from measured
    yield Section("vocabulary", "How to read it", grids=[VOCABULARY])


def profiled(data: ReportData) -> Iterator[Section]:
    """Where CPU time and bytes of a request went, if that was profiled."""
    if data.profiled.columns:
        yield Section(
            "profile", "Where a request's CPU and bytes went", profile.TEXT, layered.charts(data.profiled),
            grids=layers.grids(data.profiled), folded=layers.folded(data.profiled), notes=profile.notes(data.profiled),
            links=profile.links(data.profiled),
        )  # fmt: skip


def _measured(data: ReportData) -> Iterator[Section]:
    """Of the measured windows."""
    experiment, plan, runs, each = data.experiment, data.plan, data.runs, data.indexes
    if observers.measured(plan):
        yield Section("observers", observers.title(plan), grids=[observers.grid(plan, runs)])
    if split := controls.grid(plan, runs, noise(experiment)):
        yield Section("controls", "Server stack or driver", controls.TEXT, grids=[split], notes=controls.notes(runs))
    yield Section(
        "goodput", f"{words.figure(plan)} and predicted capacity",
        charts=[by_level.chart(data, "goodput", words.figure(plan), GOODPUT, [GOOD])],
        notes=list(limits.surprises(data)), folded=[table.more(data, index) for index in each],
    )  # fmt: skip
    if plan.objective:
        yield Section("search", "Search of the capacity", searches.TEXT, folded=[searches.steps(data)])
    latencies = by_level.chart(data, "latency", "Latency", INTERVALS, LATENCY)
    tails = [grid for index in each for grid in table.tails(data, index)]
    yield Section(
        "latency", "Latency of good answers", TAIL if tails else "", charts=[latencies, distribution.chart(data)],
        grids=tails,
    )  # fmt: skip
    if parts := waits.chart(data):
        yield Section("waits", "Where the latency was spent", waits.TEXT, charts=[parts], notes=waits.notes(data))
    if any(varied := [ramp.chart(data, index) for index in each]):
        phases = [grid for index in each if (grid := ramp.phases(data, index))]
        yield Section("ramp", "Offered, good and failed over time", charts=varied, grids=phases)
    courses = [over_time.chart(data, index) for index in each]
    yield Section("course", "Over time, every window from t = 0", charts=courses, notes=over_time.gaps(data))
    yield Section("failures", "Failures by kind", limits.FAILURES, grids=[limits.failures(data)])
    yield Section(
        "limiter", "Limiter", "The smallest predicted capacity names the limiter that is expected.",
        grids=[limits.evidence(data)], folded=[limits.ceilings(data)],
    )  # fmt: skip
    yield Section("cpu", "CPU and throttling", charts=[by_level.chart(data, "cpu", "CPU", CPU_CAPTION, CPU)])
    yield Section(
        "memory", title := "Memory, threads and cost", charts=[by_level.chart(data, "memory", title, COST, MEMORY)],
        grids=[table.used(data, index) for index in each],
    )  # fmt: skip
    costs = by_level.chart(data, "cost", "Cost of a request", COST_OF_REQUEST, REQUEST)
    yield Section("cost", "Cost of a request", charts=[costs], folded=[table.cost(data, index) for index in each])
    yield Section("warm-up", "Warm-up", charts=[warmup.chart(data)])
    wrong = [f"MISMATCH: {mismatch}" for mismatch in attested.mismatches(data)]
    yield Section(
        "attestation", "Attestation: what each variant said it is",
        "" if wrong else "No mismatch: before every window the stack was the expected one.",
        notes=[*wrong, *tunables.spread(runs)], folded=[attested.app(data), attested.machines(data)],
    )  # fmt: skip
    yield Section("environment", "Environment", grids=[environment.host(data)], folded=[environment.machines(data)])
    how = REPEAT + (MODIFIED if experiment.environment.modified else "")
    yield Section("repeat", "How to repeat it", how, code=environment.command(experiment))


def _cpu(machine: str) -> Panel:
    return Panel(f"{machine} CPU, share of its cap", cpu_share(machine), ".0%", 1.08)


REPEAT = "On a host like the one above, in a clone of the repository. Settings of .env are those of that commit."
MODIFIED = " It had uncommitted changes, so the commit alone does not repeat it."
INTERVALS = "Means over runs, with 95 % intervals where there are two runs or more."
GOODPUT = f"{INTERVALS} A short line marks the predicted capacity; one far above all goodput is only in the table."
GOOD = Panel("good answers/s", figure, ",.0f", compared=True)
LATENCY = [
    *(Panel(f"{name} ms", latency(name), ",.1f") for name in ("p50", "p95", "p99")),
    Panel("p99.9 ms", quantile("99.9"), ",.1f"),
    Panel("worst ms", latency("max"), ",.0f"),
]
TAIL = (
    "The charts have good answers only. A table below them has all requests, each failed or dropped one with its time "
    "limit. In the open model latency counts from the moment at which an arrival was due, so k6's own lag is in it."
)
CPU = [
    _cpu("app"),
    Panel("app throttled, share of periods", lambda window: window.use["app"].throttled_share, ".0%", 1.08),
    *map(_cpu, ("db", "downstream", "load")),
    Panel("contention, of the app's cores", lambda window: window.contention, ".0%", 1.08),
    Panel("core speed: same work, CPU ms", lambda window: window.work_ms, ".3f"),
    Panel("load core full, share of time", lambda window: window.load_core_full, ".0%", 1.08),
]
CPU_CAPTION = (
    f"{INTERVALS} Counted by the cgroups of the machines. Throttled: stopped for having used up the cap. Contention: "
    "what others took. Core speed: the CPU time of a small piece of work that is always the same, on the app's cores."
)
MEMORY = [
    Panel("app memory peak, MiB", memory_peak, ",.0f"),
    Panel("threads, as the system counts", lambda window: window.app.threads, ",.0f"),
    Panel("virtual threads at most", lambda window: window.app.virtual_threads, ",.0f"),
    Panel("good requests per CPU-second", lambda window: window.good_per_cpu_second, ",.0f"),
    Panel("good requests/s per MiB", lambda window: window.good_per_mib, ",.2f"),
]
COST = f"{INTERVALS} The memory peak is the app's since its start. Cost counts good requests only."
REQUEST = [
    Panel("app CPU, µs", cpu_us("app"), ",.0f"),
    Panel("db CPU, µs", cpu_us("db"), ",.0f"),
    Panel("allocated, KiB", allocated, ",.1f"),
    Panel("collector's pauses, of the time", lambda window: window.app.paused, ".2%"),
]
COST_OF_REQUEST = (
    f"{INTERVALS} CPU time of the machines' cgroups for each answer, right or wrong; bytes of the heap for each by the "
    "app's own counters. Paused: the collector stopped the app."
)
TERMS = (
    ("variant", f"a concurrency style of the app: {', '.join(VARIANTS)}; apart, {', '.join(APART)}"),
    ("scenario", "what a user does, and the load model"),
    ("closed model", "a fixed number of users, each waiting for its answer; a slower app is asked less"),
    ("open model", "arrivals at a rate, whatever the answers do; never compared with the closed model"),
    ("load level", "users (closed model) or arrivals per second (open model)"),
    ("run", "one fresh start of one variant, warmed up until steady, then measured at every load level"),
    ("window", "one measured interval of a run, at one load level"),
    ("block", "one run of every variant, in shuffled order; ratios are taken within blocks"),
    ("goodput", "answers per second that were right in status and content"),
    ("throughput", "answers per second, right or wrong"),
    ("p50, p95, p99", "latency of good answers, as the user saw it: half, 95 % and 99 % were at least as fast"),
    ("p99.9, worst", "the same for 99.9 %, and the slowest one"),
    ("latency of all requests", "percentiles where a failed or dropped request counts with its time limit"),
    ("counted from", "arrival: latency since the request was due (open model); start: since k6 sent it"),
    (
        "k6's own lag",
        "from when an arrival was due to the start of its request: the load machine's own part in latency",
    ),
    ("k6 collecting", "the share of the window in which k6's garbage collector worked, and users waited for it"),
    ("± and [ , ]", "95 % interval over runs (Student's t; ratios on their logarithms); 1 in 20 misses the truth"),
    (
        "no difference shown",
        "the interval of the ratio holds 1, or does not leave it clearly enough where several comparisons are made "
        "(Holm's rule), or the ratio lies within the host's noise floor",
    ),
    ("stock, tuned", "a variant with parity settings only; with the best tunables that an equal search found"),
    ("speed-adjusted ratio", "the ratio, if the host's cores had always been equally fast"),
    ("limiter", "what kept the run from going faster"),
    ("predicted capacity", "the requests per second at which something would limit, by arithmetic"),
    ("throttled", "share of the scheduler's periods in which a machine was stopped for having used up its CPU cap"),
    ("VALID", "nothing speaks against the number"),
    ("SUSPECT", "something may have spoiled the number; the reason says what"),
    ("INVALID", "the number must not be used; the reason says why"),
)

VOCABULARY = Grid("Vocabulary", ("term", "meaning"), TERMS, frozenset({"meaning"}))
