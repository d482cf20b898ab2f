"""The answer as a table: on the screen, and as Markdown beside the result files."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from bench import statistics
from bench.results import Experiment, Run, Window
from bench.statistics import Estimate
from bench.variants import BASELINE, VARIANTS

MIB = 1024 * 1024
COLUMNS = (
    "variant", "goodput/s", "p50 ms", "p95 ms", "p99 ms", "failed", "OS threads", "virtual threads",
    "app CPU", "db CPU", "downstream CPU", "throttled", "memory MiB", f"ratio to {BASELINE}", "verdict",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One variant at one level, over its runs."""

    cells: tuple[str, ...]
    reasons: tuple[str, ...]


def show(experiment: Experiment, runs: Sequence[Run], console: Console) -> None:
    """Print the table of each window, with the reasons behind verdicts below it."""
    for place in range(len(experiment.plan.levels)):
        found = rows(runs, place)
        table = Table(title=title(experiment, place), title_justify="left", header_style="bold")
        for column in COLUMNS:
            words = column in ("variant", "verdict")
            table.add_column(column, justify="left" if words else "right", no_wrap=words)
        for row in found:
            table.add_row(*row.cells)
        console.print(table)
        for row in found:
            for reason in row.reasons:
                console.print(f"  {reason}")


def markdown(experiment: Experiment, runs: Sequence[Run]) -> str:
    """The same tables as Markdown."""
    parts = []
    for place in range(len(experiment.plan.levels)):
        found = rows(runs, place)
        lines = [f"### {title(experiment, place)}", "", _line(COLUMNS), _line(["---"] * len(COLUMNS))]
        lines += [_line(row.cells) for row in found]
        reasons = [f"- {reason}" for row in found for reason in row.reasons]
        parts.append("\n".join([*lines, *([""] if reasons else []), *reasons]))
    return "\n\n".join(parts) + "\n"


def title(experiment: Experiment, place: int) -> str:
    """Scenario, level, load model and window in one line. `place` is the level's in the plan, from 0."""
    plan = experiment.plan
    level = plan.levels[place]
    unit = "users" if plan.model == "closed" else "requests/s offered"
    runs = "1 run, no interval" if plan.runs == 1 else f"{plan.runs} runs, 95 % intervals"
    window = f"window of {plan.duration} s" if len(plan.levels) == 1 else f"window {place + 1} of {len(plan.levels)}"
    return f"{plan.scenario}: {level} {unit} ({plan.model} model), {window}, {runs}"


def rows(runs: Sequence[Run], place: int) -> list[Row]:
    """A row for each variant that has a run, in the order of the variants, of the window at `place` of every run."""
    windows = {name: _windows(runs, name, place) for name in VARIANTS}
    baseline = {block: window.goodput for block, window in windows.get(BASELINE, {}).items()}
    return [_row(name, found, baseline) for name, found in windows.items() if found]


def _windows(runs: Sequence[Run], variant: str, place: int) -> dict[int, Window]:
    return {run.block: run.windows[place] for run in runs if run.variant == variant}


def _row(variant: str, windows: dict[int, Window], baseline: dict[int, float]) -> Row:
    found = list(windows.values())
    shared = [block for block in windows if block in baseline]
    ratio = statistics.ratio([windows[block].goodput for block in shared], [baseline[block] for block in shared])
    worst = max((window.verdict.verdict for window in found), key=("VALID", "SUSPECT", "INVALID").index)
    reasons = dict.fromkeys(f"{variant}: {reason}" for window in found for reason in window.verdict.reasons)
    failed = sum(window.load.failed for window in found)
    total = sum(window.load.requests for window in found)
    return Row(
        cells=(
            variant,
            _estimate(statistics.mean([window.goodput for window in found]), ",.0f"),
            *(_latency(found, percentile) for percentile in ("p50", "p95", "p99")),
            f"{failed} ({failed / total:.1%})" if failed else "0",
            _largest([window.app.threads for window in found]),
            _largest([window.app.virtual_threads for window in found]),
            *(_cpu(found, machine) for machine in ("app", "db", "downstream")),
            _mean([window.use["app"].throttled_share for window in found], ".0%"),
            _mean([(window.use["app"].memory_peak or 0) / MIB for window in found], ",.0f"),
            "-" if ratio is None else "1" if variant == BASELINE else _estimate(ratio, ".2f"),
            worst,
        ),
        reasons=tuple(reasons),
    )


def _estimate(estimate: Estimate, form: str) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} [{estimate.low:{form}}, {estimate.high:{form}}]"


def _mean(values: Sequence[float | None], form: str) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):{form}}" if known else "-"


def _latency(windows: Sequence[Window], percentile: str) -> str:
    return _mean([getattr(window.load.latency_ms, percentile) for window in windows], ",.1f")


def _cpu(windows: Sequence[Window], machine: str) -> str:
    return _mean([window.use[machine].cpu_share if machine in window.use else None for window in windows], ".0%")


def _largest(values: Sequence[int | None]) -> str:
    known = [value for value in values if value is not None]
    return str(max(known)) if known else "-"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
