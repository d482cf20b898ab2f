"""A part of the page: a heading, a few sentences, and what belongs under it."""

from dataclasses import dataclass, field

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
