"""CPU time and bytes of a request by layer: a stacked bar for each profiled row, with a mark where it was counted."""

from bench.report.charts import stacked
from bench.report.charts.canvas import Chart, Figure
from bench.report.charts.stacked import Bar, Part
from bench.report.layers import LOST, breakdown
from bench.report.profiled import BYTES, CPU, Column, Kind, Profiled
from bench.spec.layers import REST

GREY = "#BBBBBB"
CAPTION = (
    "{unit} a request, by the layer of the innermost frame that has one. A short line, where there is one, is what "
    "{who} counted: where it lies beyond the bar, the recording did not see all."
)
BOX = " A dotted box is about what the lost samples stand for."


def charts(profiled: Profiled) -> list[Chart | None]:
    """A chart of CPU and one of bytes, each where it was recorded."""
    return [_chart(profiled, kind) for kind in (CPU, BYTES)]


def _chart(profiled: Profiled, kind: Kind) -> Chart | None:
    grid = breakdown(profiled, kind)
    if grid is None:
        return None
    known = [*((layer.name, layer.colour) for layer in profiled.layers.layers), (REST, GREY)]
    parts = [Part(name, colour, hatched=name == REST) for name, colour in known]
    rows = [bar for column in profiled.columns if (bar := _bar(column, kind))]
    each = [f"{bar.label}: {', '.join(f'{name} {value:,.1f}' for name, value in bar.parts.items())}" for bar in rows]
    title = f"{kind.unit} a request, by layer"
    text = f"{title}. {'; '.join(each)}. All figures stand in the table below the chart."
    caption = CAPTION.format(unit=kind.unit, who=kind.counter) + (BOX if any(bar.beyond for bar in rows) else "")
    figure = Figure(f"layers-{kind.name}", title, text)
    mark = f"counted by {kind.counter}"
    return stacked.chart(figure, parts, rows, f"{kind.unit} a request", caption, grid, mark, LOST)


def _bar(column: Column, kind: Kind) -> Bar | None:
    cost = kind.of(column)
    if cost is None:
        return None
    mark = None if cost.counted is None else cost.counted / kind.size
    parts = {name: value / kind.size for name, value in cost.layers.items()}
    return Bar(column.label, parts, mark, cost.lost / kind.size)
