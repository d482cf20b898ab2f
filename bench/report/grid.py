"""A table as headings and rows of text, whatever it is rendered to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    """The first column names its row. `words` are the columns, by heading, that are no figures."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: frozenset[str] = frozenset()

    @property
    def worded(self) -> tuple[bool, ...]:
        """For each column, whether it holds words."""
        return tuple(place == 0 or heading in self.words for place, heading in enumerate(self.headings))
