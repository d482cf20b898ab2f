"""How requests failed, never averaged into latency."""

from bench.report import words
from bench.report.grid import Grid
from bench.report.material import Material

KINDS = (
    "refused", "connect-timeout", "response-timeout", "reset", "4xx", "5xx", "wrong-content", "dropped",
)  # fmt: skip
TEXT = (
    "Over all runs. Wrong-content: the status was right and the body was not. Dropped: an arrival of the open model "
    "that never started, because every user was still waiting."
)


def grid(material: Material) -> Grid:
    """A row for each variant and level, a column for each kind; a kind unknown here stands after the known ones."""
    every = [row for found in material.levels for row in found]
    kinds = list(dict.fromkeys([*KINDS, *(kind for row in every for kind in row.failures)]))
    rows = tuple(
        (
            words.level(material.plan, place), row.marked, f"{row.asked:,}",
            f"{row.failed:,} ({row.failed / row.asked:.1%})" if row.failed else "0",
            *(f"{row.failures[kind]:,}" for kind in kinds),
        )
        for place, found in enumerate(material.levels)
        for row in found
    )  # fmt: skip
    return Grid("Failures by kind", ("level", "variant", "asked", "failed", *kinds), rows, frozenset({"variant"}))
