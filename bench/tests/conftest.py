"""What several test files share."""

import pytest
from markupsafe import Markup

from bench.report import svg
from bench.report.figure import Figure
from bench.report.form import WIDE, Form


@pytest.fixture
def charts_undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """An experiment's charts are their title and text alone: drawing one takes half a second.

    For tests whose subject is how an experiment goes. Those of pages and charts draw them, and a study's own are drawn.
    """
    draw = Figure._draw

    def undrawn(self: Figure, form: Form, *what: object) -> Markup:
        if self.name.startswith("replay-"):
            return draw(self, form, *what)  # type: ignore[arg-type]
        name = self.name if form is WIDE else f"{self.name}-{form.name}"
        empty = '<svg width="72pt" height="72pt" viewBox="0 0 72 72"></svg>'
        return Markup(svg.inline(empty, name, form.name, self.title, self.text))

    monkeypatch.setattr(Figure, "_draw", undrawn)
