"""The answer as a table for each level: on the screen, in summary.md and at the head of report.html."""

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench.report import words
from bench.report.difference import Difference
from bench.report.grid import Grid
from bench.report.row import Row, label, rows
from bench.results import Experiment, Run, Window
from bench.statistics import Estimate
from bench.variants import BASELINE

WORDS = frozenset({"limiter", "verdict"})
RATIO = f"ratio to {BASELINE}"
EQUAL_PACE = "at equal pace"
PACE = 0.05
"""From which difference of the host's own pace on it is said."""

Column = tuple[str, Callable[[Row], str]]


def latency(percentile: str) -> Callable[[Window], float | None]:
    """That percentile of a window's good answers, in milliseconds."""
    return lambda window: getattr(window.load.latency_ms, percentile)


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


def title(experiment: Experiment, runs: Sequence[Run], place: int) -> str:
    """Scenario, level, load model, window and runs in one line. `place` is the level's in the plan, from 0."""
    plan = experiment.plan
    window = f"window of {plan.duration} s" if len(plan.levels) == 1 else f"window {place + 1} of {len(plan.levels)}"
    found = words.runs([len(row.windows) for row in rows(runs, place)])
    parts = [f"{plan.scenario}: {words.level(plan, place)} ({plan.model} model)", window, *words.protocol(plan), found]
    return ", ".join(parts)


def grid(experiment: Experiment, runs: Sequence[Run], place: int) -> Grid:
    """The table of one level."""
    return _grid(title(experiment, runs, place), COLUMNS, rows(runs, place, noise(experiment)))


def more(experiment: Experiment, runs: Sequence[Run], place: int) -> Grid:
    """What is worth a second look at one level."""
    found = rows(runs, place)
    behind = words.runs([len(row.windows) for row in found])
    return _grid(f"Throughput and cost at {words.level(experiment.plan, place)}, {behind}", MORE_COLUMNS, found)


def _grid(name: str, columns: Sequence[Column], found: Sequence[Row]) -> Grid:
    headings = tuple(heading for heading, _ in columns)
    return Grid(name, headings, tuple(tuple(cell(row) for _, cell in columns) for row in found), WORDS)


def noise(experiment: Experiment) -> float | None:
    """The host's noise floor, where it has been calibrated."""
    return experiment.calibration.noise if experiment.calibration else None


def notes(runs: Sequence[Run], place: int) -> list[str]:
    """What stands below the table: the reasons behind verdicts, failures by kind among them; cores that were faster or
    slower than for the baseline; and what has no window."""
    found = rows(runs, place)
    missing = [run for run in runs if run.ended and len(run.windows) == place]
    return [
        *(f"{row.variant}: {reason}" for row in found for reason in row.reasons),
        *(
            _paced(row.variant, row.pace.value, row.at_equal_pace)
            for row in found
            if row.pace and abs(row.pace.value - 1) > PACE
        ),
        *(f"{label(run)}: run {run.block} has no window here: {run.ended}" for run in missing),
    ]


def _paced(variant: str, pace: float, at_equal_pace: Estimate | None) -> str:
    told = f"{variant}: the host's cores themselves worked at {pace:.2f} of the pace that they had for {BASELINE}; "
    if at_equal_pace is None:  # where the app's CPU limits neither, the pace moves latency and not goodput
        return f"{told}so much of a difference in latency may be theirs"
    return f"{told}so much of the ratio may be theirs ({EQUAL_PACE} it is {words.ratio(at_equal_pace)})"


def show(experiment: Experiment, runs: Sequence[Run], console: Console) -> None:
    """Print the table of each level, with what belongs below it."""
    for place in range(len(experiment.plan.levels)):
        print_grid(grid(experiment, runs, place), console)
        for note in notes(runs, place):
            console.print(f"  {note}", markup=False)


def print_grid(found: Grid, console: Console) -> None:
    """One table on the screen."""
    table = Table(title=escape(found.title), title_justify="left", header_style="bold", box=None, pad_edge=False)
    for heading, worded in zip(found.headings, found.worded, strict=True):
        table.add_column(heading, justify="left" if worded else "right", no_wrap=worded)
    for cells in found.rows:
        table.add_row(*map(escape, cells))
    console.print()
    console.print(table)
