"""The two forms that every chart is drawn in: one for a window, one for a phone."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Form:
    """`width` of the chart in inches; `across` and `columns` are the most panels and legend entries beside each other.

    `name` is the class by which the page shows one form only.
    """

    name: str
    width: float
    across: int
    columns: int


WIDE = Form("wide", 9.4, across=6, columns=6)
NARROW = Form("narrow", 4.4, across=1, columns=3)
