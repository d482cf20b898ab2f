"""How each variant is drawn, the same in every chart: its colour, a marker and a line style.

Markers tell the variants apart without colour. Where both configurations were measured, stock is dashed (in bars:
hatched and light) and tuned is solid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from bench.results import STOCK
from bench.spec.variants import RECORDS

INK, FAINT, PAPER = "#1a1a1b", "#d4d5d6", "#fefdfc"
"""Colours that stand for those of the page, light or dark; no chart uses them otherwise."""


@dataclass(frozen=True)
class Style:
    """As matplotlib names them. `configuration`: its name, where the label has one; others stand beside it then."""

    colour: str
    marker: str
    line: str
    configuration: str = ""

    @property
    def stock(self) -> bool:
        """Whether it is the stock one of several configurations."""
        return self.configuration == STOCK

    @property
    def look(self) -> dict[str, Any]:
        """Of a line with markers."""
        return {"color": self.colour, "marker": self.marker, "ls": self.line}


OTHERS = (Style("#0072B2", "v", "-"), Style("#999999", "P", "--"))


def styles(labels: Sequence[str]) -> dict[str, Style]:
    """A style for each label; one that is no variant's name takes one of the others."""
    others = cycle(OTHERS)
    return {label: _known(label) or next(others) for label in labels}


def _known(label: str) -> Style | None:
    """A variant's style; 'reactor (stock)' and 'reactor (tuned)' share the variant's colour and marker."""
    variant, _, rest = label.partition(" (")
    if (one := RECORDS.get(variant)) is None:
        return None
    configuration = rest.removesuffix(")")
    line = ("--" if configuration == STOCK else "-") if configuration else one.line
    return Style(one.colour, one.marker, line, configuration)
