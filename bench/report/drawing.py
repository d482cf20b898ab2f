"""matplotlib as a maker of panels below and beside each other, with a legend above them."""

from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from bench.report.layout import TITLE, Layout
from bench.report.legend import Legend
from bench.report.style import FAINT, INK

TOP, LINE = 0.4, 0.19
"""Inches: of a legend of one line, and of each line more."""
WIDTH, COLUMNS = 9.4, 6
"""Inches of every chart, which scrolls on a small screen; and the most legend entries beside each other."""
SETTINGS: Any = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK, "axes.labelcolor": INK,
    "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.titlecolor": INK,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": FAINT, "grid.linewidth": 0.6,
    "xtick.color": INK, "ytick.color": INK, "text.color": INK, "legend.frameon": False,
    "lines.linewidth": 1.6, "lines.markersize": 5.5, "xtick.major.size": 0, "ytick.major.size": 0,
    "xtick.bottom": False, "ytick.left": False,
}  # fmt: skip


class Drawing:
    """A figure of a layout's panels; used as a context so that settings hold.

    Margins are fixed: letting matplotlib find them takes more time than all the drawing.
    """

    def __init__(self, layout: Layout, legend: Legend) -> None:
        self._context = matplotlib.rc_context(SETTINGS)
        self._layout, self._legend = layout, legend

    @property
    def labelled(self) -> bool:
        """Whether there is room for names at line ends."""
        return self._layout.labelled

    def __enter__(self) -> "Drawing":
        self._context.__enter__()
        layout = self._layout
        self.figure = Figure(figsize=(WIDTH, 1))
        top = TOP + LINE * (self._legend.draw(self.figure, COLUMNS) - 1)
        height = top + layout.height * layout.down + layout.bottom + TITLE - layout.room
        self.figure.set_size_inches(WIDTH, height)
        grid = layout.grid((WIDTH, height), top)
        axes = self.figure.subplots(layout.down, layout.across, squeeze=False, gridspec_kw=grid, **layout.shared)
        panels: list[Axes] = [panel for row in axes for panel in row]
        self.panels = panels[: layout.panels]
        for panel in panels[layout.panels :]:
            panel.remove()
        for panel in self.panels:
            panel.yaxis.set_major_locator(MaxNLocator(5))
            panel.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
        return self

    def __exit__(self, *fault: Any) -> None:
        self._context.__exit__(*fault)

    def from_zero(self) -> None:
        """Begin every vertical axis at 0, so that no difference looks larger than it is, with air above the highest."""
        for panel in self.panels:
            panel.set_ylim(0, panel.get_ylim()[1] * 1.05)

    def below(self, name: str) -> None:
        """Name the horizontal axis that all panels share, below the lowest of them."""
        for panel in self.panels[-self._layout.across :]:
            panel.set_xlabel(name)
            panel.tick_params(labelbottom=True)


def logarithmic(panel: Axes) -> None:
    """A logarithmic vertical axis with figures that are read as they are."""
    panel.set_yscale("log")
    panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    panel.yaxis.set_minor_locator(NullLocator())
    panel.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
