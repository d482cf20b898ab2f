"""How a result file is written."""

from pathlib import Path


def write(path: Path, text: str) -> None:
    """Whole or not at all, so that an interrupted experiment leaves no half file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(text)
    partial.replace(path)
