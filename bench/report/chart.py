"""A chart with its text alternative and its figures, on a page or as a file of its own."""

import re
from dataclasses import dataclass

from markupsafe import Markup

from bench.paths import TEMPLATES
from bench.report.grid import Grid


@dataclass(frozen=True)
class Chart:
    """`svg` carries title and text alternative; `grid` has the figures that it draws; `caption` says how to read it."""

    name: str
    svg: Markup
    caption: str
    grid: Grid

    def alone(self) -> str:
        """The SVG for a document or a slide. It needs nothing of the page: it brings its colours, light and dark."""
        head, body = str(self.svg).split(">", 1)
        width, height = re.findall(r'viewBox="0 0 (\S+) (\S+)"', head)[0]
        head = re.sub(r' style="[^"]*"', "", head)
        style = "".join((TEMPLATES / name).read_text() for name in ("colours.css", "chart.css"))
        return (
            f'{head} xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" style="color:var(--ink)">'
            f'<style>{style}</style><rect width="100%" height="100%" style="fill:var(--paper)"/>{body}\n'
        )
