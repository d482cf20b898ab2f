"""Where a link of a document leads on the site: to another page, to a file beside it, or to the repository's host."""

import os
import re
from pathlib import Path

from bench.paths import ROOT
from website import markdown

DOCS = ROOT / "docs"
MEASUREMENTS = DOCS / "measurements"
PLACES = {
    ROOT / "README.md": "index.md",
    DOCS: "index.md",
    ROOT / "k6" / "README.md": "k6.md",
    MEASUREMENTS: "measurements/index.md",
    MEASUREMENTS / "README.md": "measurements/index.md",
}
"""Where files are on the site whose path is not that of docs/."""
PICTURES = (".svg", ".png")


def place(path: Path) -> str | None:
    """The path and the anchor on the site of a file or folder of the repository; None for what it does not have."""
    if path in PLACES:
        return PLACES[path]
    if path.parent == ROOT / "bench" / "studies" and path.suffix == ".yaml":
        return f"studies/{path.stem}.md"
    if path.is_dir() and path.parent == MEASUREMENTS:
        return f"measurements/{path.name}.md#result-files"
    if path.is_file() and path.is_relative_to(DOCS) and path.suffix in (".md", *PICTURES):
        return path.relative_to(DOCS).as_posix()
    return None


def moved(text: str, page: Path, to: str, repository: str) -> str:
    """A document's text with its links as they are on the site, where it stands at `to`.

    `repository` is the address below which the repository's files can be read; without it a link to what the site
    does not have is its text alone.
    """

    def change(link: re.Match[str]) -> str:
        target, _, anchor = link["target"].partition("#")
        if "://" in target or (not target and place(page) == to):
            return link[0]
        file = Path(os.path.normpath(page.parent / target)) if target else page
        found, _, own = (place(file) or "").partition("#")
        if not found and not repository:
            return link["text"]
        address = os.path.relpath(found, Path(to).parent) if found else f"{repository}/{file.relative_to(ROOT)}"
        anchor = anchor or own
        return f"{link['picture']}[{link['text']}]({address}{'#' if anchor else ''}{anchor})"

    return markdown.relinked(text, change)
