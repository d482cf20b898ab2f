"""What several test files share."""

import pytest
from markupsafe import Markup

from bench.commands.options import EXPERIMENT_VARIABLES
from bench.report.charts.canvas import Figure
from bench.spec import settings
from bench.spec.variables import MACHINES


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


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of an experiment or of the machines is given, and what the test gives is put back."""
    for name in (*settings.names(), *(one.name for one in (*EXPERIMENT_VARIABLES, *MACHINES))):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
