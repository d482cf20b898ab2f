"""report.html and compare.html: one file each that needs nothing else."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bench.paths import TEMPLATES
from bench.report import table, versions, vocabulary, words
from bench.report.answer import answer
from bench.report.comparison import Comparison
from bench.report.contents import contents
from bench.report.grid import Grid
from bench.report.material import Material
from bench.report.section import Page, Section
from bench.results import Store


def render(material: Material) -> Page:
    """The page of one experiment: the answer and its tables first."""
    plan = material.plan
    sections = list(contents(material)) if material.runs else []
    html = fill(
        "report.html",
        title=f"{plan.scenario}, {plan.model} load model",
        name=material.name,
        answer=[*answer(material.experiment, material.runs), *versions.missing(material.experiment)],
        tables=[table.grid(material.experiment, material.runs, place) for place in material.places],
        notes=[table.notes(material.runs, place) for place in material.places],
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
        sections=[Section("vocabulary", "How to read it", grids=[vocabulary.grid()])],
    )


def _reasons(side: Material) -> list[str]:
    found = ((words.level(side.plan, place), table.notes(side.runs, place)) for place in side.places)
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
    return render(Material.read(store)).write(store.write_report)
