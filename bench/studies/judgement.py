"""What becomes of a claim. Pure functions, with every rule of it in `judge`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from bench.analysis.limiter import UNKNOWN
from bench.studies.claim import COLUMNS, TITLES, Claim, Column
from bench.studies.measurement import ONE_RUN, Evidence, Measurement, measure
from bench.studies.plan import PlannedExperiment
from bench.studies.study import Study

Word = Literal["holds", "holds for another reason", "does not hold", "cannot be seen here"]
MEANING: dict[Word, str] = {
    "holds": "the corrected experiment shows it, and what limited was what the claim blames",
    "holds for another reason": (
        "the corrected experiment shows it, but something else limited; or only the experiment as published shows it, "
        "so the protocol made it and not the concurrency style"
    ),
    "does not hold": "the corrected experiment refutes it, and the one as published does not show it either",
    "cannot be seen here": "the corrected experiment decides nothing: not measured, INVALID, or too near to call",
}
"""Every verdict, best first."""

NEAR = "its interval reaches from inside the claim to outside it, with several levels the one for all together"
NEAR_ONE_RUN = f"it is outside the claim, but by less than the {ONE_RUN:.0%} that one run may be off"

LONG = "it takes long, so only LONG=1 measures it"


class State(Enum):
    """What one column says of a statement."""

    SHOWN = "shows it"
    REFUTED = "does not show it"
    OPEN = "decides nothing"


@dataclass(frozen=True)
class Finding:
    """A column's answer: what it says, its measurements by level, and why where it decides nothing."""

    column: Column
    state: State
    measurements: tuple[Measurement, ...]
    reason: str = ""


@dataclass(frozen=True)
class Judgement:
    """A claim with both columns' answers, the verdict, and why in a sentence."""

    claim: Claim
    as_published: Finding
    corrected: Finding
    word: Word
    why: str


def finding(
    column: Column, claim: Claim, measurements: Sequence[Measurement], scale: float, missing: str = ""
) -> Finding:
    """What a column says of the claim.

    At a level it is shown where the figure lies in the band and its interval reaches no further than 15 % beyond, and
    refuted where figure and interval lie outside; anything else leaves it open. One run has no interval: 15 % to both
    sides stand in its place (ONE_RUN), so that it is shown by the figure and refuted by a miss of more. A claim is
    shown only by all its levels, and refuted by one, whose interval is as wide as all levels together ask. `missing`
    says why there is no measurement, if there is none.
    """
    found = tuple(measurements)
    if not found:
        return Finding(column, State.OPEN, found, missing or "it was not measured")
    unusable = [one.unusable for one in found if one.unusable]
    states = [_state(one, *claim.band(scale)) for one in found if not one.unusable]
    if State.REFUTED in states:
        return Finding(column, State.REFUTED, found)
    if unusable:
        return Finding(column, State.OPEN, found, unusable[0])
    if State.OPEN in states:
        one_run = any(one.estimate and one.estimate.low is None for one in found)
        return Finding(column, State.OPEN, found, NEAR_ONE_RUN if one_run else NEAR)
    return Finding(column, State.SHOWN, found)


def _state(found: Measurement, low: float, high: float) -> State:
    assert found.estimate is not None
    lowest, highest = found.not_ruled_out
    if highest < low or lowest > high:
        return State.REFUTED
    lowest, highest = found.interval
    near = low - ONE_RUN * abs(low) <= lowest and highest <= high + ONE_RUN * abs(high)
    return State.SHOWN if low <= found.estimate.value <= high and near else State.OPEN


def judge(claim: Claim, as_published: Finding, corrected: Finding) -> Judgement:
    """The verdict, by its MEANING."""
    word, why = _verdict(claim, as_published, corrected)
    suspect = any(one.suspect for one in corrected.measurements)
    return Judgement(claim, as_published, corrected, word, f"{why}; a window is SUSPECT" if suspect else why)


def _verdict(claim: Claim, as_published: Finding, corrected: Finding) -> tuple[Word, str]:
    if corrected.state is State.OPEN:
        return "cannot be seen here", f"{TITLES['corrected']}: {corrected.reason}"
    if corrected.state is State.SHOWN:
        other = _other_limiters(claim, corrected)
        return ("holds for another reason", other) if other else ("holds", _shown(claim, as_published, corrected))
    if as_published.state is State.SHOWN:
        return "holds for another reason", "only the protocol as published shows it: corrected, it is gone"
    if as_published.state is State.OPEN:
        return "does not hold", f"corrected it is refuted; as published: {as_published.reason}"
    return "does not hold", "neither as published nor corrected"


def _shown(claim: Claim, as_published: Finding, corrected: Finding) -> str:
    named = ", ".join(f"{variant} by {limiter}" for variant, limiter in claim.because.items())
    limited = f"the limiter is the claimed one ({named})" if named else "the figure is the claimed one"
    if UNKNOWN in (name for variant in claim.because for name in _limiters(corrected, variant)):
        limited = "the figure is the claimed one; nothing was measured at its limit"
    if as_published.state is State.SHOWN:
        return f"both ways; {limited}"
    if as_published.state is State.REFUTED:
        return f"corrected, though the protocol as published hides it; {limited}"
    return f"corrected; {limited}; as published: {as_published.reason}"


def _other_limiters(claim: Claim, corrected: Finding) -> str:
    """Where what limited is another thing than the claim blames; empty if it is not, or if nothing did."""
    named = {variant: [name for name in _limiters(corrected, variant) if name != UNKNOWN] for variant in claim.because}
    most = {variant: Counter(names).most_common(1)[0][0] for variant, names in named.items() if names}
    return ", ".join(
        f"{variant} was limited by {found}, not by {claim.because[variant]}"
        for variant, found in most.items()
        if found != claim.because[variant]
    )


def _limiters(found: Finding, variant: str) -> list[str]:
    """Of every run at every level."""
    return [name for one in found.measurements for name in one.limiters.get(variant, ())]


def judged(
    replay: Study, scale: float, planned: Sequence[PlannedExperiment], evidence: Mapping[str, Evidence]
) -> list[Judgement]:
    """A judgement for each claim, in their order; `evidence` by the planned experiments' names."""

    def found(claim: Claim, column: Column) -> Finding:
        one = find(planned, claim.experiment, column)
        measured = evidence.get(one.name) if one else None
        if measured is None:
            return finding(column, claim, [], scale, "it has not been measured" if one else LONG)
        file = replay.experiments[claim.experiment].column(column)
        published = file.levels or file.rates or measured.plan.levels
        indexes = [index for index, level in enumerate(published) if level in (claim.levels or published)]
        return finding(column, claim, measure(measured, claim.measure_of(column), indexes), scale)

    return [judge(claim, *(found(claim, column) for column in COLUMNS)) for claim in replay.claims]


def find(planned: Sequence[PlannedExperiment], experiment: str, column: Column) -> PlannedExperiment | None:
    """What measures a column of an experiment; None where it is not among them."""
    return next((one for one in planned if one.experiment == experiment and column in one.columns), None)
