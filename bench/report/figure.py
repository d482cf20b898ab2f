"""A chart as inline SVG, wide and narrow: the same bytes for the same figures, in the page's own colours."""

from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO

import matplotlib
from markupsafe import Markup

from bench.report import svg
from bench.report.drawing import Drawing
from bench.report.form import NARROW, WIDE, Form
from bench.report.layout import Layout
from bench.report.legend import Legend


@dataclass(frozen=True)
class Figure:
    """`name` makes the ids of a chart its own; `text` is for those who do not see it."""

    name: str
    title: str
    text: str

    def draw(self, layout: Layout, legend: Legend, panels: Callable[[Drawing], None]) -> Markup:
        """Both forms, one after the other; the page shows one of them. `panels` fills what the layout has laid out."""
        return Markup("").join(self._draw(form, layout, legend, panels) for form in (WIDE, NARROW))

    def _draw(self, form: Form, layout: Layout, legend: Legend, panels: Callable[[Drawing], None]) -> Markup:
        name = self.name if form is WIDE else f"{self.name}-{form.name}"
        target = StringIO()
        with Drawing(form, layout, legend) as drawing, matplotlib.rc_context({"svg.hashsalt": name}):
            panels(drawing)
            drawing.figure.savefig(target, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        return Markup(svg.inline(target.getvalue(), name, form.name, self.title, self.text))
