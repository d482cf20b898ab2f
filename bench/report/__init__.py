"""What an experiment is shown as: a table on the screen, summary.md, report.html, and a comparison of two."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bench.report import controls, environment, layers, observers, profile, table
from bench.report.conclusion import answer
from bench.report.data import ReportData, noise
from bench.report.grid import listed, plain, print_grid, tabled
from bench.report.profiled import NOTHING, Profiled
from bench.report.table import show
from bench.results import Experiment, Run, Store

__all__ = ["compare", "markdown", "show", "write"]


def markdown(experiment: Experiment, runs: Sequence[Run], profiled: Profiled = NOTHING) -> str:
    """The answer and what is missing, then for each level its tables with their notes, what was profiled, the host
    and the versions."""
    explained = profile.answer(profiled)
    said = [*(answer(experiment, runs) if runs or not explained else []), *explained]
    parts = [plain(" ".join(said)), *map(plain, environment.missing(experiment))]
    if observers.measured(experiment.plan):
        parts += [tabled(observers.grid(experiment.plan, runs))]
    if split := controls.grid(experiment.plan, runs, noise(experiment)):
        parts += [tabled(split), listed(controls.notes(runs))]
    data = ReportData.of(experiment, runs)
    for index in data.indexes:
        parts += [tabled(table.grid(data, index)), *map(tabled, table.tails(data, index))]
        parts += [tabled(made(data, index)) for made in (table.used, table.cost)]
        parts += [listed(table.notes(data, index))]
    parts += [*map(tabled, layers.grids(profiled)), listed(profile.notes(profiled))]
    parts += [plain(environment.place(experiment)), plain(environment.versions(experiment, runs))]
    return "\n\n".join(filter(None, parts)) + "\n"


def write(store: Store) -> Path:
    """summary.md and report.html from the result files alone; the page's path."""
    from bench.report import page  # drawing takes a second to import, which no other command should wait for

    data = ReportData.read(store)  # once for both: a recording has megabytes of stacks
    store.write_report("summary.md", markdown(data.experiment, data.runs, data.profiled))
    return page.render(data).write(store.write_report)


def compare(a: Store, b: Store, anyway: bool, console: Console) -> Path:
    """Print two experiments side by side and write compare.html beside B; the page's path."""
    from bench.report import comparison, page

    found = comparison.compare(ReportData.read(a), ReportData.read(b), anyway)
    print_grid(found.grid, console, (found.answer, *found.obstacles, *found.remarks))
    return b.write_report("compare.html", page.render_comparison(found))
