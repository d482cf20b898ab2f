"""A YAML file read into a strict model; whatever is wrong is told in one line that names the file and the key."""

from collections.abc import Mapping
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from bench.errors import UsageError

Model = TypeVar("Model", bound=BaseModel)


class Strict(BaseModel):
    """Immutable, and strict about its keys and what they hold."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def parse(name: str, text: str, model: type[Model], hints: Mapping[str, str] | None = None) -> Model:
    """`text` of the file `name` as a `model`. `hints` say, by key, what a key that is missing may hold."""
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as fault:
        raise UsageError(f"{name} is no YAML: {' '.join(str(fault).split())}") from None
    if not isinstance(content, dict):
        raise UsageError(f"{name} has no keys; it may hold: {', '.join(model.model_fields)}")
    try:
        return model.model_validate(content)
    except ValidationError as fault:
        raise UsageError(f"{name}: {first(fault, model, hints)}") from None


def first(fault: ValidationError, model: type[BaseModel], hints: Mapping[str, str] | None = None) -> str:
    """The first complaint, in one line."""
    error = fault.errors()[0]
    key = ".".join(str(part) for part in error["loc"] if part != "[key]")
    if error["type"] == "extra_forbidden":
        return f"'{key}' is no key" + ("" if "." in key else f"; the keys are: {', '.join(model.model_fields)}")
    if error["type"] == "missing":
        return f"'{key}' is missing" + (f"; {hints[key]}" if hints and key in hints else "")
    said = error["msg"].removeprefix("Value error, ")
    return f"{key}: {said}" if key else said
