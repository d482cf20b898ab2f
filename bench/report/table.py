"""The closing table of each level: what decides, what it took, and what stands below. Screen and pages share it."""

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console

from bench.analysis.estimates import Difference, Estimate
from bench.analysis.paired import figure, goodput
from bench.report import environment, tail, tunables, words
from bench.report.data import ReportData, behind
from bench.report.grid import Grid
from bench.report.grid import print_grid as print_grid  # whoever prints a table of this kind finds it here
from bench.report.rows import Row
from bench.results import Experiment, Plan, Run, Window
from bench.spec.variants import BASELINE

RATIO = f"ratio to {BASELINE}"
ADJUSTED = "speed-adjusted ratio"
SPEED = 0.05
"""From which difference of the cores' speed on it is said."""
Cell = Callable[[Row], str]
Columns = dict[str, Cell]


def latency(percentile: str) -> Callable[[Window], float | None]:
    """That percentile of a window's good answers, in milliseconds."""
    return lambda window: getattr(window.load.latency_ms, percentile)


def quantile(percentile: str) -> Callable[[Window], float | None]:
    """The same from the whole distribution, which has rarer ones: such as '99.9'."""
    return lambda window: window.load.quantiles_ms.get(percentile)


def allocated(window: Window) -> float | None:
    """KiB of the app's heap for each request; None where the app did not tell."""
    found = window.allocated_per_request
    return None if found is None else found / 2**10


def cpu_us(machine: str) -> Callable[[Window], float | None]:
    """CPU microseconds of that machine for each answer."""
    return lambda window: window.cpu_us(machine)


def memory_peak(window: Window) -> float | None:
    """The most that the app held since its start, in MiB; None where the kernel keeps no peak."""
    peak = window.use["app"].memory_peak
    return None if peak is None else peak / 2**20


def cpu_share(machine: str) -> Callable[[Window], float | None]:
    """What that machine used of its CPU cap; None where it took no part."""
    return lambda window: window.use[machine].cpu_share if machine in window.use else None


def mean(value: Callable[[Window], float | None], form: str) -> Cell:
    """A column's cell: the mean over runs with its interval; of goodput that is a lower bound, only that."""

    def cell(row: Row) -> str:
        found = row.mean(value)
        return f"at least {found.value:{form}}" if found and bounded(row, value) else words.mean(found, form)

    return cell


def bounded(row: Row, value: Callable[[Window], float | None]) -> bool:
    """Whether that value of the row is a lower bound: goodput is, where the load machine could offer no more."""
    return bool(row.at_least) and value in (figure, goodput)


def ratio(estimate: Estimate | None, difference: Difference) -> str:
    """A ratio with the words that belong to it; the baseline's is 1."""
    if difference is Difference.BASELINE:
        return "1"
    said = (Difference.NOT_SHOWN, Difference.UNUSABLE, Difference.AT_LEAST)
    return words.ratio(estimate) + (f"\n{difference.value}" if difference in said else "")


VARIANT: Columns = {"variant": lambda row: row.variant}
VERDICT: Columns = {"verdict": lambda row: row.verdict_share.replace(" (", "\n(")}
OF_ALL: Columns = {"level": lambda row: row.level, "variant": lambda row: row.marked}
"""What a table of all levels begins with."""
DECIDING: Columns = {
    "p95 ms": mean(latency("p95"), ",.1f"),
    "p99 ms": mean(latency("p99"), ",.1f"),
    "failed": lambda row: row.failed_share.replace(" ", "\n"),
    RATIO: lambda row: ratio(row.ratio, row.difference),
    "limiter": lambda row: row.limiter.replace(", ", "\n"),
    **VERDICT,
}
COLUMNS: Columns = {
    **VARIANT, "goodput/s": mean(figure, ",.0f"), "p50 ms": mean(latency("p50"), ",.1f"), **DECIDING,
}  # fmt: skip
"""What decides; with stock and tuned rows it fits into 120 columns of a terminal."""
OBJECTIVE_COLUMNS: Columns = {
    **VARIANT, "requests/s": mean(figure, ",.0f"), "confirmed/s": mean(goodput, ",.0f"), **DECIDING,
}  # fmt: skip
"""The same under an objective: the rate that just meets it, and that of the window, which the latencies are of."""

