"""An experiment in a YAML file: its keys, what they may hold, and the variables that they stand for."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from bench import figures, scenarios, strict_yaml, variants
from bench.errors import UsageError
from bench.options import OPTIONS
from bench.paths import ROOT

FOLDER = ROOT / "experiments"


def _one_of(words: list[str]) -> AfterValidator:
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


SWITCH = {True: "on", False: "off", None: None}

Positive = Annotated[int, Field(ge=1)]
Levels = Annotated[list[Positive], Field(min_length=1)]
Variant = Annotated[str, _one_of([*variants.VARIANTS, *variants.APART])]


class ExperimentFile(BaseModel):
    """The keys. `levels` are users of the closed load model, `rates` arrivals a second of the open one.

    What is left out is as it is without a file. `options` are settings of the scenario, `caps` figures of .env.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    scenario: Annotated[str, AfterValidator(_scenario)]
    variants: Annotated[list[Variant], Field(min_length=1), AfterValidator(_distinct)] | None = None
    levels: Levels | None = None
    rates: Levels | None = None
    duration: Positive | None = None
    runs: Positive | None = None
    seed: Positive | None = None
    warmup: Annotated[int, Field(ge=0)] | None = None
    observers: bool | None = None
    reset: bool | None = None
    rows: Positive | None = None
    options: dict[Annotated[str, _one_of(list(OPTIONS))], str | int] = {}
    caps: dict[Annotated[str, _one_of(figures.names())], str | int | float] = {}

    @model_validator(mode="after")
    def _one_load_model(self) -> "ExperimentFile":
        if self.levels and self.rates:
            raise ValueError("levels is the closed load model and rates the open one; give one of them")
        return self

    def variables(self) -> dict[str, str]:
        """The same on the command line: `make bench` with these variables is this experiment."""
        plain: dict[str, Any] = {
            "SCENARIO": self.scenario, "VARIANT": _comma(self.variants), "VUS": _comma(self.levels),
            "RATE": _comma(self.rates), "DURATION": self.duration, "RUNS": self.runs, "SEED": self.seed,
            "WARMUP": self.warmup, "OBSERVERS": SWITCH[self.observers], "RESET": SWITCH[self.reset],
            "ROWS": self.rows,
        }  # fmt: skip
        return {name: str(value) for name, value in {**plain, **self.options, **self.caps}.items() if value is not None}


def read(name: str) -> ExperimentFile:
    """The experiment in the file `name`; a UsageError names the key that is wrong, and what it may hold."""
    path = Path(name)
    if not path.is_file():
        known = ", ".join(f"experiments/{path.name}" for path in sorted(FOLDER.glob("*.yaml")))
        raise UsageError(f"there is no file '{name}'; EXPERIMENT is the path of one, such as: {known}")
    hints = {"scenario": f"it is one of: {', '.join(scenarios.comparing())}"}
    return strict_yaml.parse(name, path.read_text(), ExperimentFile, hints)


def _comma(values: list[Any] | None) -> str | None:
    return None if values is None else ",".join(str(value) for value in values)
