"""Charts of a window's figures by load level, with intervals; and the predicted capacity over the goodput."""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from bench.analysis.estimates import Estimate
from bench.report import line_ends, words
from bench.report.chart import Chart
from bench.report.drawing import Drawing
from bench.report.figure import Figure
from bench.report.grid import Grid
from bench.report.layout import Layout
from bench.report.legend import Legend
from bench.report.material import Material
from bench.report.row import Row
from bench.report.style import INK, PAPER
from bench.results import Window

DODGE = 0.13
"""Share of the distance between levels by which variants stand beside each other, so that intervals stay apart."""
FAR = 1.7
"""A predicted capacity beyond so many times the largest goodput is left to the table, or it would flatten the chart."""
NOT_VALID = Line2D([], [], color=INK, marker="o", mfc=PAPER, ls="", label="hollow: not VALID")
CAPACITY = Line2D([], [], color=INK, marker="_", markersize=14, mew=2, ls="", label="predicted capacity")


@dataclass(frozen=True)
class Panel:
    """One figure of a window; `top` ends the axis where the figure has a natural limit, None elsewhere."""

    title: str
    value: Callable[[Window], float | None]
    form: str
    top: float | None = None


def chart(
    material: Material, name: str, title: str, caption: str, panels: list[Panel], across: int = 3
) -> Chart | None:
    """One panel for each figure; those that no window has are left out. None where none has any: no window at all."""
    known = [panel for panel in panels if any(row.mean(panel.value) for rows in material.levels for row in rows)]
    if not known:
        return None
    across = min(across, len(known))
    layout = Layout(len(known), 3.3 if across == 1 else 2.6, across, ends=len(material.levels) > 1)
    capacities = name == "goodput"

    def draw(drawing: Drawing) -> None:
        for axes, panel in zip(drawing.panels, known, strict=True):
            if capacities:
                _capacities(axes, material)
            _draw(axes, material, panel, drawing)

    legend = Legend(material.styles, [NOT_VALID, *([CAPACITY] if capacities else [])])
    figure = Figure(name, title, _text(material, title, known[0]))
    return figure.chart(layout, legend, draw, caption, _grid(material, title, known))


def capacity(row: Row) -> Estimate | None:
    """The smallest predicted ceiling of each window, over runs."""
    return row.mean(lambda window: min((ceiling.per_second for ceiling in window.ceilings), default=None))


def _draw(axes: Axes, material: Material, panel: Panel, drawing: Drawing) -> None:
    ends = {}
    names = list(material.styles)
    single = len(material.levels) == 1
    for number, (name, style) in enumerate(material.styles.items()):
        points = []
        for place, rows in enumerate(material.levels):
            row = next((row for row in rows if row.variant == name), None)
            if row is None or (found := row.mean(panel.value)) is None:
                continue
            x = number if single else place + (number - (len(names) - 1) / 2) * DODGE
            points.append((x, found.value))
            fill = style.colour if row.verdict == "VALID" else PAPER
            axes.plot(x, found.value, marker=style.marker, color=style.colour, mfc=fill, zorder=3)
            if found.low is not None and found.high is not None:
                low, high = found.value - max(found.low, 0), found.high - found.value
                axes.errorbar(x, found.value, [[low], [high]], ecolor=style.colour, capsize=3, fmt="none", lw=1.2)
        if points:
            axes.plot(*zip(*points, strict=True), color=style.colour, ls=style.line, lw=1.3)
            ends[name] = points[-1]
    axes.set_title(panel.title)
    axes.set_ylim(0, panel.top or axes.get_ylim()[1] * 1.05)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:{_short(panel.form, axes)}}")
    _ticks(axes, material, names, drawing)
    if drawing.labelled:
        line_ends.label(axes, ends, material.styles)


def _short(form: str, axes: Axes) -> str:
    """Ticks need no more digits than tell them apart."""
    return form if "%" in form or axes.get_ylim()[1] < 5 else ",.0f"


def _ticks(axes: Axes, material: Material, names: list[str], drawing: Drawing) -> None:
    plan = material.plan
    if len(material.levels) == 1:
        axes.set_xticks(
            range(len(names)),
            [name.replace("-", "-\n").replace(" (", "\n(") for name in names],
            fontsize=8,
        )
        axes.set_xlim(-0.6, len(names) - 0.4)
        return
    axes.set_xticks(list(material.places), [f"{level:,}" for level in plan.levels], fontsize=10)
    axes.set_xlim(-0.5, len(plan.levels) - 1 + (0.1 + len(names) / 2 * DODGE if drawing.labelled else 0.5))
    axes.set_xlabel("users (closed model)" if plan.model == "closed" else "requests/s offered (open model)")


def _capacities(axes: Axes, material: Material) -> None:
    """A bar for each predicted capacity that is within sight of the measured goodput."""
    names = list(material.styles)
    largest = max(row.mean(lambda window: window.goodput).value for rows in material.levels for row in rows)  # type: ignore[union-attr]
    for place, rows in enumerate(material.levels):
        for row in rows:
            number = names.index(row.variant)
            found = capacity(row)
            if found is None or found.value > FAR * max(largest, 1):
                continue
            x = number if len(material.levels) == 1 else place + (number - (len(names) - 1) / 2) * DODGE
            axes.plot(x, found.value, marker="_", markersize=14, mew=2, color=material.styles[row.variant].colour)


def _text(material: Material, title: str, panel: Panel) -> str:
    """The first panel's figures in words, for those who do not see the chart."""
    said = [
        f"{words.level(material.plan, place)}: "
        + ", ".join(f"{row.variant} {words.mean(row.mean(panel.value), panel.form)}" for row in rows)
        for place, rows in enumerate(material.levels)
    ]
    return f"{title}. {panel.title}, {'; '.join(said)}. All figures stand in the table below the chart."


def _grid(material: Material, title: str, panels: list[Panel]) -> Grid:
    rows = [
        (
            words.level(material.plan, place), row.variant,
            *(words.mean(row.mean(panel.value), panel.form) for panel in panels), row.verdict_share,
        )
        for place, found in enumerate(material.levels)
        for row in found
    ]  # fmt: skip
    headings = ("level", "variant", *(panel.title for panel in panels), "verdict")
    return Grid(f"{title}: figures, {material.behind}", headings, tuple(rows), frozenset({"variant", "verdict"}))
