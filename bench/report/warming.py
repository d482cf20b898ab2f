"""Warm-up curves: how each run got warm, and whether it ever was."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.report.chart import Chart
from bench.report.drawing import Drawing
from bench.report.figure import Figure
from bench.report.grid import Grid
from bench.report.layout import Layout
from bench.report.legend import Legend
from bench.report.material import Material
from bench.report.style import PAPER
from bench.results import Run, WarmupStep

TITLE = "Warm-up of every run"


@dataclass(frozen=True)
class Curve:
    """One figure of a warm-up step."""

    title: str
    value: Callable[[WarmupStep], float | None]


CURVES = (
    Curve("requests/s", lambda step: step.throughput),
    Curve("JIT compilers, share of a core", lambda step: step.compiling),
    Curve("app CPU per request, µs", lambda step: step.cpu_us),
)


def chart(material: Material) -> Chart | None:
    """A line for each run; it ends filled where the run was steady, hollow where it was not."""
    runs = [run for run in material.runs if run.warmup.steps]
    if not runs:
        return None
    steady = sum(run.warmup.steady for run in runs)
    text = f"{TITLE}: throughput and compilers over time. {steady} of {len(runs)} runs were steady at the end."
    figure = Figure("warm-up", TITLE, f"{text} The figures stand in the table below.")
    layout = Layout(len(CURVES), 2.8, across=len(CURVES))
    caption = (
        "The app's CPU cap is lifted while it warms up. A line ends filled where the run was steady, hollow where it "
        "was still changing at the limit."
    )
    return figure.chart(
        layout, Legend(material.styles), lambda drawing: _draw(drawing, material, runs), caption, _grid(runs)
    )


def _draw(drawing: Drawing, material: Material, runs: list[Run]) -> None:
    for axes, curve in zip(drawing.panels, CURVES, strict=True):
        for run in runs:
            style = material.styles[run.label]
            points = [(step.at, value) for step in run.warmup.steps if (value := curve.value(step)) is not None]
            if points:
                axes.plot(*zip(*points, strict=True), color=style.colour, ls=style.line, lw=1.1)
                fill = style.colour if run.warmup.steady else PAPER
                axes.plot(*points[-1], marker=style.marker, color=style.colour, mfc=fill, mec=style.colour)
        axes.set_title(curve.title)
        axes.set_xlabel("seconds since the warm-up began")
    drawing.from_zero()


def _shares(rehearsals: list[float]) -> str:
    return ", ".join(f"{share:.0%}" for share in rehearsals) or "none"


def _grid(runs: list[Run]) -> Grid:
    rows = []
    for run in runs:
        first, last, warmup = run.warmup.steps[0], run.warmup.steps[-1], run.warmup
        rows.append(
            (
                run.label, str(run.block), f"{warmup.seconds:.0f}",
                "yes" if warmup.steady else "no", warmup.reason,
                _shares(warmup.free_rehearsals), _shares(warmup.rehearsals),
                f"{first.throughput:,.0f}", f"{last.throughput:,.0f}", f"{last.compiling:.0%}",
            )
        )  # fmt: skip
    headings = (
        "variant", "run", "seconds", "steady", "why it ended",
        "compilers' share of CPU in free rehearsals", "under the cap",
        "requests/s in the first step", "in the last step", "compilers at work in the last step",
    )  # fmt: skip
    return Grid(f"{TITLE}: figures", headings, tuple(rows), frozenset({"steady", "why it ended"}))
