"""The little of Markdown that pages are made from: sections, tables and links, as this repository writes them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
PICTURE = re.compile(r"^!\[[^\]]*\]\((?P<target>[^)\s]+)\)$", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Section:
    """A heading with all that stands below it, up to the next heading of its level or a higher one."""

    level: int
    heading: str
    body: str

    @property
    def anchor(self) -> str:
        """What a link to it ends with."""
        return anchor(self.heading)

    @property
    def answer(self) -> str:
        """Its first paragraph that is no picture."""
        return next(part for part in re.split(r"\n{2,}", self.body.strip()) if not PICTURE.match(part))


@dataclass(frozen=True)
class Table:
    """Headings and rows; `text` is the table as it was written."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str

    @property
    def records(self) -> list[dict[str, str]]:
        """Each row by heading."""
        return [dict(zip(self.headings, row, strict=True)) for row in self.rows]


def anchor(heading: str) -> str:
    """The anchor of a heading, as Git hosts and MyST make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def sections(text: str) -> list[Section]:
    """Every section of a page, in order; one holds those of lower levels as well."""
    blank = CODE.sub(lambda code: re.sub(r"\S", " ", code[0]), text)  # a comment of a shell is no heading
    found = list(re.finditer(r"^(#+) +(.+)$", blank, re.MULTILINE))
    made = []
    for at, one in enumerate(found):
        level = len(one[1])
        end = next((later.start() for later in found[at + 1 :] if len(later[1]) <= level), len(text))
        made.append(Section(level, text[one.start(2) : one.end(2)], text[one.end() : end]))
    return made


def section(text: str, heading: str) -> Section:
    """The section of that heading, or of one that begins so."""
    return next(one for one in sections(text) if one.heading.startswith(heading))


def tables(text: str) -> Iterator[Table]:
    """Every table of a page."""
    for block in re.findall(r"(?:^\|.*\n?)+", CODE.sub("", text), re.MULTILINE):
        headings, _, *rows = (_cells(line) for line in block.splitlines())
        yield Table(headings, tuple(rows), block)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table from its cells."""
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (headings, ["---"] * len(headings), *rows))


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in _CELL.split(line.strip())[1:-1])


def relinked(text: str, change: Callable[[re.Match[str]], str]) -> str:
    """The text with every link and picture outside of code as `change` has it."""
    kept = CODE.findall(text)
    parts = [LINK.sub(change, part) for part in CODE.split(text)]
    return "".join(part + code for part, code in zip(parts, [*kept, ""], strict=True))
