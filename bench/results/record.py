"""What every part of a result file is made of, and how a file is written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

SCHEMA = 2
"""Counts up whenever a file of the version before could no longer be read."""


class Record(BaseModel):
    """A part of a result file: immutable, and strict about what it holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")


RENAMED = {"SEED_AGENTS": "ROWS_AGENTS", "SEED_PROPERTIES": "ROWS_PROPERTIES"}
"""Settings of .env that had another name in older results."""
Value = TypeVar("Value")


def renewed(settings: Mapping[str, Value]) -> dict[str, Value]:
    """The same settings, those of older results by their names of now."""
    return {RENAMED.get(name, name): value for name, value in settings.items()}


Settings = Annotated[dict[str, str], BeforeValidator(renewed)]
"""Settings of .env and other variables, by the names of now."""


def write(path: Path, text: str) -> None:
    """Whole or not at all, so that an interrupted experiment leaves no half file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(text)
    partial.replace(path)