LADDER_COLUMNS: Columns = {
    **{name: cell for name, cell in COLUMNS.items() if name not in DECIDING},
    **{f"app CPU, {name}" if name == RATIO else name: cell for name, cell in DECIDING.items()},
}
"""The same at equal rates, where not goodput is compared but the app's CPU for each request."""

USED_COLUMNS: Columns = {
    **VARIANT,
    ADJUSTED: lambda row: words.ratio(row.speed_adjusted),
    "peak threads": mean(lambda window: window.app.threads, ",.0f"),
    "virtual threads": mean(lambda window: window.app.virtual_threads, ",.0f"),
    "app CPU": mean(cpu_share("app"), ".0%"),
    "throttled": mean(lambda window: window.use["app"].throttled_share, ".0%"),
    "db CPU": mean(cpu_share("db"), ".0%"),
    "app memory peak, MiB": mean(memory_peak, ",.0f"),
    **VERDICT,
}
"""What it took; CPU as a share of the caps, throttled as a share of the cap's periods."""

COST_COLUMNS: Columns = {
    **VARIANT,
    "app CPU, µs": mean(cpu_us("app"), ",.0f"),
    "db CPU, µs": mean(cpu_us("db"), ",.0f"),
    "allocated, KiB": mean(allocated, ",.1f"),
    "paused by collector": mean(lambda window: window.app.paused, ".2%"),
    "p99.9 ms": mean(quantile("99.9"), ",.1f"),
    "worst ms": mean(latency("max"), ",.0f"),
    "load CPU": mean(cpu_share("load"), ".0%"),
    **VERDICT,
}
"""What a request costs, by the cgroups' and the app's counters; the slowest ones; and what k6 used of its cap."""

ALL_COLUMNS: Columns = {
    **VARIANT,
    **{f"p{percent:g} ms": mean(tail.with_failures(percent), ",.1f") for percent in (50, 95, 99, 99.9)},
    "failed": lambda row: row.failed_share.replace(" ", "\n"),
    **VERDICT,
}
"""Latency of all requests, failed ones with their time limit."""

LAG_COLUMNS: Columns = {
    **VARIANT,
    "counted from": tail.counted_from,
    "p99 ms": mean(latency("p99"), ",.1f"),
    "from start: p99 ms": mean(tail.from_start("p99"), ",.1f"),
    **{f"lag: {name} ms": mean(tail.lag(name), ",.1f") for name in ("p50", "p99", "max")},
    "k6 collecting": mean(lambda window: window.load.collecting, ".1%"),
    **VERDICT,
}
"""Of the open model: what latency counts from, and what k6 itself adds to it."""

MORE_COLUMNS: Columns = {
    **VARIANT,
    "throughput/s": mean(lambda window: window.throughput, ",.0f"),
    "good requests per CPU-second": mean(lambda window: window.good_per_cpu_second, ",.0f"),
    "good requests/s per MiB": mean(lambda window: window.good_per_mib, ",.2f"),
    "p90 ms": mean(latency("p90"), ",.1f"),
    "mean ms": mean(latency("mean"), ",.1f"),
    "max ms": mean(latency("max"), ",.0f"),
    **VERDICT,
}
"""What is worth a second look."""


def title(data: ReportData, index: int) -> str:
    """Scenario, level, load model, window and runs in one line. `index` is the level's in the plan, from 0."""
    plan = data.plan
    what = f"{words.figure(plan).lower()} at " if plan.objective else ""
    load = f"{plan.scenario}: {what}{words.level(plan, index)} ({plan.model} model)"
    window = _which(plan, index) or f"window of {plan.duration} s"
    return ", ".join([load, window, *tunables.titled(plan), *words.protocol(plan), behind(data.levels[index])])


