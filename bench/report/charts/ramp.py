"""Loads that vary within a window: what was offered, answered and failed over time, and what became of each phase."""

from typing import Any, NamedTuple

from matplotlib.lines import Line2D

from bench.analysis.estimates import Estimate, mean
from bench.report import words
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend, logarithmic
from bench.report.charts.style import INK
from bench.report.data import ReportData, behind
from bench.report.grid import Grid
from bench.report.rows import Row
from bench.results import Phase, TimelineRow, Window
from bench.results.load import STEP

COUNTED = ("offered", "good", "failed")
OFFERED: dict[str, Any] = {"color": INK, "ls": (0, (1, 1.2)), "lw": 1.4}
FAILED: dict[str, Any] = {"color": INK, "marker": "x", "ls": (0, (4, 2)), "lw": 1, "markersize": 4.5}
LINES = [Line2D([], [], label=name, **look) for name, look in (("offered", OFFERED), ("failed", FAILED))]
CAPTION = (
    "Offered counts arrivals, dropped ones included; good and failed count where they ended, which may be later. Means "
    "over runs, in steps of 5 s."
)


class Moment(NamedTuple):
    """A row of the timeline over runs, in requests a second."""

    at: float
    offered: float
    good: float
    failed: float
    p95_ms: float | None


def moments(windows: list[Window]) -> list[Moment]:
    """The timelines of several runs, row by row; rates are means."""
    timelines = [{step.at: step for step in window.load.timeline or []} for window in windows]
    shared = sorted(set.intersection(*map(set, timelines))) if timelines else []
    return [_moment(at, [timeline[at] for timeline in timelines]) for at in shared]


def _moment(at: float, steps: list[TimelineRow]) -> Moment:
    slow = [step.p95_ms for step in steps if step.p95_ms is not None]
    rates = {name: sum(getattr(step, name) for step in steps) / len(steps) / STEP for name in COUNTED}
    return Moment(at, p95_ms=sum(slow) / len(slow) if slow else None, **rates)


Timed = list[tuple[Row, list[Window]]]


def timed(data: ReportData, index: int) -> Timed:
    """The rows of one level that have windows with a timeline, and these."""
    rows = ((row, [one for one in row.windows.values() if one.load.timeline]) for row in data.levels[index])
    return [(row, windows) for row, windows in rows if windows]


def chart(data: ReportData, index: int, of: str = "") -> Chart | None:
    """A panel for each variant, and latency of all below; None where the load is constant.

    `of` names the experiment on a page that shows several.
    """
    rows = timed(data, index)
    if not rows:
        return None
    title = f"{f'{of}: ' if of else ''}Offered, good and failed over time at {words.level(data.plan, index)}"
    names = [row.variant for row, _ in rows]
    text = f"{title}, a panel for each of {words.listing(names)}; and the p95 of good answers."
    name = "-".join(filter(None, ("ramp", of, str(index))))
    figure = Figure(name, title, f"{text} The figures stand in the table below.")
    layout = Layout(len(rows) + 1, 1.95, across=2, room=0.4, shared={"sharex": True})
    legend = Legend({name: data.styles[name] for name in names}, LINES)
    caption = f"{of}. {CAPTION}" if of else CAPTION

    def draw(drawing: Drawing) -> None:
        *panels, last = drawing.panels
        for axes, (row, windows) in zip(panels, rows, strict=True):
            look, steps = data.styles[row.variant].look, moments(windows)
            at = [step.at + STEP / 2 for step in steps]
            for name, style in zip(COUNTED, (OFFERED, look, FAILED), strict=True):
                axes.plot(at, [getattr(step, name) for step in steps], **style)
            axes.set_title(f"{row.variant}, requests/s")
            if slow := [(step.at + STEP / 2, step.p95_ms) for step in steps if step.p95_ms is not None]:
                last.plot(*zip(*slow, strict=True), **look)
            for phase in windows[0].load.phases or []:
                axes.axvline(phase.at, color=INK, lw=0.5)
                axes.annotate(
                    phase.name, (phase.at, 1), xycoords=("data", "axes fraction"), xytext=(3, -9),
                    textcoords="offset points", fontsize=8,
                )  # fmt: skip
        last.set_title("p95 of good answers, ms (logarithmic)")
        logarithmic(last)
        drawing.below("seconds since the window began")
        top = max(panel.get_ylim()[1] for panel in panels) * 1.08  # one height for all, so that they compare
        for panel in panels:
            panel.set_ylim(0, top)

    return figure.chart(layout, legend, draw, caption, _grid(title, rows))


def _grid(title: str, rows: Timed) -> Grid:
    cells = [
        (
            row.marked, f"{at:.0f} to {at + STEP:.0f}", *(f"{rate:,.1f}" for rate in rates),
            words.NOTHING if p95_ms is None else f"{p95_ms:,.0f}",
        )
        for row, windows in rows
        for at, *rates, p95_ms in moments(windows)
    ]  # fmt: skip
    headings = ("variant", "seconds", "offered/s", "good/s", "failed/s", "p95 ms")
    return Grid(f"{title}: means over runs", headings, tuple(cells))


def phases(data: ReportData, index: int) -> Grid | None:
    """What became of the arrivals of each phase, with intervals; None where the load has no phases."""
    cells = [
        (
            row.marked, phase.name, f"{phase.rate:,.0f}",
            words.mean(mean([one.good / one.seconds for one in same]), ",.1f"),
            words.mean(mean([one.failed / max(one.offered, 1) for one in same]), ".1%"),
            *(words.mean(_latency(same, percentile), ",.0f") for percentile in ("p50", "p95", "p99")),
        )
        for row, windows in timed(data, index)
        for phase, *same in zip(windows[0].load.phases or [], *(one.load.phases or [] for one in windows), strict=True)
    ]  # fmt: skip
    headings = ("variant", "phase", "offered/s", "good/s", "failed", "p50 ms", "p95 ms", "p99 ms")
    title = f"Phases at {words.level(data.plan, index)}, by arrival, {behind(data.rows)}"
    return Grid(title, headings, tuple(cells), frozenset({"phase"})) if cells else None


def _latency(same: list[Phase], percentile: str) -> Estimate | None:
    known = [value for one in same if (value := getattr(one.latency_ms, percentile)) is not None]
    return mean(known) if known else None
