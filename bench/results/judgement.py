"""What is thought of a window: may its numbers be used, what held it back, what was to be expected."""

from typing import Literal

from pydantic import Field

from bench.results.record import Record

Word = Literal["VALID", "SUSPECT", "INVALID"]
SEVERITY: tuple[Word, ...] = ("VALID", "SUSPECT", "INVALID")
"""From the best to the worst; a verdict's number is its place here."""

APP_CPU = "app CPU"
"""The limiter where the app used up its CPU cap."""
DEMAND = ("users", "offered rate")
"""Limiters of a window that answered all that was asked for."""


class Verdict(Record):
    """Whether a number may be used, and why not. `notes` tell what is no reason to doubt it, but worth knowing."""

    verdict: Word
    reasons: list[str]
    notes: list[str] = Field(default_factory=list)


class Drift(Record):
    """How much throughput changed from start to end, as a share of its mean, with a 90 % interval: the change lies
    below `low` with a probability of 5 %, and above `high` with one of 5 % (bench/analysis/drift.py)."""

    change: float
    low: float
    high: float


class ChangePoint(Record):
    """A part of a window, from second `begin` to second `end`, whose throughput stood apart: by `change`, as a share of
    the rest's. `share` is its share of the samples, `p_value` how probable it is by chance
    (bench/analysis/change_point.py)."""

    begin: float
    end: float
    change: float
    share: float
    p_value: float

    @property
    def moved(self) -> float:
        """By how much, as a share, the shorter part moved the window's mean away from the longer part's."""
        mean = 1 + self.share * self.change
        longer = 1.0 if self.share <= 0.5 else 1 + self.change
        return abs(mean / longer - 1) if longer else 1.0


class Limiter(Record):
    """What kept a window from going faster. `evidence` says by which figures; `also` what else was at its limit, each
    as 'name: figures'."""

    name: str
    evidence: str
    also: list[str]

    @property
    def demand_met(self) -> bool:
        """Whether all was answered that was asked for, whatever else was at its limit as well."""
        return any(one.split(":")[0] in DEMAND for one in (self.name, *self.also))


class Ceiling(Record):
    """A predicted capacity in requests a second: what would limit at which rate, and by which arithmetic."""

    limiter: str
    per_second: float
    basis: str
