"""A chart as inline SVG: the same bytes for the same figures, in the page's own colours."""

from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO

import matplotlib
from markupsafe import Markup

from bench.report import svg
from bench.report.chart import Chart
from bench.report.drawing import Drawing
from bench.report.grid import Grid
from bench.report.layout import Layout
from bench.report.legend import Legend


@dataclass(frozen=True)
class Figure:
    """`name` makes the ids of a chart its own; `text` is for those who do not see it."""

    name: str
    title: str
    text: str

    def chart(
        self, layout: Layout, legend: Legend, panels: Callable[[Drawing], None], caption: str, grid: Grid
    ) -> Chart:
        """Draw it; `panels` fills what the layout has laid out."""
        return Chart(self.name, self.draw(layout, legend, panels), caption, grid)

    def draw(self, layout: Layout, legend: Legend, panels: Callable[[Drawing], None]) -> Markup:
        """The SVG alone."""
        target = StringIO()
        with Drawing(layout, legend) as drawing, matplotlib.rc_context({"svg.hashsalt": self.name}):
            panels(drawing)
            drawing.figure.savefig(target, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        return Markup(svg.inline(target.getvalue(), self.name, self.title, self.text))
