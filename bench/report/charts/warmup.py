"""Warm-up curves: how each run got warm, and whether it ever was."""

from collections.abc import Callable

from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import PAPER
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.results import Run, WarmupStep

TITLE = "Warm-up of every run"
CAPTION = (
    "The app's CPU cap is lifted while it warms up. A line ends filled where the run was steady, hollow where it was "
    "still changing at the limit."
)
CURVES: dict[str, Callable[[WarmupStep], float | None]] = {
    "requests/s": lambda step: step.throughput,
    "JIT compilers at work": lambda step: step.compiling,
    "app CPU per request, µs": lambda step: step.cpu_us,
}
"""What is shown of each step."""


def chart(data: ReportData) -> Chart | None:
    """A line for each run; it ends filled where the run was steady, hollow where it was not."""
    runs = [run for run in data.runs if run.warmup.steps]
    if not runs:
        return None
    steady = sum(run.warmup.steady for run in runs)
    text = f"{TITLE}: throughput and compilers over time. {steady} of {len(runs)} runs were steady at the end."

    def draw(drawing: Drawing) -> None:
        for axes, (title, value) in zip(drawing.panels, CURVES.items(), strict=True):
            for run in runs:
                style = data.styles[run.label]
                points = [(step.at, y) for step in run.warmup.steps if (y := value(step)) is not None]
                if points:
                    axes.plot(*zip(*points, strict=True), color=style.colour, ls=style.line, lw=1.1)
                    fill = style.colour if run.warmup.steady else PAPER
                    axes.plot(*points[-1], marker=style.marker, color=style.colour, mfc=fill, mec=style.colour)
            axes.set_title(title)
            axes.set_xlabel("seconds since the warm-up began")
        drawing.from_zero()

    figure = Figure("warm-up", TITLE, f"{text} The figures stand in the table below.")
    layout = Layout(len(CURVES), 2.8, across=len(CURVES))
    grid = Grid.of(f"{TITLE}: figures", COLUMNS, runs, "steady", "why it ended")
    return figure.chart(layout, Legend(data.styles), draw, CAPTION, grid)


def _shares(shares: list[float]) -> str:
    return ", ".join(f"{share:.0%}" for share in shares) or "none"


COLUMNS: dict[str, Callable[[Run], str]] = {
    "variant": lambda run: run.label,
    "run": lambda run: str(run.block),
    "seconds": lambda run: f"{run.warmup.seconds:.0f}",
    "steady": lambda run: "yes" if run.warmup.steady else "no",
    "why it ended": lambda run: run.warmup.reason,
    "compilers' share of CPU with the cap lifted": lambda run: _shares(run.warmup.uncapped_compilers),
    "under the cap": lambda run: _shares(run.warmup.capped_compilers),
    "requests/s in the first step": lambda run: f"{run.warmup.steps[0].throughput:,.0f}",
    "in the last step": lambda run: f"{run.warmup.steps[-1].throughput:,.0f}",
    "compilers at work in the last step": lambda run: f"{run.warmup.steps[-1].compiling:.1f}",
}
