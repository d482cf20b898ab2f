"""What every part of a replay's file is made of, and the two columns that each of its experiments has."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Column = Literal["as_published", "corrected"]
COLUMNS: tuple[Column, ...] = ("as_published", "corrected")
TITLES: dict[Column, str] = {"as_published": "as published", "corrected": "corrected"}


class Part(BaseModel):
    """Immutable, and strict about its keys and what they hold."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
