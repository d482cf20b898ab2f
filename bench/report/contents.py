"""What stands on the page of an experiment, in which order."""

from collections.abc import Iterator

from bench.report import (
    attested,
    controls,
    course,
    distribution,
    environment,
    failures,
    levels,
    limits,
    observers,
    table,
    tunables,
    varying,
    vocabulary,
    warming,
)
from bench.report.chart import Chart
from bench.report.columns import cpu_share, latency, memory_peak
from bench.report.levels import Panel
from bench.report.material import Material
from bench.report.section import Section


def contents(material: Material) -> Iterator[Section]:
    """Every section that the experiment has something for."""
    if observers.measured(material.plan):
        yield Section("observers", "What the observers cost", grids=[observers.grid(material.plan, material.runs)])
    if split := controls.grid(material.plan, material.runs):
        yield Section(
            "controls", "Server stack or driver", controls.TEXT, grids=[split], notes=controls.notes(material.runs)
        )
    yield Section(
        "goodput", "Goodput by level, and predicted capacity",
        charts=_some(levels.chart(material, "goodput", "Goodput by level", GOODPUT, [GOOD], across=1)),
        notes=list(limits.surprises(material)),
        folded=[table.more(material.experiment, material.runs, place) for place in material.places],
    )  # fmt: skip
    yield Section(
        "latency", "Latency of good answers",
        charts=_some(levels.chart(material, "latency", "Latency by level", INTERVALS, LATENCY),
                     distribution.chart(material)),
    )  # fmt: skip
    varied = [varying.chart(material, place) for place in material.places]
    if any(varied):
        phases = [grid for place in material.places if (grid := varying.phases(material, place))]
        yield Section("varying", "Offered, good and failed over time", charts=_some(*varied), grids=phases)
    yield Section(
        "course", "Over time, every window from t = 0",
        charts=_some(*(course.chart(material, place) for place in material.places)), notes=course.gaps(material),
    )  # fmt: skip
    yield Section("failures", "Failures by kind", failures.TEXT, grids=[failures.grid(material)])
    yield Section(
        "limiter", "Limiter", "The smallest predicted capacity names the limiter that is expected.",
        grids=[limits.evidence(material)], folded=[limits.ceilings(material)],
    )  # fmt: skip
    yield Section(
        "cpu", "CPU and throttling",
        charts=_some(levels.chart(material, "cpu", "CPU by level", CPU_CAPTION, CPU)),
    )  # fmt: skip
    yield Section(
        "memory", "Memory, threads and cost",
        grids=[table.used(material.experiment, material.runs, place) for place in material.places],
        charts=_some(levels.chart(material, "memory", "Memory, threads and cost by level", MEMORY_CAPTION, MEMORY)),
    )  # fmt: skip
    yield Section("warm-up", "Warm-up", charts=_some(warming.chart(material)))
    yield Section(
        "attestation", "Attestation: what each variant said it is",
        "" if attested.mismatches(material) else "No mismatch: before every window the stack was what it claims to be.",
        notes=[*(f"MISMATCH: {one}" for one in attested.mismatches(material)), *tunables.spread(material.runs)],
        folded=[attested.app(material), attested.machines(material)],
    )  # fmt: skip
    yield Section(
        "environment", "Environment",
        grids=[environment.host(material)], folded=[environment.machines(material)],
    )  # fmt: skip
    yield Section(
        "repeat", "How to repeat it", _repeat(material), code=environment.command(material.experiment),
    )  # fmt: skip
    yield Section("vocabulary", "How to read it", grids=[vocabulary.grid()])


def _some(*charts: Chart | None) -> list[Chart]:
    return [chart for chart in charts if chart]


def _repeat(material: Material) -> str:
    text = "On a host like the one above, in a clone of the repository. Figures of .env are those of that commit."
    if not material.experiment.environment.modified:
        return text
    return f"{text} It had uncommitted changes, so the commit alone does not repeat it."


def _cpu(machine: str) -> Panel:
    return Panel(f"{machine} CPU, share of its cap", cpu_share(machine), ".0%", 1.08)


INTERVALS = "Means over runs; bars are 95 % intervals where there are two runs or more."
GOODPUT = f"{INTERVALS} A short line marks the predicted capacity; one far above all goodput is only in the table."
GOOD = Panel("good answers/s", lambda window: window.goodput, ",.0f")
LATENCY = [Panel(f"{name} ms", latency(name), ",.1f") for name in ("p50", "p95", "p99")]
CPU = [
    _cpu("app"),
    Panel("app throttled, share of periods", lambda window: window.use["app"].throttled_share, ".0%", 1.08),
    _cpu("db"),
    _cpu("downstream"),
    _cpu("load"),
    Panel("others on the app's cores", lambda window: window.contention, ".0%", 1.08),
    Panel("same work on the app's cores, CPU ms", lambda window: window.work_ms, ".3f"),
    Panel("load core full, share of time", lambda window: window.load_core_full, ".0%", 1.08),
]
CPU_CAPTION = f"{INTERVALS} Counted by the cgroups of the machines. Throttled: stopped for having used up the cap."
MEMORY = [
    Panel("app memory peak, MiB", memory_peak, ",.0f"),
    Panel("threads, as the system counts", lambda window: window.app.threads, ",.0f"),
    Panel("virtual threads at most", lambda window: window.app.virtual_threads, ",.0f"),
    Panel("good requests per CPU-second", lambda window: window.good_per_cpu_second, ",.0f"),
    Panel("good requests/s per MiB", lambda window: window.good_per_mib, ",.2f"),
]
MEMORY_CAPTION = f"{INTERVALS} The memory peak is the app's since its start. Cost counts good requests only."
