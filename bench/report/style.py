"""How each variant is drawn, the same in every chart: its colour, a marker and a line style.

Markers and lines tell the variants apart without colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.variants import COLOURS

INK, FAINT, PAPER = "#1a1a1b", "#d4d5d6", "#fefdfc"
"""Colours that stand for those of the page, light or dark; no chart uses them otherwise."""


@dataclass(frozen=True)
class Style:
    """As matplotlib names them."""

    colour: str
    marker: str
    line: str


STYLES = {
    "blocking": Style(COLOURS["blocking"], "o", "-"),
    "virtual-threads": Style(COLOURS["virtual-threads"], "s", "--"),
    "reactor": Style(COLOURS["reactor"], "^", "-."),
    "coroutines": Style(COLOURS["coroutines"], "D", ":"),
    "blocking-jpa": Style(COLOURS["blocking-jpa"], "X", "-"),
}
OTHERS = (Style("#0072B2", "v", "-"), Style("#999999", "P", "--"))


def styles(labels: Sequence[str]) -> dict[str, Style]:
    """A style for each label; one that is no variant's name takes one of the others."""
    others = [name for name in labels if name not in STYLES]
    spare = {name: OTHERS[place % len(OTHERS)] for place, name in enumerate(others)}
    return {name: STYLES.get(name) or spare[name] for name in labels}
