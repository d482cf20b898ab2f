"""What colours, markers and lines mean."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from bench.report.style import Style


@dataclass(frozen=True)
class Legend:
    """Of every variant, and of what else is drawn."""

    styles: dict[str, Style] = field(default_factory=dict)
    more: Sequence[Line2D] = ()

    def draw(self, figure: Figure, columns: int) -> int:
        """Above the panels, in as many of `columns` as fit; the number of lines that it takes."""
        handles = [
            Line2D([], [], color=style.colour, marker=style.marker, ls=style.line, label=name)
            for name, style in self.styles.items()
        ]
        handles += self.more
        for fewer in range(columns, 0, -1):
            drawn = figure.legend(
                handles=handles, loc="upper left", ncols=fewer, fontsize=9, handlelength=2.4, columnspacing=1.4
            )
            if fewer == 1 or drawn.get_window_extent().width <= figure.bbox.width:
                break
            drawn.remove()
        return -(-len(handles) // fewer)
