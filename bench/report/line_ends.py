"""Names beside the ends of lines, so that no eye has to travel to a legend."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from matplotlib.axes import Axes

from bench.report.style import Style

POINTS = 72
"""In an inch."""
GAP = 12
"""Points from one name to the next."""


def spread(wanted: Sequence[float], gap: float, low: float = -inf, high: float = inf) -> list[float]:
    """The nearest places to those wanted, in their order, at least `gap` apart and, if they fit, from low to high."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    found = list(wanted)
    for below, above in pairwise(order):
        found[above] = max(found[above], found[below] + gap)
    shift = (sum(found) - sum(wanted)) / max(len(wanted), 1)
    for rank, place in enumerate(order):
        least, most = low + rank * gap, high - (len(order) - 1 - rank) * gap
        found[place] = max(min(found[place] - shift, most), least)
    return found


def label(panel: Axes, ends: dict[str, tuple[float, float]], styles: dict[str, Style]) -> None:
    """Write each variant's name to the right of the panel, level with the end of its line, without overlap.

    `ends` are (x, y) of the data. No name leaves the panel's height, where title and ticks are.
    """
    dpi = panel.figure.get_dpi()
    pixels = [panel.transData.transform(end)[1] for end in ends.values()]
    gap, box = GAP * dpi / POINTS, panel.bbox
    places = spread(pixels, gap, box.y0 + gap / 2, box.y1 - gap / 2)
    for (name, (_, y)), pixel, place in zip(ends.items(), pixels, places, strict=True):
        panel.annotate(
            name, (1, y), xycoords=("axes fraction", "data"), xytext=(4, (place - pixel) / dpi * POINTS),
            textcoords="offset points", color=styles[name].colour, fontsize=9, fontweight="bold", va="center",
            annotation_clip=False,
        )  # fmt: skip