def grid(data: ReportData, index: int) -> Grid:
    """The table of one level."""
    columns = OBJECTIVE_COLUMNS if data.plan.objective else COLUMNS
    columns = LADDER_COLUMNS if data.plan.ladder else columns
    return Grid.of(title(data, index), columns, data.compared[index], "limiter", "verdict")


def _below(what: str, columns: Columns, data: ReportData, index: int) -> Grid:
    here = data.compared[index]
    which = [words.level(data.plan, index), _which(data.plan, index), behind(here)]
    return Grid.of(f"{what} at {', '.join(filter(None, which))}", columns, here, "counted from", "verdict")


used = partial(_below, "Core speed, threads, CPU as a share of the caps, and memory", USED_COLUMNS)
"""What the machines used at one level."""
cost = partial(_below, "Cost of a request, and the slowest", COST_COLUMNS)
"""What a request costs at one level."""
more = partial(_below, "Throughput and cost", MORE_COLUMNS)
"""What is worth a second look at one level."""


def tails(data: ReportData, index: int) -> list[Grid]:
    """What the first table hides at one level: failures where there were any, and in the open model k6's own lag."""
    loads = [window.load for run in data.runs if (window := run.window(index)) and window.load.limit_ms]
    shown = {
        "Latency of all requests, of a failed one its time limit,": (ALL_COLUMNS, any(load.failed for load in loads)),
        "Latency and k6's own lag": (LAG_COLUMNS, any(load.model == "open" for load in loads)),
    }
    return [_below(what, columns, data, index) for what, (columns, told) in shown.items() if told]


def _which(plan: Plan, index: int) -> str:
    """Which of the windows this is; nothing where there is one only."""
    return f"window {index + 1} of {len(plan.levels)}" if len(plan.levels) > 1 else ""


def notes(data: ReportData, index: int) -> list[str]:
    """What stands below the table: the reasons behind verdicts, failures by kind among them, and what was noted beside
    them; cores that were faster or slower than for the baseline; the tunables behind each ratio; and what has no
    window."""
    here = data.compared[index]
    missing = [run for run in data.runs if run.ended and len(run.windows) == index]
    return [
        *(f"{row.variant}: {reason}" for row in here for reason in row.reasons),
        *(f"{row.variant}: {note}" for row in here for note in row.notes),
        *(note for row in here for note in _core_speed(row)),
        *(note for row in here for note in tail.notes(row)),
        *tunables.notes(here, of_cost=data.plan.ladder),
        *(f"{run.label}: run {run.block} has no window here: {run.ended}" for run in missing),
    ]


def _core_speed(row: Row) -> list[str]:
    """A sentence where the cores were not as fast as for the baseline. Where the app's CPU limits neither, that
    changes latency and cost, and not goodput."""
    if row.core_speed is None or abs(row.core_speed.value - 1) <= SPEED:
        return []
    then = "its latency, and the CPU that a request takes, may differ for that reason alone"
    if row.speed_adjusted is not None:
        then = f"the {ADJUSTED} is {words.ratio(row.speed_adjusted)}"
    return [f"{row.variant}: the host's cores were {speed(row.core_speed.value)} than for {BASELINE}; {then}"]


def speed(ratio: float) -> str:
    """How fast the cores were over how fast they were elsewhere, such as '9% slower'."""
    return f"{abs(ratio - 1):.0%} {'faster' if ratio > 1 else 'slower'}"


def show(experiment: Experiment, runs: Sequence[Run], console: Console) -> None:
    """Print the table of each level, with what belongs below it."""
    data = ReportData.of(experiment, runs)
    for index in data.indexes:
        print_grid(grid(data, index), console)
        for found in tails(data, index):
            print_grid(found, console)
        print_grid(used(data, index), console)
        print_grid(cost(data, index), console, notes(data, index))
    for departure in environment.departures(experiment):
        console.print(departure, markup=False)
