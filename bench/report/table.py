"""The answer as a table for each level: on the screen, in summary.md and at the head of report.html."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench.analysis.estimates import Estimate
from bench.report import tunables, versions, words
from bench.report.columns import COLUMNS, EQUAL_PACE, MORE_COLUMNS, USED_COLUMNS, WORDS, Column
from bench.report.grid import Grid
from bench.report.row import Row, rows
from bench.results import Experiment, Plan, Run
from bench.spec.variants import BASELINE

PACE = 0.05
"""From which difference of the host's own pace on it is said."""


def title(experiment: Experiment, runs: Sequence[Run], place: int) -> str:
    """Scenario, level, load model, window and runs in one line. `place` is the level's in the plan, from 0."""
    plan = experiment.plan
    window = _place(plan, place) or f"window of {plan.duration} s"
    found = words.runs([len(row.windows) for row in rows(runs, place)])
    load = f"{plan.scenario}: {words.level(plan, place)} ({plan.model} model)"
    parts = [load, window, *tunables.titled(plan), *words.protocol(plan), found]
    return ", ".join(parts)


def grid(experiment: Experiment, runs: Sequence[Run], place: int) -> Grid:
    """The table of one level."""
    return _grid(title(experiment, runs, place), COLUMNS, rows(runs, place, noise(experiment)))


def used(experiment: Experiment, runs: Sequence[Run], place: int) -> Grid:
    """What the machines used at one level."""
    return _below("Threads, CPU as a share of the caps, and memory", USED_COLUMNS, experiment, runs, place)


def more(experiment: Experiment, runs: Sequence[Run], place: int) -> Grid:
    """What is worth a second look at one level."""
    return _below("Throughput and cost", MORE_COLUMNS, experiment, runs, place)


def _below(what: str, columns: Sequence[Column], experiment: Experiment, runs: Sequence[Run], place: int) -> Grid:
    found = rows(runs, place)
    which = [words.level(experiment.plan, place), _place(experiment.plan, place)]
    behind = words.runs([len(row.windows) for row in found])
    return _grid(f"{what} at {', '.join([*filter(None, which), behind])}", columns, found)


def _place(plan: Plan, place: int) -> str:
    """Which of the windows this is; nothing where there is one only."""
    return f"window {place + 1} of {len(plan.levels)}" if len(plan.levels) > 1 else ""


def _grid(name: str, columns: Sequence[Column], found: Sequence[Row]) -> Grid:
    headings = tuple(heading for heading, _ in columns)
    return Grid(name, headings, tuple(tuple(cell(row) for _, cell in columns) for row in found), WORDS)


def noise(experiment: Experiment) -> float | None:
    """The host's noise floor, where it has been calibrated."""
    return experiment.calibration.noise if experiment.calibration else None


def notes(runs: Sequence[Run], place: int) -> list[str]:
    """What stands below the table: the reasons behind verdicts, failures by kind among them; cores that were faster or
    slower than for the baseline; the tunables behind each ratio; and what has no window."""
    found = rows(runs, place)
    missing = [run for run in runs if run.ended and len(run.windows) == place]
    return [
        *(f"{row.variant}: {reason}" for row in found for reason in row.reasons),
        *(
            _paced(row.variant, row.pace.value, row.at_equal_pace)
            for row in found
            if row.pace and abs(row.pace.value - 1) > PACE
        ),
        *tunables.notes(found),
        *(f"{run.label}: run {run.block} has no window here: {run.ended}" for run in missing),
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
        print_grid(used(experiment, runs, place), console, notes(runs, place))
    for departure in versions.departures(experiment):
        console.print(departure, markup=False)


def print_grid(found: Grid, console: Console, below: Iterable[str] = ()) -> None:
    """One table on the screen, with notes below it."""
    table = Table(title=escape(found.title), title_justify="left", header_style="bold", box=None, pad_edge=False)
    for heading, worded in zip(found.headings, found.worded, strict=True):
        table.add_column(heading, justify="left" if worded else "right", no_wrap=worded)
    for cells in found.rows:
        table.add_row(*map(escape, cells))
    console.print()
    console.print(table)
    for note in below:
        console.print(f"  {note}", markup=False)
