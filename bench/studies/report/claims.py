"""The claims of a replay as a table: a row for each, with both measurements, the prediction and the verdict. Pure."""

import math
from collections import Counter
from collections.abc import Sequence

from bench.report import words
from bench.report.grid import Grid
from bench.studies.claim import FIGURES, TITLES, Claim, Measure
from bench.studies.judgement import MEANING, Finding, Judgement
from bench.studies.measurement import Measurement

HEADINGS = (
    "claim", "measured", "published", TITLES["as_published"], TITLES["corrected"], "predicted capacity", "verdict",
    "why",
)  # fmt: skip
SHORT = ("claim", TITLES["as_published"], TITLES["corrected"], "predicted", "verdict")


def grid(judgements: Sequence[Judgement], scale: float) -> Grid:
    """All that is said of each claim."""
    rows = tuple(cells(judgement, scale) for judgement in judgements)
    return Grid(f"Claims; {behind(judgements)}", HEADINGS, rows, frozenset(HEADINGS))


def short(judgements: Sequence[Judgement], scale: float) -> Grid:
    """What fits on a screen."""
    rows = tuple(
        (
            one.claim.said, _figures(one.as_published, one.claim), _figures(one.corrected, one.claim),
            predicted(one.claim, scale), one.word,
        )
        for one in judgements
    )  # fmt: skip
    return Grid(f"Claims; {behind(judgements)}", SHORT, rows, frozenset({"verdict"}))


def answer(judgements: Sequence[Judgement]) -> str:
    """How many claims got which verdict."""
    counts = Counter(judgement.word for judgement in judgements)
    plural = {word: word.replace("holds", "hold").replace("does", "do") for word in MEANING}
    said = [f"{counts[word]} {word if counts[word] == 1 else plural[word]}" for word in MEANING if counts[word]]
    return f"Of {words.count(len(judgements), 'claim')} {words.listing(said)}."


def behind(judgements: Sequence[Judgement]) -> str:
    """How many runs stand behind a figure, in words."""
    measured = [one for judgement in judgements for one in judgement.corrected.measurements if one.estimate]
    return words.runs([one.estimate.runs for one in measured if one.estimate])


def cells(judgement: Judgement, scale: float) -> tuple[str, ...]:
    """A claim in the words of the page, under HEADINGS."""
    claim = judgement.claim
    changed = f"\ncorrected: {claim.measure_of('corrected').words}, since {claim.differs.why}" if claim.differs else ""
    return (
        claim.said, f"{claim.measure.words}: {_band(claim, scale)}{changed}", claim.published,
        _cell(judgement.as_published, claim), _cell(judgement.corrected, claim),
        f"{predicted(claim, scale)}: {claim.predicted.basis}", judgement.word, judgement.why,
    )  # fmt: skip


def _cell(found: Finding, claim: Claim) -> str:
    """What a column measured, level by level, with limiters; or why there is nothing."""
    if not found.measurements:
        return f"{words.NOTHING}\n{found.reason}"
    return "\n".join(_measured(one, found, claim) for one in found.measurements)


def _figures(found: Finding, claim: Claim) -> str:
    """The figures alone."""
    return ", ".join(_value(one, claim.measure_of(found.column)) for one in found.measurements) or words.NOTHING


def _measured(one: Measurement, found: Finding, claim: Claim) -> str:
    where = f"at {one.level:,}: " if len(found.measurements) > 1 else ""
    if one.unusable:
        return f"{where}{words.NOTHING} ({one.unusable})"
    limiters = "; ".join(f"{name}: {', '.join(dict.fromkeys(by))}" for name, by in one.limiters.items())
    return f"{where}{_value(one, claim.measure_of(found.column))}\nlimited by {limiters}"


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
    return f"{value:,.0f}{FIGURES[measure.figure][1]}"


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
