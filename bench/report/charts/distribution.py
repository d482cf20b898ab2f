"""The latency distribution of good answers, on a percentile axis that widens its upper end."""

import math
from collections.abc import Callable

from bench.report import words
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend, logarithmic
from bench.report.data import ReportData, behind
from bench.report.grid import Grid
from bench.report.rows import Row
from bench.report.table import OF_ALL, mean
from bench.results import Distribution, Window

TICKS = (50.0, 90.0, 99.0, 99.9, 99.99)
SHOWN = ("1", "10", "25", "50", "75", "90", "95", "99", "99.9", "99.99", "100")
"""Percentiles of the table, where they were measured."""
TITLE = "Latency distribution of good answers"
CAPTION = (
    "How to read it: at 99 %, one good answer in a hundred took longer than the line. Failed requests are not in it. "
    "The line is of the answers of all runs together; the table has the mean over runs of each percentile."
)


def chart(data: ReportData) -> Chart | None:
    """A panel for each level; None where no window has a distribution."""
    if not any(map(pooled, data.rows)):
        return None
    text = f"{TITLE}: for each variant, milliseconds over percentiles. The figures stand in the table below."
    layout = Layout(len(data.levels), 2.9, min(len(data.levels), 2), shared={"sharex": True, "sharey": True})

    def draw(drawing: Drawing) -> None:
        for index, (axes, rows) in enumerate(zip(drawing.panels, data.levels, strict=True)):
            for row in rows:
                together = pooled(row)
                curve = [(position(percentile), found) for percentile, found in together.items()]
                marks = [number for number, percentile in enumerate(together) if percentile in TICKS]
                if curve:
                    axes.plot(*zip(*curve, strict=True), markevery=marks, **data.styles[row.variant].look)
            logarithmic(axes)
            axes.set_xticks([position(tick) for tick in TICKS], [f"{tick:g} %" for tick in TICKS])
            axes.set_title(f"{words.level(data.plan, index)}, ms (logarithmic)")
            axes.set_xlabel("share of good answers that were at least as fast")
            axes.tick_params(labelbottom=True)

    shown = [name for name in SHOWN if any(float(name) in pooled(row) for row in data.rows)]
    columns = {f"p{name} ms" if name != "100" else "max ms": mean(_quantile(name), ",.1f") for name in shown}
    grid = Grid.of(f"{TITLE}: figures, {behind(data.rows)}", {**OF_ALL, **columns}, data.rows, "variant")
    return Figure("distribution", TITLE, text).chart(layout, Legend(data.styles), draw, CAPTION, grid)


def position(percentile: float) -> float:
    """Where a percentile stands: each nine more is as wide as the one before. 100 stands where 99.999 does."""
    return -math.log10(max(1 - percentile / 100, 1e-5))


def pooled(row: Row) -> dict[float, float]:
    """Each percentile in order, in milliseconds, of the answers of all runs together: a mean of percentiles is none."""
    together = sum((window.load.distribution for window in row.windows.values()), Distribution())
    known = sorted({float(name) for window in row.windows.values() for name in window.load.quantiles_ms})
    return {percent: found for percent in known if (found := together.percentile(percent)) is not None}


def _quantile(name: str) -> Callable[[Window], float | None]:
    return lambda window: window.load.quantiles_ms.get(name)
