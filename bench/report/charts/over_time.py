"""How windows went: every variant from its window's start, t = 0, means over runs with the range of the runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from bench.report import words
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.report.rows import grouped
from bench.results import Samples

POINTS = 60
"""The most points of a line; more would make the file larger and the chart no clearer."""
TABLED = 12
"""The most moments in the table below a chart."""

Series = list[tuple[float, float]]
Course = npt.NDArray[np.float64]
"""Four rows: seconds; and mean, least and most over runs at each of them."""


@dataclass(frozen=True)
class Quantity:
    """What one panel shows: the attribute `name` of a window's samples `of` app or load, times `factor`."""

    title: str
    of: Literal["app", "load"]
    name: str
    form: str
    factor: float = 1.0

    def read(self, samples: Samples) -> Series:
        """As (second, value)."""
        known = ((one.at, getattr(one, self.name)) for one in getattr(samples, self.of))
        return [(at, value * self.factor) for at, value in known if value is not None]


QUANTITIES = (
    Quantity("answers/s (the app's count)", "app", "requests_per_second", ",.0f"),
    Quantity("good answers/s (the users' count)", "load", "good_per_second", ",.0f"),
    Quantity("failed requests/s", "load", "failed_per_second", ",.0f"),
    Quantity("p95 of good answers, ms", "load", "p95_ms", ",.1f"),
    Quantity("app CPU, cores", "app", "cpu", ".2f"),
    Quantity("requests in flight in the app", "app", "in_flight", ",.0f"),
    Quantity("platform threads", "app", "platform_threads", ",.0f"),
    Quantity("virtual threads", "app", "virtual_threads", ",.0f"),
    Quantity("database connections busy", "app", "pool_busy", ",.1f"),
    Quantity("heap used, MiB", "app", "heap_bytes", ",.0f", 2**-20),
)


def over_runs(series: Sequence[Series]) -> Course | None:
    """The runs brought to the same seconds, within what all of them cover; None if they share no time."""
    known = [np.array(one, dtype=float) for one in series if len(one) > 1]
    start, end = max((one[0, 0] for one in known), default=0.0), min((one[-1, 0] for one in known), default=0.0)
    if end <= start:
        return None
    at = np.linspace(start, end, min(POINTS, max(map(len, known))))
    values = np.array([np.interp(at, one[:, 0], one[:, 1]) for one in known])
    return np.array([at, values.mean(axis=0), values.min(axis=0), values.max(axis=0)])


def chart(data: ReportData, index: int) -> Chart | None:
    """The panels of one level on one time axis, without what was 0 throughout; None where nothing was sampled."""
    every = {quantity: _courses(data, index, quantity) for quantity in QUANTITIES}
    shown = {one: courses for one, courses in every.items() if any(course[3].any() for course in courses.values())}
    if not shown:
        return None
    title = f"The course of the windows at {words.level(data.plan, index)}"
    text = f"{title}: {', '.join(quantity.title for quantity in shown)}, each over the seconds of the window."
    layout = Layout(len(shown), 1.65, across=2, room=0.4, shared={"sharex": True})
    caption = "Lines are means over runs; the shade reaches from the lowest run to the highest."

    def draw(drawing: Drawing) -> None:
        for axes, (quantity, courses) in zip(drawing.panels, shown.items(), strict=True):
            for name, (at, mean, least, most) in courses.items():
                style = data.styles[name]
                axes.fill_between(at, least, most, color=style.colour, alpha=0.15, lw=0)
                axes.plot(at, mean, markevery=max(len(at) // 6, 1), **style.look)
            axes.set_title(quantity.title)
            axes.set_xlim(left=0)
        drawing.below("seconds since the window began")
        drawing.from_zero()

    figure = Figure(f"course-{index}", title, f"{text} The figures stand in the table below.")
    return figure.chart(layout, Legend(data.styles), draw, caption, _grid(data, index, title, shown))


def gaps(data: ReportData) -> list[str]:
    """The windows of which an observer kept nothing, and why; their other figures do not need it."""
    return [
        f"{label}, run {block}, {words.level(data.plan, index)}: what the users saw over time is not kept: "
        f"{samples.unobserved}"
        for (label, block, index), samples in data.samples.items()
        if samples.unobserved
    ]


def _courses(data: ReportData, index: int, quantity: Quantity) -> dict[str, Course]:
    read = [(label, quantity.read(one)) for (label, _, level), one in data.samples.items() if level == index]
    series = grouped(read)
    return {name: found for name in data.styles if (found := over_runs(series.get(name, []))) is not None}


def _grid(data: ReportData, index: int, title: str, shown: dict[Quantity, dict[str, Course]]) -> Grid:
    rows = []
    for row in data.levels[index]:
        courses = [courses[row.variant] for courses in shown.values() if row.variant in courses]
        ends = [end for course in courses for end in (course[0][0], course[0][-1])]
        for at in np.linspace(min(ends), max(ends), TABLED) if ends else ():
            cells = (_at(courses.get(row.variant), float(at), quantity.form) for quantity, courses in shown.items())
            rows.append((row.marked, f"{at:.0f}", *cells))
    headings = ("variant", "second", *(quantity.title for quantity in shown))
    return Grid(f"{title}: means over runs (lowest to highest run)", headings, tuple(rows))


def _at(course: Course | None, at: float, form: str) -> str:
    if course is None:
        return words.NOTHING
    mean, least, most = (float(np.interp(at, course[0], values)) for values in course[1:])
    return f"{mean:{form}} ({least:{form}} to {most:{form}})" if least != most else f"{mean:{form}}"
