"""How each variant is drawn, the same in every chart: a colour of Okabe and Ito, a marker and a line style.

Colours: M. Okabe and K. Ito, Color Universal Design (2008), told apart with any colour vision; markers and lines
tell the variants apart without colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass

INK, FAINT, PAPER = "#1a1a1b", "#d4d5d6", "#fefdfc"
"""Colours that stand for those of the page, light or dark; no chart uses them otherwise."""


@dataclass(frozen=True)
class Style:
    """As matplotlib names them."""

    colour: str
    marker: str
    line: str


STYLES = {
    "blocking": Style("#0072B2", "o", "-"),
    "virtual-threads": Style("#D55E00", "s", "--"),
    "reactor": Style("#009E73", "^", "-."),
    "coroutines": Style("#CC79A7", "D", ":"),
    "blocking-jpa": Style("#56B4E9", "X", "-"),
}
OTHERS = (Style("#E69F00", "v", "-"), Style("#56B4E9", "P", "--"))


def styles(labels: Sequence[str]) -> dict[str, Style]:
    """A style for each label; one that is no variant's name takes one of the others."""
    others = [name for name in labels if name not in STYLES]
    spare = {name: OTHERS[place % len(OTHERS)] for place, name in enumerate(others)}
    return {name: STYLES.get(name) or spare[name] for name in labels}
