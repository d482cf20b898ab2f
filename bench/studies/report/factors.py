"""The chart that takes a published factor apart: data access, concurrency and cold start, each as a factor."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.charts.canvas import Chart, Drawing, Figure, Layout, Legend
from bench.report.charts.style import INK, PAPER
from bench.studies.factors import Factor, Start
from bench.studies.part import TITLES
from bench.studies.report.breakdown import Parts, grid

COLOUR = "#0072B2"
PUBLISHED = "published"
TALL = 0.34
"""Height of a bar; a row is 1 high."""
CAPTION = (
    "Factors of goodput, on a logarithmic axis: bars that follow one another add up to the factor together. A bar "
    "to the left makes it smaller. The diamond is the published factor, which the last bars would reach if it held. "
    "Warm over cold: what warming up does, goodput corrected over as published."
)


def chart(found: Parts) -> Chart:
    """The factors, and what warming up does, side by side."""
    layout = Layout(2, 3.4, across=2, left=1.55, right=0.2, gap=1.4, widths=(2, 1))
    legend = Legend(more=[_sign(PAPER, TITLES["as_published"]), _sign(COLOUR, TITLES["corrected"]), _diamond()])

    def draw(drawing: Drawing) -> None:
        left, right = drawing.panels
        _factors(left, found.steps, found.published)
        _starts(right, found.starts)

    text = f"{found.title}. {_text(found.steps, found.starts)}; {PUBLISHED}: {found.published:g}."
    return Figure("replay-factors", found.title, text).chart(layout, legend, draw, CAPTION, grid(found))


def _sign(face: str, label: str) -> Line2D:
    return Line2D([], [], color=COLOUR, marker="s", mfc=face, ls="", label=label)


def _diamond() -> Line2D:
    return Line2D([], [], color=INK, marker="D", ls="", label=PUBLISHED)


def _factors(axes: Axes, found: Sequence[Factor], published: float) -> None:
    """Each step's bar begins where the one before it ended; the last one is all of them from 1."""
    axes.plot([published], [len(found) - 1], color=INK, marker="D", ls="", ms=6)
    _figure(axes, published, len(found) - 1, f"{published:g}")
    for estimates, face, aside in (
        ([factor.as_published for factor in found], PAPER, -TALL / 2),
        ([factor.corrected for factor in found], COLOUR, TALL / 2),
    ):
        reached = 1.0
        for place, estimate in enumerate(estimates):
            begin = 1.0 if place == len(estimates) - 1 else reached
            if estimate is None:
                _figure(axes, begin, place + aside, "no figure")
                continue
            _bar(axes, begin, estimate, place + aside, face)
            reached = begin * estimate.value
    axes.set_title("factor of goodput")
    _rows(axes, [factor.name.replace(" (", "\n(") for factor in found], published)


def _starts(axes: Axes, starts: Sequence[Start]) -> None:
    for place, start in enumerate(starts):
        if start.factor is None:
            _figure(axes, 1, place, "no figure")
        else:
            _bar(axes, 1.0, start.factor, place, COLOUR)
    axes.set_title("warm over cold")
    _rows(axes, [start.variant for start in starts])


def _bar(axes: Axes, begin: float, estimate: Estimate, at: float, face: str) -> None:
    end = begin * estimate.value
    axes.barh(at, end - begin, left=begin, height=TALL, color=face, edgecolor=COLOUR)
    _figure(axes, max(begin, end), at, words.ratio(estimate))


def _figure(axes: Axes, value: float, at: float, text: str) -> None:
    """Beside what ends at `value`."""
    axes.annotate(text, (value, at), xytext=(5, 0), textcoords="offset points", va="center", fontsize=8)


def _rows(axes: Axes, labels: Sequence[str], reaching: float = 1.0) -> None:
    axes.set_xscale("log")
    ends = [end for bar in axes.patches if isinstance(bar, Rectangle) for end in (bar.get_x(), bar.get_corners()[2][0])]
    low, high = min(ends, default=1.0) * 0.9, max([*ends, 1.5, reaching]) * 1.1
    axes.set_xlim(low, high * (high / low) ** 0.4)  # room for the figures
    ticks = [tick for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50) if low <= tick <= high]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.axvline(1, color=INK, lw=1)
    axes.set_yticks(range(len(labels)), labels, fontsize=8)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def _text(found: Sequence[Factor], starts: Sequence[Start]) -> str:
    said = [
        f"{one.name}: {words.ratio(one.as_published)} as published, {words.ratio(one.corrected)} corrected"
        for one in found
    ]
    return "; ".join([*said, *(f"warming up {one.variant}: {words.ratio(one.factor)}" for one in starts)])
