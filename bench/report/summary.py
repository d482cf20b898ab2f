"""summary.md: the answer and the tables as Markdown."""

from collections.abc import Sequence

from bench.report import controls, observers, table, versions
from bench.report.answer import answer
from bench.report.grid import Grid
from bench.results import Experiment, Run


def markdown(experiment: Experiment, runs: Sequence[Run]) -> str:
    """The answer and what is missing, then for each level the two tables with their notes, then the versions."""
    parts = [_escape(" ".join(answer(experiment, runs)))]
    parts += [_escape(line) for line in versions.missing(experiment)]
    if observers.measured(experiment.plan):
        parts += [tabled(observers.grid(experiment.plan, runs))]
    if split := controls.grid(experiment.plan, runs):
        parts += [tabled(split), "\n".join(f"- {_escape(note)}" for note in controls.notes(runs))]
    for place in range(len(experiment.plan.levels)):
        parts += [tabled(table.grid(experiment, runs, place)), tabled(table.used(experiment, runs, place))]
        parts += ["\n".join(f"- {_escape(note)}" for note in table.notes(runs, place))]
    parts += [_escape(versions.line(experiment, runs))]
    return "\n\n".join(filter(None, parts)) + "\n"


def tabled(grid: Grid) -> str:
    """One table, figures to the right."""
    rule = ["---" if worded else "---:" for worded in grid.worded]
    lines = [_line(grid.headings), _line(rule), *(_line(cells) for cells in grid.rows)]
    return "\n".join([f"### {_escape(grid.title)}", "", *lines])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_escape(cell).replace("\n", "<br>") for cell in cells) + " |"


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
