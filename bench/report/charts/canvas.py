"""What charts are drawn on: matplotlib's panels with a legend above them, as inline SVG in the page's own colours."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

import matplotlib
from markupsafe import Markup, escape
from matplotlib import figure
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from bench.paths import TEMPLATES
from bench.report.charts.style import FAINT, INK, PAPER, Style
from bench.report.grid import Grid

TOP, LINE = 0.4, 0.19
"""Inches: of a legend of one line, and of each line more."""
POINTS = 72
"""In an inch."""
TITLE, ROOM = 0.25, 0.75
"""Inches: of a panel's title; of title, tick labels and name of the axis between two panels."""
WIDTH, COLUMNS = 9.4, 6
"""Inches of a page's chart, which scrolls on a small screen; and the most legend entries beside each other."""
GRID = f' style="fill:none;stroke:{FAINT};stroke-width:0.6;stroke-linecap:square"'
"""Of so many lines that the page's style sheet has it, as the class `grid`."""
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
    `bottom` outside of all, in inches. `shared` goes to matplotlib's subplots. `head` is the room above the panels
    where it is not for a legend. Margins are fixed: letting matplotlib find them takes more time than all the drawing.
    """

    panels: int
    height: float
    across: int = 1
    left: float = 0.7
    right: float = 0.15
    gap: float = 0.6
    room: float = ROOM
    bottom: float = ROOM - TITLE
    shared: dict[str, Any] = field(default_factory=dict)
    width: float = WIDTH
    head: float = 0.0

    def panels_of(self, drawn: figure.Figure, top: float) -> list[Axes]:
        """The panels, `top` inches below the upper edge of a picture that becomes as high as it must."""
        down, high, top = math.ceil(self.panels / self.across), self.height - self.room, top + TITLE
        height = top + high * down + self.room * (down - 1) + self.bottom
        wide = (self.width - self.left - self.right - self.gap * (self.across - 1)) / self.across
        drawn.set_size_inches(self.width, height)
        grid = {
            "left": self.left / self.width, "right": 1 - self.right / self.width, "top": 1 - top / height,
            "bottom": self.bottom / height, "wspace": self.gap / wide, "hspace": self.room / high,
        }  # fmt: skip
        every = list(drawn.subplots(down, self.across, squeeze=False, gridspec_kw=grid, **self.shared).flat)
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
        handles = [*(Line2D([], [], label=name, **one.look) for name, one in self.styles.items()), *self.more]
        for columns in range(COLUMNS if handles else 0, 0, -1):
            legend = drawn.legend(
                handles=handles, loc="upper left", ncols=columns, fontsize=9, handlelength=2.4, columnspacing=1.4
            )
            if columns == 1 or legend.get_window_extent().width <= drawn.bbox.width:
                return TOP + LINE * (math.ceil(len(handles) / columns) - 1)
            legend.remove()
        return 0.1


class Drawing:
    """The panels of a layout below a legend."""

    def __init__(self, layout: Layout, legend: Legend) -> None:
        self.figure = figure.Figure(figsize=(layout.width, 1))
        self.panels = layout.panels_of(self.figure, layout.head or legend.draw(self.figure))
        self._lowest = self.panels[-layout.across :]
        for panel in self.panels:
            panel.yaxis.set_major_locator(MaxNLocator(5))
            panel.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")

    def from_zero(self) -> None:
        """Begin every vertical axis at 0, so that no difference looks larger than it is, with air above the highest."""
        for panel in self.panels:
            panel.set_ylim(0, panel.get_ylim()[1] * 1.05)

    def below(self, name: str) -> None:
        """Name the horizontal axis that all panels share, below the lowest of them."""
        for panel in self._lowest:
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
        with matplotlib.rc_context({**SETTINGS, "svg.hashsalt": self.name}):
            drawing = Drawing(layout, legend)
            panels(drawing)
            drawing.figure.savefig(target, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        return self.inline(target.getvalue())

    def inline(self, svg: str) -> Markup:
        """Only the element itself, short, with ids of its own and the page's colours."""
        body = _short(svg[svg.index("<svg") :])
        ids = {found: f"{self.name}-{number}" for number, found in enumerate(re.findall(r'\bid="([^"]*)"', body))}
        body = re.sub(r'(\bid="|href="#|url\(#)([^")]*)', lambda found: found[1] + ids[found[2]], body)
        for ours, theirs in ((INK, "currentColor"), (FAINT, "var(--faint)"), (PAPER, "var(--paper)")):
            body = body.replace(ours, theirs)
        box = body.partition('viewBox="')[2].partition('"')[0]
        return Markup(
            f'<svg role="img" aria-labelledby="{self.name}-title {self.name}-text" '
            f'viewBox="{box}" style="--width:{float(box.split()[2]) / POINTS:.2f}in">'
            f'<title id="{self.name}-title">{escape(self.title)}</title>'
            f'<desc id="{self.name}-text">{escape(self.text)}</desc>{body[body.index(">") + 1 :]}'
        )


def _short(svg: str) -> str:
    """Without namespaces, metadata, ids that nothing refers to, and digits and spaces that nobody sees."""
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", svg).replace("font-family: 'DejaVu Sans', sans-serif; ", "")
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"\d+\.\d{3,}", _rounded, tag[0]), svg)  # what is read stays as it is
    svg = re.sub(r' d="[^"]*"', lambda path: re.sub(r"\s*([MLCQz\"])\s*", r"\1", path[0]), svg)
    svg = re.sub(r' style="[^"]*"', lambda style: style[0].replace(": ", ":").replace("; ", ";"), svg)
    svg = svg.replace("stroke-dashoffset:0;", "").replace(GRID, ' class="grid"')
    return re.sub(r"\s*\n\s*", "\n", svg).replace("\n<", "<")


def _rounded(digits: re.Match[str]) -> str:
    return f"{float(digits[0]):.2f}".rstrip("0").rstrip(".")
