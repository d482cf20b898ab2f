"""report.html and compare.html: one file each that needs nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bench.paths import TEMPLATES
from bench.report import environment, profile, table, words
from bench.report.comparison import Comparison
from bench.report.conclusion import answer
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.report.sections import VOCABULARY, Section, contents


@dataclass(frozen=True)
class Page:
    """A page's HTML and the sections that it shows."""

    html: str
    sections: Sequence[Section]

    def write(self, write_report: Callable[[str, str], Path]) -> Path:
        """report.html, and each of its charts as charts/<name>.svg, by a store's `write_report`; the page's path."""
        for section in self.sections:
            for chart in section.drawn:
                write_report(f"charts/{chart.name}.svg", chart.alone())
        return write_report(REPORT, self.html)


def render(data: ReportData) -> Page:
    """The page of one experiment: the answer and its tables first."""
    experiment, runs = data.experiment, data.runs
    explained = profile.answer(data.profiled)
    sections = list(contents(data)) if runs or explained else []
    said = [*(answer(experiment, runs) if runs or not explained else []), *explained, *environment.missing(experiment)]
    tables = [(table.grid(data, index), table.notes(data, index)) for index in data.indexes]
    tables = tables if runs or not explained else []
    title = f"{data.plan.scenario}, {data.plan.model} load model"
    return Page(fill(REPORT, title=title, name=data.name, answer=said, tables=tables, sections=sections), sections)


def render_sweep(name: str, said: list[str], grids: Sequence[Grid]) -> str:
    """The page of an experiment in cells."""
    tables: list[tuple[Grid, list[str]]] = [(grid, []) for grid in grids]
    return fill(REPORT, title=grids[0].title, name=name, answer=said, tables=tables, sections=[])


def render_comparison(comparison: Comparison) -> str:
    """The page of two experiments side by side."""
    sides = {"A": comparison.a, "B": comparison.b}
    reasons = {
        name: [f"{words.level(side.plan, at)}: {note}" for at in side.indexes for note in table.notes(side, at)]
        for name, side in sides.items()
    }
    sections = [
        *(Section(name, f"Notes on {name}", notes=notes) for name, notes in reasons.items() if notes),
        Section("differs", "What else differs", "" if comparison.remarks else NOTHING, notes=comparison.remarks),
        Section("vocabulary", "How to read it", grids=[VOCABULARY]),
    ]
    title = f"{comparison.a.plan.scenario}: two experiments compared"
    names = "\n".join(f"{name}: {side.name}" for name, side in sides.items())
    not_alike = [f"not alike, and compared because it was asked for: {obstacle}" for obstacle in comparison.obstacles]
    said, tables = [comparison.answer, UNPAIRED], [(comparison.grid, not_alike)]
    return fill(REPORT, title=title, name=names, answer=said, tables=tables, sections=sections)


REPORT = "report.html"
NOTHING = "Nothing that is recorded."
UNPAIRED = (
    "Ratios are B over A with a 95 % interval over runs (Welch's t on their logarithms). Runs of two experiments are "
    "not paired, so what the host did in between is part of the difference: one of goodput that the cores' own speed "
    "explains is not shown, and one that is shown should be measured on another day as well."
)


def fill(template: str, **values: Any) -> str:
    """Whatever comes from result files is text and is escaped; only charts are markup."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(template).render(**values)
