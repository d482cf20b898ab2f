"""bench/studies/<study>.yaml: the keys of a replay, and reading it."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from bench.errors import UsageError
from bench.paths import ROOT
from bench.spec import strict_yaml
from bench.spec.experiment import ExperimentSpec
from bench.spec.fields import Variant
from bench.spec.strict_yaml import Strict
from bench.studies.claim import COLUMNS, Claim, Column

FOLDER = ROOT / "bench" / "studies"


def _rectangular(rows: list[list[str]]) -> list[list[str]]:
    if len({len(row) for row in rows}) != 1:
        raise ValueError("every row needs as many cells as the headings, which are its first row")
    return rows


class Protocol(Strict):
    """How an experiment was, or is, done; each key in words."""

    load: str
    duration: str
    warm_up: str
    order: str
    reset: str
    time_limit: str
    variants: str


class Published(Strict):
    """The published experiment: its protocol, what was wrong with it, and its figures (the first row are headings)."""

    source: str
    protocol: Protocol
    wrong: Annotated[list[str], Field(min_length=1)]
    figures: Annotated[list[list[str]], Field(min_length=2), AfterValidator(_rectangular)]


class Scale(Strict):
    """How the published size is made to fit: the share of it that is the default, which variables it multiplies, and
    in words why the shape is kept."""

    default: Annotated[float, Field(gt=0, le=1)]
    of: Annotated[list[Literal["VUS", "RATE", "MAX_VUS", "APP_WORKER_THREADS"]], Field(min_length=1)]
    how: str


class StudyExperiment(Strict):
    """One question, asked in two columns, at the published size. `corrected: as published` says that the published
    protocol is no other on this testbed; `long`: only LONG=1 has the time for it."""

    asks: str
    as_published: ExperimentSpec
    corrected: ExperimentSpec | Literal["as published"]
    long: bool = False

    @property
    def columns(self) -> list[tuple[Column, ...]]:
        """The columns that each of its experiments stands for."""
        return [COLUMNS] if isinstance(self.corrected, str) else [(column,) for column in COLUMNS]

    def column(self, column: Column) -> ExperimentSpec:
        """The experiment of that column."""
        if column == "as_published" or isinstance(self.corrected, str):
            return self.as_published
        return self.corrected


class Step(Strict):
    """A factor of goodput: what going from one variant to another does, and what that changes."""

    name: str
    from_: Annotated[Variant, Field(alias="from")]
    to: Variant


class Factors(Strict):
    """What a published factor is made of: the steps that lead from one of its variants to the other.

    `published` says where the factor comes from, `value` is the factor itself.
    """

    published: str
    value: float
    experiment: str
    steps: Annotated[list[Step], Field(min_length=2)]


class Study(Strict):
    """One published experiment, everything that is needed to replay it, and what it claims."""

    title: str
    published: Published
    corrected: Protocol
    scale: Scale
    experiments: Annotated[dict[str, StudyExperiment], Field(min_length=1)]
    claims: Annotated[list[Claim], Field(min_length=1)]
    factors: Factors | None = None

    @model_validator(mode="after")
    def _known(self) -> "Study":
        for index, claim in enumerate(self.claims):
            _check(claim, self.experiments, f"claims.{index}")
        if self.factors and self.factors.experiment not in self.experiments:
            raise ValueError(f"factors.experiment: '{self.factors.experiment}' is no experiment of this file")
        return self


def _check(claim: Claim, experiments: dict[str, StudyExperiment], where: str) -> None:
    """The corrected experiment decides, so a claim must be about what that measures."""
    if claim.experiment not in experiments:
        known = ", ".join(experiments)
        raise ValueError(f"{where}.experiment: '{claim.experiment}' is none of: {known}")
    asked = experiments[claim.experiment].column("corrected")
    measure = claim.measure_of("corrected")
    sides = [measure.of, *([measure.to] if measure.to else [])]
    for variant in sides:
        if asked.variants is not None and variant not in asked.variants:
            raise ValueError(f"{where}.measure: the corrected {claim.experiment} does not measure {variant}")
    for variant in claim.because:
        if variant not in sides:
            raise ValueError(f"{where}.because: {variant} is not what is measured; it may hold: {', '.join(sides)}")
    if not set(claim.levels or []) <= set(asked.levels or asked.rates or []):
        raise ValueError(f"{where}.levels: the corrected {claim.experiment} has {asked.levels or asked.rates}")


def names() -> list[str]:
    """Every study that can be replayed, by name."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def text(name: str) -> str:
    """The file of a study; a UsageError lists those there are."""
    if name not in names():
        raise UsageError(f"there is no study '{name}'; STUDY is one of: {', '.join(names())}; all of them without it")
    return (FOLDER / f"{name}.yaml").read_text()


def parse(name: str | Path, content: str) -> Study:
    """A replay from its YAML; a UsageError names the file and the key that is wrong."""
    return strict_yaml.parse(str(name), content, Study)


def read(name: str) -> Study:
    """The replay of a study."""
    return parse(f"bench/studies/{name}.yaml", text(name))
