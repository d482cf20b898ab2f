"""A table as headings and rows of text, and what it is rendered to: the screen and Markdown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table

T = TypeVar("T")


@dataclass(frozen=True)
class Grid:
    """The first column names its row. `words` are the columns, by heading, that are no figures."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: frozenset[str] = frozenset()

    @classmethod
    def of(cls, title: str, columns: Mapping[str, Callable[[T], str]], items: Iterable[T], *words: str) -> "Grid":
        """A row for each item; a column is a heading with what it says of an item."""
        rows = (tuple(cell(item) for cell in columns.values()) for item in items)
        return cls(title, tuple(columns), tuple(rows), frozenset(words))

    @property
    def worded(self) -> tuple[bool, ...]:
        """For each column, whether it holds words."""
        return tuple(index == 0 or heading in self.words for index, heading in enumerate(self.headings))


def print_grid(grid: Grid, console: Console, below: Sequence[str] = ()) -> None:
    """One table on the screen, with notes below it. Where it is narrow, names give way before figures."""
    table = Table(title=escape(grid.title), title_justify="left", header_style="bold", box=None, pad_edge=False)
    for index, (heading, worded) in enumerate(zip(grid.headings, grid.worded, strict=True)):
        lines = [line for cells in grid.rows for line in cells[index].split("\n")]
        wide = max(map(len, ["-", *lines, *heading.split()]))  # a heading is broken before it makes its column wider
        name = escape(fill(heading, wide, break_on_hyphens=False))
        table.add_column(name, justify="left" if worded else "right", no_wrap=worded and index > 0)
    for cells in grid.rows:
        table.add_row(*map(escape, cells))
    console.print()
    console.print(table)
    if below:
        console.print()
    for note in below:
        text = fill(note, console.width, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
        console.print(text, markup=False, soft_wrap=True)


def tabled(grid: Grid) -> str:
    """One table as Markdown, figures to the right."""
    rule = ["---" if worded else "---:" for worded in grid.worded]
    lines = [_line(grid.headings), _line(rule), *(_line(cells) for cells in grid.rows)]
    return "\n".join([f"### {plain(grid.title)}", "", *lines])


def listed(notes: Iterable[str]) -> str:
    """Notes as a Markdown list."""
    return "\n".join(f"- {plain(note)}" for note in notes)


def plain(text: str) -> str:
    """Text that Markdown does not read as anything else."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(plain(cell).replace("\n", "<br>") for cell in cells) + " |"
