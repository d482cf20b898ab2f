"""How each variant is drawn, the same in every chart: its colour, a marker and a line style.

Markers and lines tell the variants apart without colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench.results import STOCK
from bench.spec.variants import COLOURS

INK, FAINT, PAPER = "#1a1a1b", "#d4d5d6", "#fefdfc"
"""Colours that stand for those of the page, light or dark; no chart uses them otherwise."""


@dataclass(frozen=True)
class Style:
    """As matplotlib names them."""

    colour: str
    marker: str
    line: str | tuple[int, tuple[int, ...]]


STYLES = {
    "blocking": Style(COLOURS["blocking"], "o", "-"),
    "virtual-threads": Style(COLOURS["virtual-threads"], "s", "--"),
    "reactor": Style(COLOURS["reactor"], "^", "-."),
    "coroutines": Style(COLOURS["coroutines"], "D", ":"),
    "blocking-jpa": Style(COLOURS["blocking-jpa"], "X", "-"),
    "reactor-jdbc": Style(COLOURS["reactor-jdbc"], "v", "-."),
    "coroutines-jdbc": Style(COLOURS["coroutines-jdbc"], "d", ":"),
}
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
    style = STYLES.get(variant)
    return replace(style, marker="*", line=(0, (1, 2))) if style and configuration == f"{STOCK})" else style
