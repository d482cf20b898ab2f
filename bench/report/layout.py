"""Where the panels of a chart stand."""

from dataclasses import dataclass, field
from typing import Any

TITLE, ROOM = 0.25, 0.75
"""Inches: of a panel's title; of title, tick labels and name of the axis between two panels."""
ENDS = 1.35
"""Inches: of the names at line ends."""


@dataclass(frozen=True)
class Layout:
    """So many `panels`, of which `across` stand beside each other, each `height` inches high.

    `room` is what lies between panels below each other, `gap` between those beside each other, `left`, `right` and
    `bottom` outside of all, in inches. With `ends`, lines have names at their ends wherever panels stand in one column.
    `widths` are those of panels beside each other, as shares; `shared` goes to matplotlib's subplots.
    """

    panels: int
    height: float
    across: int = 1
    left: float = 0.7
    right: float = 0.15
    gap: float = 0.6
    room: float = ROOM
    bottom: float = ROOM - TITLE
    ends: bool = False
    widths: tuple[float, ...] = ()
    shared: dict[str, Any] = field(default_factory=dict)

    @property
    def down(self) -> int:
        """Rows of panels."""
        return -(-self.panels // self.across)

    @property
    def labelled(self) -> bool:
        """Whether lines have names at their ends."""
        return self.ends and self.across == 1

    def grid(self, size: tuple[float, float], top: float) -> dict[str, Any]:
        """For matplotlib: of a figure of `size`, with `top` for a legend, in inches."""
        width, height = size
        top = top + TITLE
        right = ENDS if self.labelled else self.right
        wide = (width - self.left - right - self.gap * (self.across - 1)) / self.across
        high = (height - top - self.bottom - self.room * (self.down - 1)) / self.down
        return {
            "left": self.left / width, "right": 1 - right / width, "top": 1 - top / height,
            "bottom": self.bottom / height, "wspace": self.gap / wide, "hspace": self.room / high,
            "width_ratios": self.widths or None,
        }  # fmt: skip
