"""What every part of a result file is made of."""

from pydantic import BaseModel, ConfigDict

SCHEMA = 2
"""Counts up whenever a file of the version before could no longer be read."""


class Record(BaseModel):
    """A part of a result file: immutable, and strict about what it holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")
