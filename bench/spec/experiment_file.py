"""An experiment in a YAML file: its keys, what they may hold, and the variables that they stand for."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from bench.errors import UsageError
from bench.paths import ROOT
from bench.spec import dotenv, scenarios, strict_yaml, variants
from bench.spec.scenarios import OPTIONS

FOLDER = ROOT / "experiments"


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


SWITCH = {True: "on", False: "off", None: None}

Positive = Annotated[int, Field(ge=1)]
Levels = Annotated[list[Positive], Field(min_length=1)]
Variant = Annotated[str, _one_of(variants.RECORDS)]


Figure = Annotated[str, _one_of(dotenv.names())]
CELLS = 8
"""Cells at most: each takes as long as an experiment."""
BASE = "as-in-the-file"
"""The name of a cell that changes nothing."""


class ExperimentFile(BaseModel):
    """The keys. `levels` are users of the closed load model, `rates` arrivals a second of the open one.

    What is left out is as it is without a file. `options` are settings of the scenario, `caps` figures of .env. Each of
    `cells` is an experiment of its own with these figures over the others; the first is what the others compare with.
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
    configuration: str | None = None
    options: dict[Annotated[str, _one_of(list(OPTIONS))], str | int] = {}
    caps: dict[Figure, str | int | float] = {}
    cells: Annotated[list[dict[Figure, str | int | float]], Field(min_length=1, max_length=CELLS)] | None = None

    @model_validator(mode="after")
    def _one_load_model(self) -> "ExperimentFile":
        if self.levels and self.rates:
            raise ValueError("levels is the closed load model and rates the open one; give one of them")
        return self

    @model_validator(mode="after")
    def _distinct_cells(self) -> "ExperimentFile":
        if self.cells is not None and len(self.named_cells()) < len(self.cells):
            raise ValueError("cells: two of them change the same figures to the same values")
        return self

    def named_cells(self) -> dict[str, dict[str, str]]:
        """The figures of each cell by its name, such as 'APP_CPUS=0.25'."""
        cells = [{name: str(value) for name, value in cell.items()} for cell in self.cells or []]
        return {"+".join(f"{name}={value}" for name, value in cell.items()) or BASE: cell for cell in cells}

    def variables(self) -> dict[str, str]:
        """The same on the command line: `make bench` with these variables is this experiment."""
        plain: dict[str, Any] = {
            "SCENARIO": self.scenario, "VARIANT": _comma(self.variants), "VUS": _comma(self.levels),
            "RATE": _comma(self.rates), "DURATION": self.duration, "RUNS": self.runs, "SEED": self.seed,
            "WARMUP": self.warmup, "OBSERVERS": SWITCH[self.observers], "RESET": SWITCH[self.reset],
            "ROWS": self.rows, "CONFIGURATION": self.configuration,
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
