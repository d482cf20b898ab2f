"""A published claim as a statement that measured windows can show or refute."""

import math
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from bench.spec.fields import Positive, Variant
from bench.spec.strict_yaml import Strict

Column = Literal["as_published", "corrected"]
COLUMNS: tuple[Column, ...] = ("as_published", "corrected")
TITLES: dict[Column, str] = {"as_published": "as published", "corrected": "corrected"}
"""How each experiment of a replay is done: the columns of its tables."""

Figure = Literal["goodput", "answered", "p50", "p95", "mean", "knee"]
"""What is read from a window.

goodput   good answers a second
answered  the share of what ended, or was dropped, that was answered correctly; of all arrivals where the load varies
p50, p95  latency of good answers, ms
mean      mean latency of good answers, ms; as published with failures averaged in at 0 if `failures_at_zero`
knee      the rate at which a rising load leaves its answers behind, requests/s; infinite where it never does
"""
FIGURES: dict[Figure, tuple[str, str]] = {
    "goodput": ("goodput", "/s"), "answered": ("answered share", ""), "p50": ("p50", " ms"), "p95": ("p95", " ms"),
    "mean": ("mean latency", " ms"), "knee": ("knee", "/s"),
}  # fmt: skip
"""How each is called, and its unit."""


def _ordered(band: list[float]) -> list[float]:
    if band[0] > band[1]:
        raise ValueError("the lower end comes first")
    return band


Band = Annotated[list[float], Field(min_length=2, max_length=2), AfterValidator(_ordered)]


class Measure(Strict):
    """What is measured of the variant `of`.

    `to` makes it a ratio to that variant in the same blocks; `share_of` a share of that predicted ceiling of the same
    window, such as "worker threads"; `per` divides a ratio by the users that there are for each worker thread of `to`.
    """

    figure: Figure
    of: Variant
    to: Variant | None = None
    share_of: str | None = None
    per: Literal["users per worker thread"] | None = None
    failures_at_zero: bool = False

    @model_validator(mode="after")
    def _alone(self) -> "Measure":
        if self.to and self.share_of:
            raise ValueError("to and share_of both divide the figure; give one of them")
        if self.per and not self.to:
            raise ValueError("per divides a ratio, so it needs to")
        return self

    @property
    def plain(self) -> bool:
        """Whether it has the figure's own unit, being no ratio and no share."""
        return not (self.to or self.share_of)

    @property
    def words(self) -> str:
        """What is measured, in words."""
        name, _ = FIGURES[self.figure]
        what = f"{self.of} / {self.to} {name}" if self.to else f"{name} of {self.of}"
        if self.share_of:
            what += f" as a share of what its {self.share_of} allow"
        return f"{what}, for each of the {self.per}" if self.per else what


class Correction(Strict):
    """Which variants the statement is about in the corrected column, where it is not about the published ones."""

    of: Variant | None = None
    to: Variant | None = None
    why: str


class Predicted(Strict):
    """The figure that arithmetic predicts for the measure, and the arithmetic, at the published size."""

    value: float | None = None
    corrected: float | None = None
    basis: str


class Claim(Strict):
    """One row of the report.

    `said` is the claim in our own words, `published` its figure there. It is about `experiment`, at the published
    `levels` of it (all if left out). `because` is the limiter that the claim blames, by variant. `scales`: the band
    is of a rate, and goes with SCALE. `differs` says what it is about in the corrected column.
    """

    said: str
    published: str
    experiment: str
    levels: list[Positive] | None = None
    measure: Measure
    differs: Correction | None = None
    between: Band | None = None
    at_least: float | None = None
    at_most: float | None = None
    scales: bool = False
    because: dict[Variant, str] = Field(default_factory=dict)
    predicted: Predicted

    @model_validator(mode="after")
    def _one_band(self) -> "Claim":
        if sum(bound is not None for bound in (self.between, self.at_least, self.at_most)) != 1:
            raise ValueError("give one of between, at_least and at_most")
        return self

    def measure_of(self, column: Column) -> Measure:
        """What is measured in that column; failures count as 0 ms only where that was published."""
        if column == "as_published":
            return self.measure
        changed: dict[str, object] = {"failures_at_zero": False}
        if self.differs:
            changed |= {name: value for name in ("of", "to") if (value := getattr(self.differs, name))}
        return self.measure.model_copy(update=changed)

    def band(self, scale: float) -> tuple[float, float]:
        """The values for which the statement is true, at that scale; open ends are infinite."""
        low, high = self.between or (
            self.at_least if self.at_least is not None else -math.inf,
            self.at_most if self.at_most is not None else math.inf,
        )
        times = scale if self.scales else 1
        return low * times, high * times
