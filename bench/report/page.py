"""report.html and compare.html: one file each that needs nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bench.paths import TEMPLATES
from bench.report import environment, table, words
from bench.report.comparison import Comparison
from bench.report.conclusion import answer
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.report.sections import Section, contents, vocabulary
from bench.results import Store


@dataclass(frozen=True)
class Page:
    """A page's HTML and the sections that it shows."""

    html: str
    sections: Sequence[Section]

    def write(self, write_report: Callable[[str, str], Path]) -> Path:
        """report.html, and each of its charts as charts/<name>.svg, by a store's `write_report`; the page's path."""
        for section in self.sections:
            for chart in section.charts:
                write_report(f"charts/{chart.name}.svg", chart.alone())
        return write_report("report.html", self.html)


def render(data: ReportData) -> Page:
    """The page of one experiment: the answer and its tables first."""
    plan = data.plan
    sections = list(contents(data)) if data.runs else []
    html = fill(
        "report.html",
        title=f"{plan.scenario}, {plan.model} load model",
        name=data.name,
        answer=[*answer(data.experiment, data.runs), *environment.missing(data.experiment)],
        tables=[table.grid(data.experiment, data.runs, index) for index in data.indexes],
        notes=[table.notes(data.runs, index) for index in data.indexes],
        sections=sections,
    )
    return Page(html, sections)


def render_sweep(name: str, said: list[str], cells: Grid) -> str:
    """The page of an experiment in cells."""
    return fill("report.html", title=cells.title, name=name, answer=said, tables=[cells], notes=[[]], sections=[])


def render_comparison(comparison: Comparison) -> str:
    """The page of two experiments side by side."""
    sides = (("A", comparison.a), ("B", comparison.b))
    return fill(
        "compare.html",
        title=f"{comparison.a.plan.scenario}: two experiments compared",
        comparison=comparison,
        reasons=[(name, _reasons(side)) for name, side in sides],
        sections=[Section("vocabulary", "How to read it", grids=[vocabulary()])],
    )


def _reasons(side: ReportData) -> list[str]:
    found = ((words.level(side.plan, index), table.notes(side.runs, index)) for index in side.indexes)
    return [f"{level}: {note}" for level, notes in found for note in notes]


def fill(template: str, **values: Any) -> str:
    """Whatever comes from result files is text and is escaped; only charts are markup."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(template).render(**values)


def write(store: Store) -> Path:
    """Make report.html, and its charts as files, from the result files alone."""
    return render(ReportData.read(store)).write(store.write_report)
