"""matplotlib as a maker of inline SVG: the same bytes for the same figures, in the page's own colours."""

from collections.abc import Sequence
from io import StringIO
from typing import Any

import matplotlib
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from bench.report import svg
from bench.report.style import FAINT, INK, Style

WIDTH, LEFT, BETWEEN = 9.4, 0.7, 0.6
TOP, TITLE, ROOM = 0.4, 0.25, 0.75
"""Inches: of the page's charts; of the legend, of a panel's title, and of title and tick labels between two panels."""
SETTINGS: Any = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK, "axes.labelcolor": INK,
    "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.titlecolor": INK,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": FAINT, "grid.linewidth": 0.6,
    "xtick.color": INK, "ytick.color": INK, "text.color": INK, "legend.frameon": False,
    "lines.linewidth": 1.6, "lines.markersize": 5.5, "xtick.major.size": 0, "ytick.major.size": 0,
}  # fmt: skip


class Drawing:
    """A figure of `down` x `across` panels, each `height` inches high; used as a context so that settings hold.

    Margins are fixed: letting matplotlib find them takes more time than all the drawing. `right` leaves room for
    labels at line ends; `room` is what lies between the panels below each other.
    """

    def __init__(
        self, down: int, across: int, height: float, right: float = 0.15, room: float = ROOM, **panels: Any
    ) -> None:
        self._context = matplotlib.rc_context(SETTINGS)
        self._shape, self._panels = (down, across), panels
        self._size = WIDTH, TOP + height * down + ROOM - room
        wide = (WIDTH - LEFT - right - BETWEEN * (across - 1)) / across
        self._margins = {
            "left": LEFT / WIDTH, "right": 1 - right / WIDTH, "top": 1 - (TOP + TITLE) / self._size[1],
            "bottom": (ROOM - TITLE) / self._size[1], "wspace": BETWEEN / wide, "hspace": room / (height - room),
        }  # fmt: skip

    def __enter__(self) -> "Drawing":
        self._context.__enter__()
        self.figure = Figure(figsize=self._size)
        grid = self.figure.subplots(*self._shape, squeeze=False, gridspec_kw=self._margins, **self._panels)
        self.panels: list[Axes] = [panel for row in grid for panel in row]
        for panel in self.panels:
            panel.yaxis.set_major_locator(MaxNLocator(5))
            panel.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
        return self

    def __exit__(self, *fault: Any) -> None:
        self._context.__exit__(*fault)

    def legend(self, styles: dict[str, Style], more: Sequence[Line2D] = ()) -> None:
        """Colour, marker and line of every variant above the panels."""
        handles = [
            Line2D([], [], color=style.colour, marker=style.marker, ls=style.line, label=name)
            for name, style in styles.items()
        ]
        self.figure.legend(
            handles=[*handles, *more], loc="upper left", ncols=6, fontsize=9, handlelength=2.4, columnspacing=1.4
        )

    def from_zero(self) -> None:
        """Begin every vertical axis at 0, so that no difference looks larger than it is, with air above the highest."""
        for panel in self.panels:
            panel.set_ylim(0, panel.get_ylim()[1] * 1.05)

    def unused(self, used: int) -> None:
        """Take away the panels beyond the first `used`."""
        for panel in self.panels[used:]:
            panel.remove()

    def svg(self, name: str, title: str, text: str) -> Markup:
        """The figure as an SVG element with `title` and the text alternative; `name` makes its ids its own."""
        target = StringIO()
        with matplotlib.rc_context({"svg.hashsalt": name}):
            self.figure.savefig(target, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        return Markup(svg.inline(target.getvalue(), name, title, text))


def logarithmic(panel: Axes) -> None:
    """A logarithmic vertical axis with figures that are read as they are."""
    panel.set_yscale("log")
    panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    panel.yaxis.set_minor_locator(NullLocator())
    panel.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
