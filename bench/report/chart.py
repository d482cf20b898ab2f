"""A chart with its text alternative and its figures."""

from dataclasses import dataclass

from markupsafe import Markup

from bench.report.grid import Grid


@dataclass(frozen=True)
class Chart:
    """`svg` carries title and text alternative; `grid` has the figures that it draws; `caption` says how to read it."""

    svg: Markup
    caption: str
    grid: Grid
