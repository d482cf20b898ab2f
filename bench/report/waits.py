"""Where the time of a request went while it waited: a bar and a table beside the latency. Pure."""

from collections.abc import Sequence

from bench.analysis import estimates
from bench.analysis.waits import (
    BASES,
    COLLECTED,
    CONNECTION,
    DATABASE,
    DOWNSTREAM,
    HANDLER,
    HOLDING,
    REMAINDER,
    RUNNING,
    STOPPED,
    WORKER,
    Waits,
    split,
)
from bench.report import words
from bench.report.charts import stacked
from bench.report.charts.canvas import Chart, Figure
from bench.report.charts.stacked import Bar, Part
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.report.rows import Row

TITLE = "Mean latency in parts"
COLOURS = {
    WORKER: "#E69F00", CONNECTION: "#F0E442", HOLDING: "#56B4E9", DATABASE: "#0072B2", DOWNSTREAM: "#CC79A7",
    RUNNING: "#009E73", HANDLER: "#8DD3C7", STOPPED: "#D55E00", COLLECTED: "#FDB462", REMAINDER: "#BBBBBB",
}  # fmt: skip
PARTS = [Part(name, COLOURS[name], hatched=name == REMAINDER) for name in BASES]
CAPTION = (
    "Milliseconds of the mean latency of good answers. A short line across a bar is the latency; a bar beyond it holds "
    "more than the users saw, as gauges read every two seconds may. What each part is made of stands in the table."
)
TEXT = (
    "Times are means over all requests of a window. Gauges become times by Little's law; nothing was traced request by "
    "request."
)
MORE = "the parts add up to {over:,.1f} ms more than the latency: the gauges were read at moments that are not typical"
UNEXPLAINED = 0.30
"""The share of the latency from which on a remainder is told."""


def _mean(waits: Sequence[Waits], name: str) -> float:
    return sum(one.ms(name) for one in waits) / len(waits)


def _split(data: ReportData) -> list[tuple[Row, list[Waits]]]:
    every = ((row, [split(data.plan, window) for window in row.windows.values()]) for row in data.rows)
    return [(row, found) for row, waits in every if (found := [one for one in waits if one])]


def chart(data: ReportData) -> Chart | None:
    """A bar for each variant at each level; None where no window can be split."""
    found = _split(data)
    if not found:
        return None
    labels = {
        (row.level, row.variant): f"{row.marked}, {row.level}" if len(data.levels) > 1 else row.marked
        for row, _ in found
    }
    rows = [
        Bar(
            labels[row.level, row.variant], {name: _mean(waits, name) for name in BASES},
            sum(one.latency_ms for one in waits) / len(waits),
        )
        for row, waits in found
    ]  # fmt: skip
    said = "; ".join(
        f"{bar.label}: " + ", ".join(f"{name} {ms:,.1f}" for name, ms in bar.parts.items() if ms) for bar in rows
    )
    figure = Figure("waits", TITLE, f"{TITLE}, milliseconds. {said}. All figures stand in the table below the chart.")
    return stacked.chart(figure, PARTS, rows, "milliseconds", CAPTION, grid(found), "mean latency as users saw it")


def grid(found: Sequence[tuple[Row, Sequence[Waits]]]) -> Grid:
    """A row for each part, with how it is known; a column for each variant and level."""
    several = len({row.level for row, _ in found}) > 1
    heads = [f"{row.marked}, {row.level}" if several else row.marked for row, _ in found]
    names = [name for name in BASES if any(one.ms(name) for _, waits in found for one in waits)]
    lines = [
        (
            name,
            *(words.mean(estimates.mean([one.ms(name) for one in waits]), ",.2f") for _, waits in found),
            *BASES[name],
        )
        for name in names
    ]
    total = (
        "mean latency",
        *(words.mean(estimates.mean([one.latency_ms for one in waits]), ",.2f") for _, waits in found),
    )
    lines.append((*total, "measured", "by k6, of good answers"))
    headings = ("ms of a request", *heads, "how", "made of")
    return Grid(f"{TITLE}: figures", headings, tuple(lines), frozenset({"how", "made of"}))


def notes(data: ReportData) -> list[str]:
    """Where parts add up to more than the latency, and where much of it is not explained."""
    said = []
    for row, waits in _split(data):
        where = f"{row.variant} at {row.level}"
        remainder, latency = _mean(waits, REMAINDER), sum(one.latency_ms for one in waits) / len(waits)
        if remainder < 0:
            said.append(f"{where}: {MORE.format(over=-remainder)}.")
        elif remainder > UNEXPLAINED * latency:
            share = f"{remainder / latency:.0%} of the latency"
            said.append(f"{where}: {share} lies before and after the handler, where nothing counts.")
    return said
