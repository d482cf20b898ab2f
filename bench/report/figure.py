"""matplotlib as a maker of inline SVG: the same bytes for the same figures, in the page's own colours."""

import re
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise
from typing import Any

import matplotlib
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from bench.report.style import Style

INK, FAINT, PAPER = "#1a1a1b", "#d4d5d6", "#fefdfc"
"""Colours that stand for those of the page, light or dark; no chart uses them otherwise."""
INCH = 72
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
    labels at line ends.
    """

    def __init__(self, down: int, across: int, height: float, right: float = 0.15, **panels: Any) -> None:
        self._context = matplotlib.rc_context(SETTINGS)
        self._shape, self._panels = (down, across), panels
        self._size = WIDTH, TOP + height * down
        gap = (BETWEEN, ROOM)
        wide = (WIDTH - LEFT - right - gap[0] * (across - 1)) / across
        self._margins = {
            "left": LEFT / WIDTH, "right": 1 - right / WIDTH, "top": 1 - (TOP + TITLE) / self._size[1],
            "bottom": (ROOM - TITLE) / self._size[1], "wspace": gap[0] / wide, "hspace": gap[1] / (height - gap[1]),
        }  # fmt: skip

    def __enter__(self) -> "Drawing":
        self._context.__enter__()
        self.figure = Figure(figsize=self._size)
        grid = self.figure.subplots(*self._shape, squeeze=False, gridspec_kw=self._margins, **self._panels)
        self.panels: list[Axes] = [panel for row in grid for panel in row]
        for panel in self.panels:
            panel.yaxis.set_major_locator(MaxNLocator(5))
        return self

    def __exit__(self, *fault: Any) -> None:
        self._context.__exit__(*fault)

    def legend(self, styles: dict[str, Style], more: Sequence[Line2D] = ()) -> None:
        """Colour, marker and line of every variant above the panels."""
        handles = [
            Line2D([], [], color=style.colour, marker=style.marker, ls=style.line, label=name)
            for name, style in styles.items()
        ]
        self.figure.legend(handles=[*handles, *more], loc="upper left", ncols=6, fontsize=9.5, handlelength=2.8)

    def unused(self, used: int) -> None:
        """Take away the panels beyond the first `used`."""
        for panel in self.panels[used:]:
            panel.remove()

    def svg(self, name: str, title: str, text: str) -> Markup:
        """The figure as an SVG element with `title` and the text alternative; `name` makes its ids its own."""
        target = StringIO()
        with matplotlib.rc_context({"svg.hashsalt": name}):
            self.figure.savefig(target, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        return Markup(_inline(target.getvalue(), name, title, text))


def _inline(svg: str, name: str, title: str, text: str) -> str:
    """Only the element itself, short, with ids of its own and the page's colours."""
    body = _short(svg[svg.index("<svg") :])
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'href="#', f'href="#{name}-', body).replace("url(#", f"url(#{name}-")
    for ours, theirs in ((INK, "currentColor"), (FAINT, "var(--faint)"), (PAPER, "var(--paper)")):
        body = body.replace(ours, theirs)
    head = (
        f'<svg role="img" aria-labelledby="{name}-title {name}-text" '
        f'viewBox="{_attribute(body, "viewBox")}" style="width:{float(_attribute(body, "width")[:-2]) / INCH:.2f}in">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(text)}</desc>'
    )
    return head + body[body.index(">") + 1 :]


def _short(svg: str) -> str:
    """Without namespaces, metadata, ids that nothing refers to, and digits and spaces that nobody sees."""
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", svg).replace("font-family: 'DejaVu Sans', sans-serif; ", "")
    svg = re.sub(r"\d+\.\d{3,}", lambda digits: f"{float(digits[0]):.2f}".rstrip("0").rstrip("."), svg)
    return re.sub(r"\s*\n\s*", "\n", svg).replace("\n<", "<")


def _attribute(svg: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', svg)
    assert found, f"matplotlib wrote an SVG without {name}"
    return found.group(1)


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """The nearest places to those wanted, in the same order, that are at least `gap` apart; for labels at line ends."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    found = list(wanted)
    for below, above in pairwise(order):
        found[above] = max(found[above], found[below] + gap)
    shift = (sum(found) - sum(wanted)) / max(len(wanted), 1)
    return [place - shift for place in found]


def label_ends(panel: Axes, ends: dict[str, tuple[float, float]], styles: dict[str, Style]) -> None:
    """Write each variant's name beside the end of its line, at (x, y) of the data, without overlap."""
    pixels = [panel.transData.transform(end)[1] for end in ends.values()]
    gap = 12 * panel.figure.get_dpi() / INCH
    for (name, end), pixel, place in zip(ends.items(), pixels, spread(pixels, gap), strict=True):
        panel.annotate(
            name, end, xytext=(9, (place - pixel) / panel.figure.get_dpi() * INCH), textcoords="offset points",
            color=styles[name].colour, fontsize=9, fontweight="bold", va="center", annotation_clip=False,
        )  # fmt: skip
