"""A panel for each experiment: goodput as published and corrected, and the predicted capacity."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from bench.report import words
from bench.report.charts.bars import CAPACITY
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import INK, PAPER
from bench.report.data import Row, capacity, rows
from bench.report.grid import Grid
from bench.spec.variants import RECORDS
from bench.studies.measurement import Evidence
from bench.studies.part import TITLES, Column
from bench.studies.plan import Piece
from bench.studies.store import ReplayStore
from bench.studies.verdicts import find

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


@dataclass(frozen=True)
class Point:
    """One variant at one level in one column."""

    column: Column
    level: str
    row: Row

    @property
    def label(self) -> str:
        """Under the axis."""
        return f"{self.row.variant}\n{self.level}"


def chart(store: ReplayStore) -> Chart | None:
    """Every experiment that has been measured; None if none has."""
    measured = store.evidence()
    found = {name: points(name, store.pieces, measured) for name in store.replay.experiments}
    found = {name: some for name, some in found.items() if some}
    if not found:
        return None
    figure = Figure("replay-goodput", TITLE, f"{TITLE}. {_text(found)}. All figures stand in the tables below.")
    across = min(len(found), 2)
    turned = any(len({point.label for point in some}) > LEVEL for some in found.values())
    layout = Layout(len(found), 3.0, across, room=1.05)
    if turned:
        layout = Layout(len(found), 4.1, across, room=2.15, bottom=1.9)

    def draw(drawing: Drawing) -> None:
        for axes, (name, some) in zip(drawing.panels, found.items(), strict=True):
            _draw(axes, name, some, turned)
        drawing.from_zero()

    return figure.chart(layout, Legend(more=[*SIGNS.values(), INVALID, CAPACITY]), draw, CAPTION, _grid(found))


CAPTION = (
    "Good answers a second of every experiment's variants and levels; means over runs, with 95 % intervals where there "
    "are two runs or more. A short line is the smallest capacity that was predicted for the corrected window, unless "
    f"it is beyond {FAR} times the largest goodput."
)


def points(name: str, pieces: Sequence[Piece], measured: dict[str, Evidence]) -> list[Point]:
    """Both columns of an experiment, variants in their order."""
    found = []
    for column in TITLES:
        piece = find(pieces, name, column)
        if piece is None or piece.name not in measured:
            continue
        evidence = measured[piece.name]
        for place in range(len(evidence.plan.levels)):
            level = words.level(evidence.plan, place).replace(" offered", "")
            found += [Point(column, level, row) for row in rows(evidence.runs, place)]
    order = list(RECORDS)
    return sorted(found, key=lambda point: order.index(point.row.variant))


def _draw(axes: Axes, name: str, some: list[Point], turned: bool) -> None:
    labels = list(dict.fromkeys(point.label for point in some))
    largest = max(point.row.mean(lambda window: window.goodput).value for point in some)  # type: ignore[union-attr]
    for point in some:
        corrected = point.column == "corrected"
        x = labels.index(point.label) + (ASIDE if corrected else -ASIDE)
        colour = RECORDS[point.row.variant].colour
        goodput = point.row.mean(lambda window: window.goodput)
        assert goodput is not None
        marker = "x" if point.row.verdict == "INVALID" else "o"
        axes.plot(x, goodput.value, marker=marker, color=colour, mfc=colour if corrected else PAPER, zorder=3)
        if goodput.low is not None and goodput.high is not None:
            axes.vlines(x, max(goodput.low, 0), goodput.high, color=colour, lw=1.2)
        predicted = capacity(point.row)
        if corrected and predicted is not None and predicted.value <= FAR * max(largest, 1):
            axes.plot(x, predicted.value, marker="_", markersize=14, mew=2, color=colour)
    axes.set_title(f"{name}, good answers/s")
    if turned:
        axes.set_xticks(range(len(labels)), [label.replace("\n", ", ") for label in labels], fontsize=8, rotation=90)
    else:
        axes.set_xticks(range(len(labels)), labels, fontsize=7.5)
    axes.set_xlim(-0.6, len(labels) - 0.4)


def _text(found: dict[str, list[Point]]) -> str:
    return "; ".join(f"{name}: {', '.join(map(_said, some))}" for name, some in found.items())


def _said(point: Point) -> str:
    goodput = words.mean(point.row.mean(lambda window: window.goodput), ",.0f")
    return f"{point.row.marked} at {point.level} {TITLES[point.column]} {goodput}"


def _grid(found: dict[str, list[Point]]) -> Grid:
    cells = tuple(
        (
            name, point.row.variant, point.level, TITLES[point.column],
            words.mean(point.row.mean(lambda window: window.goodput), ",.0f"), words.mean(capacity(point.row), ",.0f"),
            point.row.verdict_share,
        )
        for name, some in found.items()
        for point in some
    )  # fmt: skip
    headings = ("experiment", "variant", "level", "column", "goodput/s", "predicted capacity/s", "verdict")
    return Grid(f"{TITLE}: figures", headings, cells, frozenset({"variant", "level", "column", "verdict"}))
