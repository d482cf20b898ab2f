"""What charts are drawn on: matplotlib's panels with a legend above them, as inline SVG in the page's own colours."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

import matplotlib
from markupsafe import Markup
from matplotlib import figure
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from bench.paths import TEMPLATES
from bench.report.charts import svg
from bench.report.charts.style import FAINT, INK, Style
from bench.report.grid import Grid

TOP, LINE = 0.4, 0.19
"""Inches: of a legend of one line, and of each line more."""
TITLE, ROOM = 0.25, 0.75
"""Inches: of a panel's title; of title, tick labels and name of the axis between two panels."""
WIDTH, COLUMNS = 9.4, 6
"""Inches of a page's chart, which scrolls on a small screen; and the most legend entries beside each other."""
SETTINGS: Any = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK, "axes.labelcolor": INK,
    "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.titlecolor": INK,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": FAINT, "grid.linewidth": 0.6, "hatch.linewidth": 1.4,
    "xtick.color": INK, "ytick.color": INK, "text.color": INK, "legend.frameon": False,
    "lines.linewidth": 1.6, "lines.markersize": 5.5, "xtick.major.size": 0, "ytick.major.size": 0,
    "xtick.bottom": False, "ytick.left": False,
}  # fmt: skip


@dataclass(frozen=True)
class Chart:
    """`svg` carries title and text alternative; `grid` has the figures that it draws; `caption` says how to read it."""

    name: str
    svg: Markup
    caption: str
    grid: Grid

    def alone(self, dark: bool = True) -> str:
        """The SVG for a document or a slide, with its colours: light ones, and `dark` where the reader prefers it."""
        head, body = str(self.svg).split(">", 1)
        width, height = re.findall(r'viewBox="0 0 (\S+) (\S+)"', head)[0]
        head = re.sub(r' style="[^"]*"', "", head)
        colours, rules = ((TEMPLATES / name).read_text() for name in ("colours.css", "chart.css"))
        style = (colours if dark else colours.partition("@media")[0]) + rules
        return (
            f'{head} xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" style="color:var(--ink)">'
            f'<style>{style}</style><rect width="100%" height="100%" style="fill:var(--paper)"/>{body}\n'
        )


@dataclass(frozen=True)
class Layout:
    """So many `panels`, of which `across` stand beside each other, each `height` inches high.

    `room` is what lies between panels below each other, `gap` between those beside each other, `left`, `right` and
    `bottom` outside of all, in inches. `widths` are those of panels beside each other, as shares; `shared` goes to
    matplotlib's subplots. `head` is the room above the panels where it is not for a legend.
    """

    panels: int
    height: float
    across: int = 1
    left: float = 0.7
    right: float = 0.15
    gap: float = 0.6
    room: float = ROOM
    bottom: float = ROOM - TITLE
    widths: tuple[float, ...] = ()
    shared: dict[str, Any] = field(default_factory=dict)
    width: float = WIDTH
    head: float = 0.0

    @property
    def down(self) -> int:
        """Rows of panels."""
        return -(-self.panels // self.across)

    def panels_of(self, drawn: figure.Figure, top: float) -> list[Axes]:
        """The panels, `top` inches below the upper edge of a picture that becomes as high as it must."""
        high, top = self.height - self.room, top + TITLE
        height = top + high * self.down + self.room * (self.down - 1) + self.bottom
        wide = (self.width - self.left - self.right - self.gap * (self.across - 1)) / self.across
        drawn.set_size_inches(self.width, height)
        grid = {
            "left": self.left / self.width, "right": 1 - self.right / self.width, "top": 1 - top / height,
            "bottom": self.bottom / height, "wspace": self.gap / wide, "hspace": self.room / high,
            "width_ratios": self.widths or None,
        }  # fmt: skip
        axes = drawn.subplots(self.down, self.across, squeeze=False, gridspec_kw=grid, **self.shared)
        every: list[Axes] = [panel for row in axes for panel in row]
        for panel in every[self.panels :]:
            panel.remove()
        return every[: self.panels]


@dataclass(frozen=True)
class Legend:
    """What colours, markers and lines mean: of every variant, and of what else is drawn."""

    styles: dict[str, Style] = field(default_factory=dict)
    more: Sequence[Artist] = ()

    def draw(self, drawn: figure.Figure) -> float:
        """At the upper edge, in as many columns as fit; the inches that it takes."""
        handles: list[Artist] = [
            *(Line2D([], [], label=name, **style.look) for name, style in self.styles.items()), *self.more,
        ]  # fmt: skip
        for columns in range(COLUMNS if handles else 0, 0, -1):
            legend = drawn.legend(
                handles=handles, loc="upper left", ncols=columns, fontsize=9, handlelength=2.4, columnspacing=1.4
            )
            if columns == 1 or legend.get_window_extent().width <= drawn.bbox.width:
                return TOP + LINE * (-(-len(handles) // columns) - 1)
            legend.remove()
        return 0.1


class Drawing:
    """The panels of a layout below a legend, used as a context so that settings hold.

    Margins are fixed: letting matplotlib find them takes more time than all the drawing.
    """

    def __init__(self, layout: Layout, legend: Legend) -> None:
        self._context = matplotlib.rc_context(SETTINGS)
        self._layout, self._legend = layout, legend

    def __enter__(self) -> "Drawing":
        self._context.__enter__()
        self.figure = figure.Figure(figsize=(self._layout.width, 1))
        top = self._layout.head or self._legend.draw(self.figure)
        self.panels = self._layout.panels_of(self.figure, top)
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


@dataclass(frozen=True)
class Figure:
    """The same bytes for the same figures. `name` makes the ids of a chart its own; `text` is for those who do not
    see it."""

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
