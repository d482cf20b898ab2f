"""A panel for each experiment: goodput as published and corrected, and the predicted capacity."""

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from bench.report import words
from bench.report.charts.bars import CAPACITY
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import INK, PAPER
from bench.report.rows import capacity
from bench.spec.variants import RECORDS
from bench.studies.claim import TITLES, Column
from bench.studies.report import evidence
from bench.studies.report.evidence import Measured
from bench.studies.store import StudyStore

TITLE = "Goodput as published and corrected"
ASIDE = 0.15
"""Share of the distance between two variants by which the columns stand beside each other."""
LEVEL = 4
"""The most labels under a panel that have room beside each other; more are turned."""
FAR = 6
"""A predicted capacity beyond so many times the largest goodput is left to the table. One that is some times as large
is a collapse below it, which is to be seen."""
SIGNS: dict[Column, Line2D] = {
    "as_published": Line2D([], [], color=INK, marker="o", mfc=PAPER, ls="", label=TITLES["as_published"]),
    "corrected": Line2D([], [], color=INK, marker="o", ls="", label=TITLES["corrected"]),
}
INVALID = Line2D([], [], color=INK, marker="x", ls="", label="INVALID: carries no claim")
CAPTION = (
    "Good answers a second of every experiment's variants and levels; means over runs, with 95 % intervals where there "
    "are two runs or more. A short line is the smallest capacity that was predicted for the corrected window, unless "
    f"it is beyond {FAR} times the largest goodput."
)


def chart(store: StudyStore) -> Chart | None:
    """Every experiment that has been measured; None if none has."""
    panels: dict[str, list[Measured]] = {}
    for one in evidence.measured(store):
        panels.setdefault(one.experiment, []).append(one)
    if not panels:
        return None
    order = list(RECORDS)
    labels = {
        name: list(dict.fromkeys(_label(one) for one in sorted(found, key=lambda one: order.index(one.row.variant))))
        for name, found in panels.items()
    }
    across = min(len(panels), 2)
    turned = any(len(found) > LEVEL for found in labels.values())
    layout = Layout(len(panels), 3.0, across, room=1.05)
    if turned:
        layout = Layout(len(panels), 4.1, across, room=2.15, bottom=1.9)

    def draw(drawing: Drawing) -> None:
        for axes, (name, found) in zip(drawing.panels, panels.items(), strict=True):
            _draw(axes, found, labels[name])
            axes.set_title(f"{name}, good answers/s")
            indexes = range(len(labels[name]))
            if turned:
                axes.set_xticks(indexes, [text.replace("\n", ", ") for text in labels[name]], fontsize=8, rotation=90)
            else:
                axes.set_xticks(indexes, labels[name], fontsize=7.5)
        drawing.from_zero()

    said = "; ".join(f"{name}: {', '.join(map(_said, found))}" for name, found in panels.items())
    figure = Figure("replay-goodput", TITLE, f"{TITLE}. {said}. All figures stand in the tables below.")
    legend = Legend(more=[*SIGNS.values(), INVALID, CAPACITY])
    return figure.chart(layout, legend, draw, CAPTION, evidence.grid(store))


def _label(one: Measured) -> str:
    return f"{one.row.variant}\n{one.level.replace(' offered', '')}"


def _draw(axes: Axes, found: list[Measured], labels: list[str]) -> None:
    largest = max((mean.value for one in found if (mean := one.goodput)), default=0.0)
    for one in found:
        for column in one.columns:
            corrected = column == "corrected"
            x = labels.index(_label(one)) + (ASIDE if corrected else -ASIDE)
            colour = RECORDS[one.row.variant].colour
            goodput = one.goodput
            assert goodput is not None
            marker = "x" if one.row.verdict == "INVALID" else "o"
            axes.plot(x, goodput.value, marker=marker, color=colour, mfc=colour if corrected else PAPER, zorder=3)
            if goodput.low is not None and goodput.high is not None:
                axes.vlines(x, max(goodput.low, 0), goodput.high, color=colour, lw=1.2)
            predicted = capacity(one.row)
            if corrected and predicted is not None and predicted.value <= FAR * max(largest, 1):
                axes.plot(x, predicted.value, marker="_", markersize=14, mew=2, color=colour)
    axes.set_xlim(-0.6, len(labels) - 0.4)


def _said(one: Measured) -> str:
    return f"{one.row.marked} at {one.level} {evidence.columns(one)} {words.mean(one.goodput, ',.0f')}"
