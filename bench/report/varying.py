"""Loads that vary within a window: what was offered, answered and failed over time, and what became of each phase."""

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from bench.analysis.estimates import Estimate, mean
from bench.report import words
from bench.report.chart import Chart
from bench.report.drawing import Drawing, logarithmic
from bench.report.figure import Figure
from bench.report.grid import Grid
from bench.report.layout import Layout
from bench.report.legend import Legend
from bench.report.material import Material
from bench.report.style import INK
from bench.results import Phase, Window
from bench.results.load import STEP

DOTTED = (0, (1, 1.2))
OFFERED = Line2D([], [], color=INK, ls=DOTTED, lw=1.4, label="offered")
FAILED = Line2D([], [], color=INK, marker="x", ls=(0, (4, 2)), lw=1, markersize=4.5, label="failed")


@dataclass(frozen=True)
class Moment:
    """A row of the timeline over runs, in requests a second."""

    at: float
    offered: float
    good: float
    failed: float
    p95_ms: float | None


def moments(windows: list[Window]) -> list[Moment]:
    """The timelines of several runs, row by row; rates are means."""
    timelines = [{step.at: step for step in window.load.timeline or []} for window in windows]
    shared = sorted(set.intersection(*(set(one) for one in timelines))) if timelines else []
    found = []
    for at in shared:
        steps = [one[at] for one in timelines]
        p95s = [step.p95_ms for step in steps if step.p95_ms is not None]
        offered, good, failed = (
            sum(getattr(step, name) for step in steps) / len(steps) / STEP for name in ("offered", "good", "failed")
        )
        found.append(Moment(at, offered, good, failed, sum(p95s) / len(p95s) if p95s else None))
    return found


def windows(material: Material, place: int) -> dict[str, list[Window]]:
    """The windows of one level that have a timeline, by variant."""
    found: dict[str, list[Window]] = {name: [] for name in material.styles}
    for run in material.runs:
        window = run.window(place)
        if window and window.load.timeline:
            found[run.label].append(window)
    return {name: some for name, some in found.items() if some}


def chart(material: Material, place: int, of: str = "") -> Chart | None:
    """A panel for each variant, and latency of all below; None where the load is constant.

    `of` names the experiment on a page that shows several.
    """
    found = windows(material, place)
    if not found:
        return None
    title = f"{f'{of}: ' if of else ''}Offered, good and failed over time at {words.level(material.plan, place)}"
    text = f"{title}, a panel for each of {words.listing(list(found))}; and the p95 of good answers."
    name = "-".join(filter(None, ("varying", of, str(place))))
    figure = Figure(name, title, f"{text} The figures stand in the table below.")
    layout = Layout(len(found) + 1, 1.95, across=2, room=0.4, shared={"sharex": True})
    legend = Legend({name: material.styles[name] for name in found}, [OFFERED, FAILED])
    caption = (
        f"{f'{of}. ' if of else ''}"
        "Offered counts arrivals, dropped ones included; good and failed count where they ended, which may be later. "
        "Means over runs, in steps of 5 s."
    )
    grid = _grid(title, {material.marked(name, place): some for name, some in found.items()})
    return figure.chart(layout, legend, lambda drawing: _draw(drawing, material, found), caption, grid)


def _draw(drawing: Drawing, material: Material, found: dict[str, list[Window]]) -> None:
    *panels, last = drawing.panels
    for axes, (name, some) in zip(panels, found.items(), strict=True):
        style, steps = material.styles[name], moments(some)
        at = [step.at + STEP / 2 for step in steps]
        axes.plot(at, [step.offered for step in steps], color=INK, ls=DOTTED, lw=1.4)
        axes.plot(at, [step.good for step in steps], color=style.colour, marker=style.marker, ls=style.line)
        axes.plot(at, [step.failed for step in steps], color=INK, marker="x", ls=(0, (4, 2)), lw=1, markersize=4.5)
        axes.set_title(f"{name}, requests/s")
        last.plot(
            [step.at + STEP / 2 for step in steps if step.p95_ms is not None],
            [step.p95_ms for step in steps if step.p95_ms is not None],
            color=style.colour, marker=style.marker, ls=style.line,
        )  # fmt: skip
        _phases(axes, some[0].load.phases or [])
    last.set_title("p95 of good answers, ms (logarithmic)")
    logarithmic(last)
    drawing.below("seconds since the window began")
    top = max(panel.get_ylim()[1] for panel in panels) * 1.08  # one height for all, so that they compare
    for panel in panels:
        panel.set_ylim(0, top)


def _phases(axes: Axes, phases: list[Phase]) -> None:
    for phase in phases:
        axes.axvline(phase.at, color=INK, lw=0.5)
        axes.annotate(
            phase.name, (phase.at, 1), xycoords=("data", "axes fraction"), xytext=(3, -9),
            textcoords="offset points", fontsize=8,
        )  # fmt: skip


def _grid(title: str, found: dict[str, list[Window]]) -> Grid:
    rows = [
        (
            name, f"{step.at:.0f} to {step.at + STEP:.0f}", f"{step.offered:,.1f}", f"{step.good:,.1f}",
            f"{step.failed:,.1f}", words.NOTHING if step.p95_ms is None else f"{step.p95_ms:,.0f}",
        )
        for name, some in found.items()
        for step in moments(some)
    ]  # fmt: skip
    headings = ("variant", "seconds", "offered/s", "good/s", "failed/s", "p95 ms")
    return Grid(f"{title}: means over runs", headings, tuple(rows))


def phases(material: Material, place: int) -> Grid | None:
    """What became of the arrivals of each phase, with intervals; None where the load has no phases."""
    rows = []
    for name, some in windows(material, place).items():
        for number, phase in enumerate(some[0].load.phases or []):
            same = [window.load.phases[number] for window in some if window.load.phases]
            rows.append(
                (
                    material.marked(name, place), phase.name, f"{phase.rate:,.0f}",
                    words.mean(mean([one.good / one.seconds for one in same]), ",.1f"),
                    words.mean(mean([one.failed / max(one.offered, 1) for one in same]), ".1%"),
                    *(words.mean(_latency(same, percentile), ",.0f") for percentile in ("p50", "p95", "p99")),
                )
            )  # fmt: skip
    if not rows:
        return None
    headings = ("variant", "phase", "offered/s", "good/s", "failed", "p50 ms", "p95 ms", "p99 ms")
    title = f"Phases at {words.level(material.plan, place)}, by arrival, {material.behind}"
    return Grid(title, headings, tuple(rows), frozenset({"phase"}))


def _latency(same: list[Phase], percentile: str) -> Estimate | None:
    known = [found for one in same if (found := getattr(one.latency_ms, percentile)) is not None]
    return mean(known) if known else None
