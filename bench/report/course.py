"""How windows went: every variant from its window's start, t = 0, means over runs with the range of the runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bench.report import words
from bench.report.chart import Chart
from bench.report.drawing import Drawing
from bench.report.figure import Figure
from bench.report.grid import Grid
from bench.report.layout import Layout
from bench.report.legend import Legend
from bench.report.material import Material
from bench.results import Samples

POINTS = 60
"""The most points of a line; more would make the file larger and the chart no clearer."""
TABLED = 12
"""The most moments in the table below a chart."""

Series = list[tuple[float, float]]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Quantity:
    """What one panel shows, read from the samples of one window as (second, value)."""

    title: str
    read: Callable[[Samples], Series]
    form: str


def _app(name: str, factor: float = 1.0) -> Callable[[Samples], Series]:
    return lambda samples: [
        (one.at, getattr(one, name) * factor) for one in samples.app if getattr(one, name) is not None
    ]


def _load(name: str) -> Callable[[Samples], Series]:
    return lambda samples: [(one.at, getattr(one, name)) for one in samples.load if getattr(one, name) is not None]


QUANTITIES = (
    Quantity("answers/s (the app's count)", _app("requests_per_second"), ",.0f"),
    Quantity("good answers/s (the users' count)", _load("good_per_second"), ",.0f"),
    Quantity("failed requests/s", _load("failed_per_second"), ",.0f"),
    Quantity("p95 of good answers, ms", _load("p95_ms"), ",.1f"),
    Quantity("app CPU, cores", _app("cpu"), ".2f"),
    Quantity("requests in flight in the app", _app("in_flight"), ",.0f"),
    Quantity("platform threads", _app("platform_threads"), ",.0f"),
    Quantity("virtual threads", _app("virtual_threads"), ",.0f"),
    Quantity("database connections busy", _app("pool_busy"), ",.1f"),
    Quantity("heap used, MiB", _app("heap_bytes", 2**-20), ",.0f"),
)


@dataclass(frozen=True)
class Course:
    """Mean, least and most over runs at each second of `at`."""

    at: Floats
    mean: Floats
    least: Floats
    most: Floats


Found = dict[Quantity, dict[str, Course]]
"""By variant."""


def over_runs(series: Sequence[Series]) -> Course | None:
    """The runs brought to the same seconds, within what all of them cover; None if they share no time."""
    known = [np.array(one, dtype=float) for one in series if len(one) > 1]
    if not known:
        return None
    start, end = max(one[0, 0] for one in known), min(one[-1, 0] for one in known)
    if end <= start:
        return None
    at = np.linspace(start, end, min(POINTS, max(len(one) for one in known)))
    values = np.array([np.interp(at, one[:, 0], one[:, 1]) for one in known])
    return Course(at, values.mean(axis=0), values.min(axis=0), values.max(axis=0))


def chart(material: Material, place: int) -> Chart | None:
    """The panels of one level, below each other on one time axis; None where nothing was sampled."""
    found: Found = {}
    for quantity in QUANTITIES:
        courses = _courses(material, place, quantity)
        if any(course.most.any() for course in courses.values()):  # what was 0 throughout needs no panel
            found[quantity] = courses
    if not found:
        return None
    title = f"The course of the windows at {words.level(material.plan, place)}"
    text = f"{title}: {', '.join(quantity.title for quantity in found)}, each over the seconds of the window."
    figure = Figure(f"course-{place}", title, f"{text} The figures stand in the table below.")
    layout = Layout(len(found), 1.65, across=2, room=0.4, shared={"sharex": True})
    caption = "Lines are means over runs; the shade reaches from the lowest run to the highest."
    return figure.chart(
        layout, Legend(material.styles), lambda drawing: _draw(drawing, material, found), caption,
        _grid(material, place, title, found),
    )  # fmt: skip


def _draw(drawing: Drawing, material: Material, found: Found) -> None:
    for axes, (quantity, courses) in zip(drawing.panels, found.items(), strict=True):
        for name, course in courses.items():
            style = material.styles[name]
            axes.fill_between(course.at, course.least, course.most, color=style.colour, alpha=0.15, lw=0)
            every = max(len(course.at) // 6, 1)
            axes.plot(course.at, course.mean, color=style.colour, ls=style.line, marker=style.marker, markevery=every)
        axes.set_title(quantity.title)
        axes.set_xlim(left=0)
    drawing.below("seconds since the window began")
    drawing.from_zero()


def gaps(material: Material) -> list[str]:
    """The windows of which an observer kept nothing, and why; their other figures do not need it."""
    return [
        f"{label}, run {block}, {words.level(material.plan, place)}: what the users saw over time is not kept: "
        f"{samples.unobserved}"
        for (label, block, place), samples in material.samples.items()
        if samples.unobserved
    ]


def _courses(material: Material, place: int, quantity: Quantity) -> dict[str, Course]:
    found = {}
    for name in material.styles:
        series = [
            quantity.read(samples)
            for (label, _, where), samples in material.samples.items()
            if (label, where) == (name, place)
        ]
        if course := over_runs(series):
            found[name] = course
    return found


def _grid(material: Material, place: int, title: str, found: Found) -> Grid:
    rows = []
    for name in material.styles:
        courses = {quantity: by_name[name] for quantity, by_name in found.items() if name in by_name}
        ats = sorted({float(at) for course in courses.values() for at in (course.at[0], course.at[-1])})
        for at in np.linspace(ats[0], ats[-1], TABLED) if ats else ():
            cells = (_at(courses.get(quantity), float(at), quantity.form) for quantity in found)
            rows.append((material.marked(name, place), f"{at:.0f}", *cells))
    headings = ("variant", "second", *(quantity.title for quantity in found))
    return Grid(f"{title}: means over runs (lowest to highest run)", headings, tuple(rows))


def _at(course: Course | None, at: float, form: str) -> str:
    if course is None:
        return words.NOTHING
    mean, least, most = (float(np.interp(at, course.at, one)) for one in (course.mean, course.least, course.most))
    return f"{mean:{form}} ({least:{form}} to {most:{form}})" if least != most else f"{mean:{form}}"
