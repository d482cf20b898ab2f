"""The kinds of values that the keys of an experiment hold, each checked as it is read."""

from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from bench.spec import objective, scenarios, settings
from bench.spec import variables as var
from bench.spec.variants import RECORDS


def _one_of(words: Collection[str]) -> AfterValidator:
    def check(word: str) -> str:
        if word not in words:
            raise ValueError(f"'{word}' is none of: {', '.join(words)}")
        return word

    return AfterValidator(check)


def _scenario(name: str) -> str:
    if name not in (known := scenarios.comparing()):
        raise ValueError(f"'{name}' is none of: {', '.join(known)}")
    return name


def _distinct(words: list[str]) -> list[str]:
    if len(set(words)) < len(words):
        raise ValueError("a variant is named twice; each runs once in a block, `runs` repeats the block")
    return words


def _number_as_text(value: Any) -> Any:
    return str(value) if type(value) in (int, float) else value


def _checked(given: dict[str, str]) -> dict[str, str]:
    """Told here rather than by k6, which says it only when the machines are up."""
    return {name: str(var.OPTIONS[name].read(name, text)) for name, text in given.items()}


def _percentage(given: str) -> str:
    return var.percentage("PRECISION", given)


def _objective(given: str) -> str:
    return objective.read("OBJECTIVE", given)


def _auto_or_rates(value: Any) -> Any:
    rates = isinstance(value, list) and value and all(type(one) is int and one > 0 for one in value)
    if value not in (None, var.AUTO) and not rates:
        raise ValueError(f"it is neither {var.AUTO} nor rates, such as [500, 1000, 1500]")
    return value


Positive = Annotated[int, Field(ge=1)]
Levels = Annotated[list[Positive], Field(min_length=1)]
"""Users, or rates."""
ScenarioName = Annotated[str, AfterValidator(_scenario)]
Variant = Annotated[str, _one_of(RECORDS)]
Variants = Annotated[list[Variant], Field(min_length=1), AfterValidator(_distinct)]
Ladder = Annotated[Literal["auto"] | list[int] | None, BeforeValidator(_auto_or_rates)]
Objective = Annotated[str, AfterValidator(_objective)]
"""Bounds such as 'p99<100ms failed<0.1%'."""
Percentage = Annotated[str, AfterValidator(_percentage)]
"""Such as '5%'."""
Text = Annotated[str, BeforeValidator(_number_as_text)]
Settings = dict[Annotated[str, AfterValidator(settings.known)], Text]
"""Settings of .env."""
Options = Annotated[dict[Annotated[str, _one_of(var.OPTIONS)], Text], AfterValidator(_checked)]
"""Settings of a scenario."""
