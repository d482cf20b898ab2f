"""A part of a page (a heading, a few sentences, and what belongs under it), and the page of several."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.report.chart import Chart
from bench.report.grid import Grid


@dataclass(frozen=True)
class Section:
    """`folded` tables are shut until asked for; `code` is shown as typed; `notes` are a list."""

    anchor: str
    title: str
    text: str = ""
    charts: list[Chart] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    folded: list[Grid] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    code: str = ""


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
