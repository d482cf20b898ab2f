"""What is thought of a window: may its numbers be used, what held it back, what was to be expected."""

from typing import Literal

from bench.results.record import Record

Word = Literal["VALID", "SUSPECT", "INVALID"]
SEVERITY: tuple[Word, ...] = ("VALID", "SUSPECT", "INVALID")
"""From the best to the worst; a verdict's number is its place here."""

APP_CPU = "app CPU"
"""The limiter where the app used up its CPU cap."""


class Verdict(Record):
    """Whether a number may be used, and why not."""

    verdict: Word
    reasons: list[str]


class Limiter(Record):
    """What kept a window from going faster. `evidence` says by which figures; `also` what else was at its limit."""

    name: str
    evidence: str
    also: list[str]


class Ceiling(Record):
    """A predicted capacity in requests a second: what would limit at which rate, and by which arithmetic."""

    limiter: str
    per_second: float
    basis: str
