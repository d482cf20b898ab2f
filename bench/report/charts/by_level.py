"""Charts of a window's figures: curves over several load levels, bars at a single one, always with intervals."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from bench.report import words
from bench.report.charts import bars
from bench.report.charts.bars import CAPACITY, Panel
from bench.report.charts.canvas import POINTS, Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import INK, PAPER, Style
from bench.report.data import ReportData, behind
from bench.report.grid import Grid
from bench.report.table import OF_ALL, VARIANT, Columns, mean

DODGE, WIDEST = 0.13, 0.8
"""Share of the distance between levels by which variants stand beside each other, so that intervals stay apart; and
the most that all of them may take of it."""
LINE_END, GAP = 0.09, 12
"""Inches of a character in a name at a line's end, and points from one such name to the next."""
NOT_VALID = Line2D([], [], color=INK, marker="o", mfc=PAPER, ls="", label="hollow: not VALID")


def chart(data: ReportData, name: str, title: str, caption: str, panels: Sequence[Panel]) -> Chart | None:
    """One panel for each quantity; those that no window has are left out. None where none has any: no window at all."""
    known = [panel for panel in panels if any(row.mean(panel.value) for row in data.rows)]
    if not known:
        return None
    across = min(3, len(known))
    single = len(data.levels) == 1
    title = f"{title} at {words.level(data.plan, 0)}" if single else f"{title} by level"
    ends = 0.0 if single or across > 1 else LINE_END * max(map(len, data.styles))
    compared = any(panel.compared for panel in known)
    if single:
        mixed = bars.configurations(data.styles.values())
        layout = bars.layout(data.rows, known, across)
        legend = Legend(more=[*mixed, *([bars.CAPACITY_OF_BAR] if compared else [])])
    else:
        layout = Layout(len(known), 3.3 if across == 1 else 2.6, across, right=ends or 0.15)
        legend = Legend(data.styles, [NOT_VALID, *([CAPACITY] if compared else [])])

    def draw(drawing: Drawing) -> None:
        for index, (axes, panel) in enumerate(zip(drawing.panels, known, strict=True)):
            if single:
                bars.draw(axes, data.rows, data.styles, panel, named=index % across == 0)
            else:
                _curves(axes, data, panel, named=bool(ends))

    columns: Columns = {
        **OF_ALL, **VARIANT, **{panel.title: mean(panel.value, panel.form) for panel in known},
        "verdict": lambda row: row.verdict_share,
    }  # fmt: skip
    grid = Grid.of(f"{title}: figures, {behind(data.rows)}", columns, data.rows, "variant", "verdict")
    first = known[0].title
    said = [", ".join(f"{row.variant} {columns[first](row)}" for row in rows) for rows in data.levels]
    figures = "; ".join(f"{words.level(data.plan, index)}: {each}" for index, each in enumerate(said))
    text = f"{title}. {first}, {figures}. All figures stand in the table below the chart."
    return Figure(name, title, text).chart(layout, legend, draw, caption, grid)


def _curves(axes: Axes, data: ReportData, panel: Panel, named: bool) -> None:
    """A line for each variant, with its name at its end where that has room."""
    ends, dodge = {}, min(DODGE, WIDEST / len(data.styles))
    for number, (name, style) in enumerate(data.styles.items()):
        aside = (number - (len(data.styles) - 1) / 2) * dodge
        points = []
        for x, row in ((index + aside, row) for index, rows in enumerate(data.levels) for row in rows):
            if row.variant != name or (found := row.mean(panel.value)) is None:
                continue
            points.append((x, found.value))
            fill = style.colour if row.verdict == "VALID" else PAPER
            axes.plot(x, found.value, marker=style.marker, color=style.colour, mfc=fill, zorder=3)
            axes.errorbar(x, found.value, bars.interval(found), ecolor=style.colour, **bars.INTERVAL)
            if panel.compared and (predicted := bars.near_capacity(row, data.rows)) is not None:
                axes.plot(x, predicted, marker="_", color=style.colour, **bars.MARK)
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
    """The nearest positions to those wanted, in order, at least `gap` apart and, if they fit, from low to high."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    positions = list(wanted)
    for below, above in pairwise(order):
        positions[above] = max(positions[above], positions[below] + gap)
    shift = (sum(positions) - sum(wanted)) / max(len(wanted), 1)
    for rank, index in enumerate(order):
        least, most = low + rank * gap, high - (len(order) - 1 - rank) * gap
        positions[index] = max(min(positions[index] - shift, most), least)
    return positions


def _name_ends(panel: Axes, ends: dict[str, tuple[float, float]], styles: dict[str, Style]) -> None:
    """Write each variant's name to the right of the panel, level with the end of its line, without overlap.

    `ends` are (x, y) of the data. No name leaves the panel's height, where title and ticks are.
    """
    dpi = panel.figure.get_dpi()
    pixels = [panel.transData.transform(end)[1] for end in ends.values()]
    gap, box = GAP * dpi / POINTS, panel.bbox
    positions = spread(pixels, gap, box.y0 + gap / 2, box.y1 - gap / 2)
    for (name, (_, y)), pixel, position in zip(ends.items(), pixels, positions, strict=True):
        panel.annotate(
            name, (1, y), xycoords=("axes fraction", "data"), xytext=(4, (position - pixel) / dpi * POINTS),
            textcoords="offset points", color=styles[name].colour, fontsize=9, fontweight="bold", va="center",
            annotation_clip=False,
        )  # fmt: skip
