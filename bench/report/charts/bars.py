"""One level as horizontal bars: a row for each variant with its interval, its figure and its ratio to the baseline."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from bench.analysis.estimates import Estimate
from bench.analysis.paired import figure
from bench.report.charts.canvas import POINTS, Layout
from bench.report.charts.style import INK, Style
from bench.report.rows import Row, capacity
from bench.report.table import RATIO, bounded, mean, ratio
from bench.results import STOCK, TUNED, Window

ROW, THICK = 0.27, 0.68
"""Inches of a row, and the share of it that its bar fills."""
CHARACTER = 0.072
"""Inches that a character takes beside a bar."""
NAME = 48
"""Characters of a name at most: a configuration of many settings would leave no room for bars. Tables have it whole."""
FAR = 1.7
"""A predicted capacity beyond so many times the largest goodput is left to the table, or it would flatten the chart."""
MARK: dict[str, Any] = {"markersize": 14, "mew": 2}
CAPACITY, CAPACITY_OF_BAR = (
    Line2D([], [], color=INK, marker=marker, ls="", label="predicted capacity", **MARK) for marker in "_|"
)
INTERVAL: dict[str, Any] = {"capsize": 3, "fmt": "none", "lw": 1.2}
HATCH = "////"


@dataclass(frozen=True)
class Panel:
    """One quantity of a window; `top` ends the axis where the quantity has a natural limit, None elsewhere.

    `compared`: its ratio to the baseline and its predicted capacity are shown as well.
    """

    title: str
    value: Callable[[Window], float | None]
    form: str
    top: float | None = None
    compared: bool = False


def configurations(styles: Iterable[Style]) -> list[Patch]:
    """What the legend says of hatched and of solid bars; nothing where stock does not stand beside another."""
    named = {style.configuration for style in styles} - {""}
    if STOCK not in named or len(named) == 1:
        return []
    other = TUNED if named == {STOCK, TUNED} else "the setting in its name"
    return [Patch(fc="none", ec=INK, hatch=HATCH, label=STOCK), Patch(color=INK, label=other)]


def layout(rows: Sequence[Row], panels: Sequence[Panel], across: int) -> Layout:
    """For these panels, with room for the names on the left and what stands beside the bars."""
    left = 0.25 + CHARACTER * max(len(shortened(row.variant)) for row in rows)
    every = [texts for panel in panels for texts in _texts(rows, panel)]
    beside = max(0.2 * len(texts) + CHARACTER * sum(map(len, texts)) for texts in every)
    height = ROW * len(rows) + 0.75
    return Layout(len(panels), height, across, left=left, right=beside + 0.1, gap=beside + 0.3, bottom=0.35)


def draw(axes: Axes, rows: Sequence[Row], styles: dict[str, Style], panel: Panel, named: bool) -> None:
    """A panel of a page; only the leftmost of several is `named`, the names being the same in all."""
    every = _texts(rows, panel)
    second = 0.3 + CHARACTER * max(len(texts[0]) for texts in every)
    for at, (row, texts) in enumerate(zip(rows, every, strict=True)):
        bar(axes, at, row, styles[row.variant], panel)
        for start, text in zip((0.1, second), texts, strict=False):
            write(axes, at, start, text)
        if panel.compared and (predicted := near_capacity(row, rows)) is not None:
            axes.plot(predicted, at, marker="|", color=INK, **MARK)
    if panel.compared:
        write(axes, -0.95, second, RATIO)
    names = [shortened(row.variant) + ("" if row.verdict == "VALID" else f"\n{row.verdict}") for row in rows]
    axes.set_yticks(range(len(rows)), names if named else [""] * len(rows), linespacing=0.95)
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.set_title(panel.title, fontsize=10.5 if panel.compared else 8.5)
    scale(axes, panel)


def shortened(name: str) -> str:
    """The name of a bar, variant and configuration; of one that is too long both ends, since names differ in either."""
    half = NAME // 2
    return name if len(name) <= NAME else f"{name[:half]}…{name[1 - half :]}"


def bar(axes: Axes, at: float, row: Row, style: Style, panel: Panel) -> None:
    """A bar with its interval; where there is no value, none."""
    if found := row.mean(panel.value):
        face, hatch = ("none", HATCH) if style.stock else (style.colour, None)
        axes.barh(at, found.value, THICK, edgecolor=style.colour, facecolor=face, hatch=hatch)
        spread = None if bounded(row, panel.value) else interval(found)
        axes.errorbar(found.value, at, xerr=spread, ecolor=INK, **INTERVAL)


def interval(found: Estimate) -> list[list[float]] | None:
    """What matplotlib asks for: how far the ends, of which none is below 0, lie from the mean; None without any."""
    if found.low is None or found.high is None:
        return None
    return [[found.value - max(found.low, 0)], [found.high - found.value]]


def write(
    axes: Axes, at: float, start: float, text: str, size: float = 8.5, edge: int = 1, weight: str = "normal"
) -> None:
    """Text level with a row, `start` inches to the right of the panel's right `edge`, or of its left one (0)."""
    axes.annotate(
        text, (edge, at), xycoords=("axes fraction", "data"), xytext=(start * POINTS, 0), textcoords="offset points",
        va="center", fontsize=size, fontweight=weight, annotation_clip=False,
    )  # fmt: skip


def scale(axes: Axes, panel: Panel) -> None:
    """A horizontal axis that begins at 0, with as few figures as it takes."""
    axes.set_xlim(0, panel.top or axes.get_xlim()[1] or 1)
    axes.xaxis.set_major_locator(MaxNLocator(5 if axes.bbox.width > 250 else 2))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:{short(panel.form, axes.get_xlim()[1])}}")
    axes.tick_params(labelsize=8.5)
    axes.grid(visible=False, axis="y")


def near_capacity(row: Row, rows: Sequence[Row]) -> float | None:
    """The row's predicted capacity, unless there is none or it lies far beyond all goodput of `rows`."""
    largest = max(found.value for row in rows if (found := row.mean(figure)))
    predicted = capacity(row)
    return predicted.value if predicted and predicted.value <= FAR * max(largest, 1) else None


def short(form: str, top: float) -> str:
    """The form of an axis' figures: no more digits than tell them apart."""
    return form if "%" in form or top < 5 else ",.0f"


def _texts(rows: Sequence[Row], panel: Panel) -> list[list[str]]:
    """What stands beside each bar, column by column."""
    cells = [mean(panel.value, panel.form)]
    if panel.compared:
        cells.append(lambda row: ratio(row.ratio, row.difference).replace("\n", ", "))
    return [[cell(row) for cell in cells] for row in rows]
