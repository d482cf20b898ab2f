"""Charts of a window's figures: curves over several load levels, bars at a single one, always with intervals."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from bench.report import words
from bench.report.charts import bars
from bench.report.charts.bars import CAPACITY, POINTS, Panel
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import INK, PAPER, Style
from bench.report.data import ReportData
from bench.report.grid import Grid

DODGE, WIDEST = 0.13, 0.8
"""Share of the distance between levels by which variants stand beside each other, so that intervals stay apart; and
the most that all of them may take of it."""
LINE_END, GAP = 0.09, 12
"""Inches of a character in a name at a line's end, and points from one such name to the next."""
NOT_VALID = Line2D([], [], color=INK, marker="o", mfc=PAPER, ls="", label="hollow: not VALID")


def chart(data: ReportData, name: str, title: str, caption: str, panels: Sequence[Panel]) -> Chart | None:
    """One panel for each quantity; those that no window has are left out. None where none has any: no window at all."""
    rows = [row for level in data.levels for row in level]
    known = [panel for panel in panels if any(row.mean(panel.value) for row in rows)]
    if not known:
        return None
    across = min(3, len(known))
    single = len(data.levels) == 1
    title = f"{title} at {words.level(data.plan, 0)}" if single else f"{title} by level"
    ends = 0.0 if single or across > 1 else LINE_END * max(map(len, data.styles))
    compared = any(panel.compared for panel in known)
    mixed = bars.STOCK_AND_TUNED if any(style.stock for style in data.styles.values()) else ()
    if single:
        layout = bars.layout(rows, known, across)
        legend = Legend(more=[*mixed, *([bars.CAPACITY_OF_BAR] if compared else [])])
    else:
        layout = Layout(len(known), 3.3 if across == 1 else 2.6, across, right=ends or 0.15)
        legend = Legend(data.styles, [NOT_VALID, *([CAPACITY] if compared else [])])

    def draw(drawing: Drawing) -> None:
        for index, (axes, panel) in enumerate(zip(drawing.panels, known, strict=True)):
            if single:
                bars.draw(axes, rows, data.styles, panel, named=index % across == 0)
            else:
                _curves(axes, data, panel, named=bool(ends))

    figure = Figure(name, title, _text(data, title, known[0]))
    return figure.chart(layout, legend, draw, caption, _grid(data, title, known))


def _curves(axes: Axes, data: ReportData, panel: Panel, named: bool) -> None:
    """A line for each variant, with its name at its end where that has room."""
    ends, dodge = {}, min(DODGE, WIDEST / len(data.styles))
    every = [row for rows in data.levels for row in rows]
    for number, (name, style) in enumerate(data.styles.items()):
        aside = (number - (len(data.styles) - 1) / 2) * dodge
        points = []
        for index, rows in enumerate(data.levels):
            row = next((row for row in rows if row.variant == name), None)
            if row is None or (mean := row.mean(panel.value)) is None:
                continue
            x = index + aside
            points.append((x, mean.value))
            fill = style.colour if row.verdict == "VALID" else PAPER
            axes.plot(x, mean.value, marker=style.marker, color=style.colour, mfc=fill, zorder=3)
            if mean.low is not None and mean.high is not None:
                low, high = mean.value - max(mean.low, 0), mean.high - mean.value
                axes.errorbar(x, mean.value, [[low], [high]], ecolor=style.colour, capsize=3, fmt="none", lw=1.2)
            if panel.compared and (predicted := bars.near_capacity(row, every)) is not None:
                axes.plot(x, predicted, marker="_", markersize=14, mew=2, color=style.colour)
        if points:
            axes.plot(*zip(*points, strict=True), color=style.colour, ls=style.line, lw=1.3)
            ends[name] = points[-1]
    axes.set_title(panel.title)
    axes.set_ylim(0, panel.top or axes.get_ylim()[1] * 1.05)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:{bars.short(panel.form, axes.get_ylim()[1])}}")
    axes.set_xticks(range(len(data.levels)), [f"{level:,}" for level in data.plan.levels], fontsize=10)
    axes.set_xlim(-0.5, len(data.levels) - 1 + (0.1 + len(data.styles) / 2 * dodge if named else 0.5))
    axes.set_xlabel("users (closed model)" if data.plan.model == "closed" else "requests/s offered (open model)")
    if named:
        _name_ends(axes, ends, data.styles)


def spread(wanted: Sequence[float], gap: float, low: float = -inf, high: float = inf) -> list[float]:
    """The nearest places to those wanted, in their order, at least `gap` apart and, if they fit, from low to high."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    places = list(wanted)
    for below, above in pairwise(order):
        places[above] = max(places[above], places[below] + gap)
    shift = (sum(places) - sum(wanted)) / max(len(wanted), 1)
    for rank, index in enumerate(order):
        least, most = low + rank * gap, high - (len(order) - 1 - rank) * gap
        places[index] = max(min(places[index] - shift, most), least)
    return places


def _name_ends(panel: Axes, ends: dict[str, tuple[float, float]], styles: dict[str, Style]) -> None:
    """Write each variant's name to the right of the panel, level with the end of its line, without overlap.

    `ends` are (x, y) of the data. No name leaves the panel's height, where title and ticks are.
    """
    dpi = panel.figure.get_dpi()
    pixels = [panel.transData.transform(end)[1] for end in ends.values()]
    gap, box = GAP * dpi / POINTS, panel.bbox
    places = spread(pixels, gap, box.y0 + gap / 2, box.y1 - gap / 2)
    for (name, (_, y)), pixel, place in zip(ends.items(), pixels, places, strict=True):
        panel.annotate(
            name, (1, y), xycoords=("axes fraction", "data"), xytext=(4, (place - pixel) / dpi * POINTS),
            textcoords="offset points", color=styles[name].colour, fontsize=9, fontweight="bold", va="center",
            annotation_clip=False,
        )  # fmt: skip


def _text(data: ReportData, title: str, panel: Panel) -> str:
    """The first panel's figures in words, for those who do not see the chart."""
    said = [
        f"{words.level(data.plan, index)}: "
        + ", ".join(f"{row.variant} {words.mean(row.mean(panel.value), panel.form)}" for row in rows)
        for index, rows in enumerate(data.levels)
    ]
    return f"{title}. {panel.title}, {'; '.join(said)}. All figures stand in the table below the chart."


def _grid(data: ReportData, title: str, panels: Sequence[Panel]) -> Grid:
    rows = [
        (level, row.variant, *(words.mean(row.mean(panel.value), panel.form) for panel in panels), row.verdict_share)
        for level, row in data.rows
    ]
    headings = ("level", "variant", *(panel.title for panel in panels), "verdict")
    return Grid(f"{title}: figures, {data.behind}", headings, tuple(rows), frozenset({"variant", "verdict"}))
