"""Names beside the ends of lines, so that no eye has to travel to a legend."""

from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes

from bench.report.style import Style

POINTS = 72
"""In an inch."""


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """The nearest places to those wanted, in the same order, that are at least `gap` apart; for labels at line ends."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    found = list(wanted)
    for below, above in pairwise(order):
        found[above] = max(found[above], found[below] + gap)
    shift = (sum(found) - sum(wanted)) / max(len(wanted), 1)
    return [place - shift for place in found]


def label(panel: Axes, ends: dict[str, tuple[float, float]], styles: dict[str, Style]) -> None:
    """Write each variant's name beside the end of its line, at (x, y) of the data, without overlap."""
    pixels = [panel.transData.transform(end)[1] for end in ends.values()]
    gap = 12 * panel.figure.get_dpi() / POINTS
    for (name, end), pixel, place in zip(ends.items(), pixels, spread(pixels, gap), strict=True):
        panel.annotate(
            name, end, xytext=(16, (place - pixel) / panel.figure.get_dpi() * POINTS), textcoords="offset points",
            color=styles[name].colour, fontsize=9, fontweight="bold", va="center", annotation_clip=False,
        )  # fmt: skip
