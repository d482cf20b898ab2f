"""Horizontal bars in parts: what a figure is made of, a bar for each row, and a mark where it was counted otherwise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from bench.report.charts import bars
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import INK, PAPER
from bench.report.grid import Grid

ROW, NARROW = 0.34, 0.33
"""Inches of a row; and of a part that is too narrow for its figure."""
DARK = "#111111"
"""Of figures within a part, whose colour does not change with the page's."""
DIGIT = 0.085
"""Inches of a digit within a part."""
BEYOND: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "ls": ":", "lw": 0.8}
"""Of what is in no part: a box without colour."""


@dataclass(frozen=True)
class Part:
    """A part of every bar, as the legend names it; `hatched` ones are told apart without colour."""

    name: str
    colour: str
    hatched: bool = False


@dataclass(frozen=True)
class Bar:
    """One row: what each part has, `mark`, where there is one, and `beyond`: what is in no part and not in the figure
    at the bar's end."""

    label: str
    parts: Mapping[str, float]
    mark: float | None = None
    beyond: float = 0.0

    @property
    def length(self) -> float:
        """Of all parts that can be drawn."""
        return sum(value for value in self.parts.values() if value > 0)


def chart(
    figure: Figure,
    parts: Sequence[Part],
    rows: Sequence[Bar],
    axis: str,
    caption: str,
    grid: Grid,
    mark: str = "",
    beyond: str = "",
) -> Chart | None:
    """A bar for each row; None without any length. `mark` names what the short line across a bar is, `beyond` what the
    box behind its end stands for."""
    if not any(row.length for row in rows):
        return None
    shown = [part for part in parts if any(row.parts.get(part.name, 0) > 0 for row in rows)]
    labels = [bars.shortened(row.label) for row in rows]
    left = 0.25 + bars.CHARACTER * max(map(len, labels))
    layout = Layout(1, ROW * len(rows) + 0.75, left=left, right=0.75, bottom=0.5)
    top = max(max(row.length + row.beyond, row.mark or 0) for row in rows) * 1.02
    legend: list[Artist] = [_patch(part) for part in shown]
    if beyond and any(row.beyond for row in rows):
        legend.append(Patch(label=beyond, **BEYOND))
    if mark and any(row.mark is not None for row in rows):
        legend.append(Line2D([], [], color=INK, marker="|", ls="", label=mark, **bars.MARK))

    def draw(drawing: Drawing) -> None:
        (axes,) = drawing.panels
        inch = top / (layout.width - layout.left - layout.right)
        for at, row in enumerate(rows):
            _bar(axes, at, row, shown, inch)
        axes.set_yticks(range(len(rows)), labels)
        axes.set_ylim(len(rows) - 0.45, -0.55)
        axes.set_xlim(0, top)
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")
        axes.set_xlabel(axis)
        axes.grid(visible=False, axis="y")

    return figure.chart(layout, Legend(more=legend), draw, caption, grid)


def _bar(axes: Axes, at: float, row: Bar, parts: Sequence[Part], inch: float) -> None:
    start = 0.0
    for part in parts:
        value = row.parts.get(part.name, 0.0)
        if value <= 0:
            continue
        axes.barh(at, value, bars.THICK, start, facecolor=part.colour, edgecolor=PAPER, hatch=_hatch(part), lw=0.6)
        text = f"{value:,.0f}" if value >= 10 else f"{value:.1f}"
        if value / inch > max(NARROW, DIGIT * len(text)):
            axes.text(start + value / 2, at, text, ha="center", va="center", fontsize=8, color=DARK)
        start += value
    if row.beyond > 0:
        axes.barh(at, row.beyond, bars.THICK, start, **BEYOND)
    if row.mark is not None:
        axes.plot(row.mark, at, marker="|", color=INK, **bars.MARK)
    bars.write(axes, at, 0.1, f"{start:,.0f}" if start >= 100 else f"{start:,.1f}")


def _patch(part: Part) -> Patch:
    return Patch(facecolor=part.colour, edgecolor=PAPER, hatch=_hatch(part), label=part.name)


def _hatch(part: Part) -> str | None:
    return "////" if part.hatched else None
