"""The latency distribution of good answers, on a percentile axis that widens its upper end."""

import math
from functools import partial

from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.chart import Chart
from bench.report.drawing import Drawing, logarithmic
from bench.report.figure import Figure
from bench.report.grid import Grid
from bench.report.layout import Layout
from bench.report.legend import Legend
from bench.report.material import Material
from bench.report.row import Row
from bench.results import Window

TICKS = (50.0, 90.0, 99.0, 99.9, 99.99)
SHOWN = ("1", "10", "25", "50", "75", "90", "95", "99", "99.9", "99.99", "100")
"""Percentiles of the table, where they were measured."""
TITLE = "Latency distribution of good answers"


def chart(material: Material) -> Chart | None:
    """A panel for each level; None where no window has a distribution."""
    rows = [row for found in material.levels for row in found]
    if not any(window.load.quantiles_ms for row in rows for window in row.windows.values()):
        return None
    text = f"{TITLE}: for each variant, milliseconds over percentiles. The figures stand in the table below."
    across = min(len(material.levels), 2)
    layout = Layout(len(material.levels), 2.9, across, shared={"sharex": True, "sharey": True})
    caption = (
        "How to read it: at 99 %, one good answer in a hundred took longer than the line. Failed requests are not in "
        "it. Means over runs of each percentile."
    )
    return Figure("distribution", TITLE, text).chart(
        layout, Legend(material.styles), lambda drawing: _draw(drawing, material), caption, _grid(material)
    )


def _draw(drawing: Drawing, material: Material) -> None:
    for place, (axes, found) in enumerate(zip(drawing.panels, material.levels, strict=True)):
        for row in found:
            style = material.styles[row.variant]
            curve = [(position(percentile), found.value) for percentile, found in quantiles(row).items()]
            axes.plot(*zip(*curve, strict=True), color=style.colour, ls=style.line) if curve else None
            marks = [(position(p), found.value) for p, found in quantiles(row).items() if p in TICKS]
            axes.plot(*zip(*marks, strict=True), color=style.colour, marker=style.marker, ls="") if marks else None
        logarithmic(axes)
        axes.set_xticks([position(tick) for tick in TICKS], [f"{tick:g} %" for tick in TICKS])
        axes.set_title(f"{words.level(material.plan, place)}, ms (logarithmic)")
        axes.set_xlabel("share of good answers that were at least as fast")
        axes.tick_params(labelbottom=True)


def position(percentile: float) -> float:
    """Where a percentile stands: each nine more is as wide as the one before. 100 stands where 99.999 does."""
    return -math.log10(max(1 - percentile / 100, 1e-5))


def quantiles(row: Row) -> dict[float, Estimate]:
    """Each percentile that every window has, in order, in milliseconds over runs."""
    names = {name for window in row.windows.values() for name in window.load.quantiles_ms}
    found = {}
    for name in sorted(names, key=float):
        if (estimate := row.mean(partial(_quantile, name=name))) is not None:
            found[float(name)] = estimate
    return found


def _quantile(window: Window, name: str) -> float | None:
    return window.load.quantiles_ms.get(name)


def _grid(material: Material) -> Grid:
    known = {(place, row.marked): quantiles(row) for place, rows in enumerate(material.levels) for row in rows}
    shown = [name for name in SHOWN if any(float(name) in found for found in known.values())]
    rows = tuple(
        (words.level(material.plan, place), variant, *(words.mean(found.get(float(name)), ",.1f") for name in shown))
        for (place, variant), found in known.items()
    )
    headings = ("level", "variant", *(f"p{name} ms" if name != "100" else "max ms" for name in shown))
    return Grid(f"{TITLE}: figures, {material.behind}", headings, rows, frozenset({"variant"}))
