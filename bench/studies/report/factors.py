"""The chart that takes a published factor apart: data access, concurrency and cold start, each as a factor."""

from functools import partial

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullLocator

from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import INK, PAPER
from bench.studies.claim import TITLES
from bench.studies.report.breakdown import Breakdown, grid

COLOUR = "#0072B2"
ASIDE = 0.22
"""Share of a row by which the columns stand above and below each other."""
CAPTION = (
    "Factors of goodput, on a logarithmic axis, with 95 % intervals where there are two runs or more. The steps "
    "multiply to the factor together. The diamond is the published factor, which the last step would reach if it held. "
    "Warm over cold: what warming up does, goodput corrected over as published."
)


def chart(found: Breakdown) -> Chart:
    """A row for each step, for all of them together, and for what warming up does to each variant."""
    rows = [*found.steps, *found.starts]
    signs = (("o", PAPER, TITLES["as_published"]), ("o", COLOUR, TITLES["corrected"]), ("D", INK, "published"))
    legend = Legend(more=[_sign(*sign) for sign in signs])

    def draw(drawing: Drawing) -> None:
        (axes,) = drawing.panels
        for index, factor in enumerate(found.steps):
            _factor(axes, factor.as_published, index - ASIDE, PAPER)
            _factor(axes, factor.corrected, index + ASIDE, COLOUR)
        for index, factor in enumerate(found.starts, start=len(found.steps)):
            _factor(axes, factor.as_published, index, COLOUR)
        axes.plot(found.published, len(found.steps) - 1, color=INK, marker="D", ls="")
        axes.set_title("factor of goodput")
        axes.set_xscale("log")
        axes.margins(x=0.15)  # room for the figures
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.axvline(1, color=INK, lw=1)
        axes.set_yticks(range(len(rows)), [factor.name for factor in rows], fontsize=8)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")

    layout = Layout(1, 0.5 * len(rows), left=2.4)
    return Figure("replay-factors", found.title, _text(found)).chart(layout, legend, draw, CAPTION, grid(found))


def _sign(marker: str, face: str, label: str) -> Line2D:
    return Line2D([], [], color=INK if face == INK else COLOUR, marker=marker, mfc=face, ls="", label=label)


def _factor(axes: Axes, found: Estimate | None, at: float, face: str) -> None:
    beside = partial(axes.annotate, xytext=(6, 0), textcoords="offset points", va="center", fontsize=8)
    if found is None:
        beside("no figure", (1, at))
        return
    if found.low is not None and found.high is not None:
        axes.hlines(at, found.low, found.high, color=COLOUR, lw=1.2)
    axes.plot(found.value, at, color=COLOUR, marker="o", mfc=face, ls="")
    beside(words.ratio(found), (found.high or found.value, at))


def _text(found: Breakdown) -> str:
    said = [
        f"{one.name}: {words.ratio(one.as_published)} as published, {words.ratio(one.corrected)} corrected"
        for one in found.steps
    ]
    said += [f"{one.name}: {words.ratio(one.as_published)}" for one in found.starts]
    return f"{found.title}. {'; '.join(said)}; published: {found.published:g}."
