"""What several test files share."""

import pytest
from markupsafe import Markup

from bench.report.charts.canvas import Figure


@pytest.fixture
def charts_undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """An experiment's charts are their title and text alone: drawing one takes a third of a second.

    For tests whose subject is how an experiment goes. Those of pages and charts draw them, and a study's own are drawn.
    """
    draw = Figure.draw

    def undrawn(self: Figure, *what: object) -> Markup:
        if self.name.startswith("replay-"):
            return draw(self, *what)  # type: ignore[arg-type]
        empty = '<svg width="72pt" height="72pt" viewBox="0 0 72 72"></svg>'
        return self.inline(empty)

    monkeypatch.setattr(Figure, "draw", undrawn)
