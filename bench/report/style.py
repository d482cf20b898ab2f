"""How each variant is drawn, the same in every chart: its colour, a marker and a line style.

Markers and lines tell the variants apart without colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.results import STOCK
from bench.spec.variants import RECORDS

INK, FAINT, PAPER = "#1a1a1b", "#d4d5d6", "#fefdfc"
"""Colours that stand for those of the page, light or dark; no chart uses them otherwise."""


@dataclass(frozen=True)
class Style:
    """As matplotlib names them."""

    colour: str
    marker: str
    line: str | tuple[int, tuple[int, ...]]


OTHERS = (Style("#0072B2", "v", "-"), Style("#999999", "P", "--"))


def styles(labels: Sequence[str]) -> dict[str, Style]:
    """A style for each label; one that is no variant's name takes one of the others."""
    known = {name: _known(name) for name in labels}
    others = [name for name in labels if known[name] is None]
    spare = {name: OTHERS[place % len(OTHERS)] for place, name in enumerate(others)}
    return {name: style or spare[name] for name, style in known.items()}


def _known(label: str) -> Style | None:
    """A variant's style; of 'reactor (stock)' the variant's colour with the stock marker and line."""
    variant, _, configuration = label.partition(" (")
    if (one := RECORDS.get(variant)) is None:
        return None
    stock = configuration == f"{STOCK})"
    return Style(one.colour, "*", (0, (1, 2))) if stock else Style(one.colour, one.marker, one.line)
