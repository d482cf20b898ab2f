"""How the replay was done beside how it was published: protocols, published figures, and what was wrong. Pure."""

from bench.report.grid import Grid
from bench.studies.study import Protocol, Replay

NAMES = {
    "load": "load", "duration": "window", "warm_up": "warm-up", "order": "order", "reset": "database reset",
    "time_limit": "time limit", "variants": "variants",
}  # fmt: skip


def grid(replay: Replay) -> Grid:
    """A row for each part of the protocol."""
    headings = ("", "as published", "corrected")
    rows = tuple(
        (NAMES[key], getattr(replay.published.protocol, key), getattr(replay.corrected, key))
        for key in Protocol.model_fields
    )
    return Grid("Protocol", headings, rows, frozenset(headings))


def figures(replay: Replay) -> Grid:
    """The published table."""
    headings, *rows = replay.published.figures
    worded = frozenset(heading for place, heading in enumerate(headings) if not _all_figures(rows, place))
    return Grid(f"Published: {replay.published.source}", tuple(headings), tuple(map(tuple, rows)), worded)


def _all_figures(rows: list[list[str]], place: int) -> bool:
    return all(row[place].replace(".", "").isdecimal() or row[place] == "-" for row in rows)
