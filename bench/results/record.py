"""What every part of a result file is made of, and how a file is written."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

SCHEMA = 2
"""Counts up whenever a file of the version before could no longer be read."""


class Record(BaseModel):
    """A part of a result file: immutable, and strict about what it holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def write(path: Path, text: str) -> None:
    """Whole or not at all, so that an interrupted experiment leaves no half file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(text)
    partial.replace(path)
