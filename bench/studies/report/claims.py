"""The claims of a replay as a table: a row for each, with both measurements, the prediction and the verdict. Pure."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.report import words
from bench.report.grid import Grid
from bench.studies.claim import UNITS, Claim, Measure
from bench.studies.judgement import Judgement, Said, Word
from bench.studies.measurement import Measurement
from bench.studies.part import TITLES

WORDS: tuple[Word, ...] = ("holds", "holds for another reason", "does not hold", "cannot be seen here")
HEADINGS = (
    "claim", "measured", "published", TITLES["as_published"], TITLES["corrected"], "predicted capacity", "verdict",
    "why",
)  # fmt: skip
SHORT = ("claim", TITLES["as_published"], TITLES["corrected"], "predicted", "verdict")


@dataclass(frozen=True)
class Row:
    """A claim in the words of the page; the fields are its cells."""

    said: str
    measured: str
    published: str
    as_published: str
    corrected: str
    predicted: str
    verdict: Word
    why: str
    experiment: str

    @property
    def cells(self) -> tuple[str, ...]:
        """Under HEADINGS."""
        return (
            self.said, self.measured, self.published, self.as_published, self.corrected, self.predicted, self.verdict,
            self.why,
        )  # fmt: skip


def rows(judgements: Sequence[Judgement], scale: float) -> list[Row]:
    """A row for each claim, in their order."""
    return [_row(judgement, scale) for judgement in judgements]


def grid(judgements: Sequence[Judgement], scale: float) -> Grid:
    """All that is said of each claim."""
    cells = tuple(row.cells for row in rows(judgements, scale))
    return Grid(f"Claims; {behind(judgements)}", HEADINGS, cells, frozenset(HEADINGS))


def short(judgements: Sequence[Judgement], scale: float) -> Grid:
    """What fits on a screen."""
    cells = tuple(
        (
            row.said, _figures(one.as_published, one.claim, scale), _figures(one.corrected, one.claim, scale),
            predicted(one.claim, scale), row.verdict,
        )
        for one, row in zip(judgements, rows(judgements, scale), strict=True)
    )  # fmt: skip
    return Grid(f"Claims; {behind(judgements)}", SHORT, cells, frozenset({"verdict"}))


def answer(judgements: Sequence[Judgement]) -> str:
    """How many claims got which verdict."""
    counts = Counter(judgement.word for judgement in judgements)
    said = [f"{counts[word]} {word if counts[word] == 1 else PLURAL[word]}" for word in WORDS if counts[word]]
    return f"Of {words.count(len(judgements), 'claim')} {words.listing(said)}."


PLURAL: dict[Word, str] = {
    "holds": "hold",
    "holds for another reason": "hold for another reason",
    "does not hold": "do not hold",
    "cannot be seen here": "cannot be seen here",
}


def behind(judgements: Sequence[Judgement]) -> str:
    """How many runs stand behind a figure, in words."""
    measured = [one for judgement in judgements for one in judgement.corrected.measurements if one.estimate]
    return words.runs([one.estimate.runs for one in measured if one.estimate])


def _row(judgement: Judgement, scale: float) -> Row:
    claim = judgement.claim
    changed = f"\ncorrected: {claim.measure_of('corrected').words}, since {claim.differs.why}" if claim.differs else ""
    return Row(
        claim.said, f"{claim.measure.words}: {_band(claim, scale)}{changed}", claim.published,
        cell(judgement.as_published, claim, scale), cell(judgement.corrected, claim, scale),
        f"{predicted(claim, scale)}: {claim.predicted.basis}", judgement.word, judgement.why, claim.experiment,
    )  # fmt: skip


def cell(said: Said, claim: Claim, scale: float) -> str:
    """What a column measured, level by level, with limiters; or why there is nothing."""
    if not said.measurements:
        return f"{words.NOTHING}\n{said.reason}"
    return "\n".join(_measured(one, said, claim) for one in said.measurements)


def _figures(said: Said, claim: Claim, scale: float) -> str:
    """The figures alone."""
    found = [_value(one, claim.measure_of(said.column)) for one in said.measurements]
    return ", ".join(found) or words.NOTHING


def _measured(found: Measurement, said: Said, claim: Claim) -> str:
    where = f"at {found.level:,}: " if len(said.measurements) > 1 else ""
    if found.unusable:
        return f"{where}{words.NOTHING} ({found.unusable})"
    limiters = "; ".join(f"{name}: {', '.join(dict.fromkeys(by))}" for name, by in found.limiters.items())
    return f"{where}{_value(found, claim.measure_of(said.column))}\nlimited by {limiters}"


def _value(found: Measurement, measure: Measure) -> str:
    if found.estimate is None:
        return words.NOTHING
    value = number(found.estimate.value, measure)
    if found.estimate.low is None or found.estimate.high is None:
        return value
    return f"{value} [{number(found.estimate.low, measure)}, {number(found.estimate.high, measure)}]"


def number(value: float, measure: Measure) -> str:
    """A figure in its own unit; ratios and shares have none."""
    if math.isinf(value):
        return "none"
    if not measure.plain:
        return f"{value:.2f}"
    if measure.figure == "answered":
        return f"{value:.1%}"
    return f"{value:,.0f}{UNITS[measure.figure]}"


def predicted(claim: Claim, scale: float) -> str:
    """The predicted figure at this scale; where the columns differ, both."""
    found = claim.predicted
    values = dict.fromkeys(value for value in (found.value, found.corrected) if value is not None)
    times = scale if claim.scales else 1
    return " / ".join(number(value * times, claim.measure) for value in values) or words.NOTHING


def _band(claim: Claim, scale: float) -> str:
    low, high = (number(end, claim.measure) for end in claim.band(scale))
    if claim.between:
        return f"{low} to {high}"
    return f"at least {low}" if claim.at_least is not None else f"at most {high}"
