"""The table that closes a calibration of verdicts, and what it means."""

from collections.abc import Iterator, Sequence

from bench.analysis.verdict_rates import HARM, Rate
from bench.report import words
from bench.report.grid import Grid, listed, tabled
from bench.spec.disturbances import FAULTS, UNDISTURBED

ALIKE = (
    "the intervals of shares take windows for independent of each other; several are of one start, and where those are "
    "alike the intervals are too narrow"
)
HEADINGS = ("disturbance", "strength", "windows", "goodput", "VALID", "SUSPECT", "INVALID")


def grid(scenario: str, rates: Sequence[Rate]) -> Grid:
    """A row for each disturbance; goodput is a ratio to undisturbed windows of the same block."""
    title = f"What verdicts say of {scenario} under disturbances of known strength"
    return Grid(title, HEADINGS, tuple(map(_row, rates)), frozenset({"strength"}))


def _row(rate: Rate) -> tuple[str, ...]:
    fault = FAULTS[rate.disturbance.fault]
    goodput = "1" if rate.disturbance == UNDISTURBED else words.ratio(rate.goodput)
    shares = (_share(*rate.share(verdict)) for verdict in ("VALID", "SUSPECT", "INVALID"))
    strength = fault.written(rate.disturbance.strength) or words.NOTHING
    return rate.disturbance.fault, strength, str(rate.windows), goodput, *shares


def _share(share: float, low: float, high: float) -> str:
    return f"{share:.0%} [{low:.0%}, {high:.0%}]"


def conclusions(rates: Sequence[Rate]) -> Iterator[str]:
    """What was called VALID and harmful, and what was called otherwise and was undisturbed."""
    for rate in rates:
        if rate.disturbance == UNDISTURBED:
            share, low, high = rate.share("VALID")
            yield f"of undisturbed windows {_share(1 - share, 1 - high, 1 - low)} are not VALID"
        elif rate.missed:
            yield (
                f"{rate.disturbance}: missed. It left {words.ratio(rate.goodput)} of the goodput, and "
                f"{_share(*rate.share('VALID'))} of its windows are VALID"
            )
    if all(rate.goodput is None or rate.goodput.high is None for rate in rates):
        yield "goodput has no interval yet, so no disturbance can be called missed: two blocks at least are needed"
    elif not any(rate.missed for rate in rates):
        yield f"no disturbance that is shown to cost more than {HARM:.0%} of the goodput is VALID in more than 1 of 20"


def notes(rates: Sequence[Rate]) -> list[str]:
    """The conclusions, what the intervals leave out, then the reason that each disturbance was given most often."""
    return [*conclusions(rates), ALIKE, *(f"{rate.disturbance}: {rate.reason}" for rate in rates if rate.reason)]


def markdown(scenario: str, rates: Sequence[Rate]) -> str:
    """summary.md."""
    return f"{tabled(grid(scenario, rates))}\n\n{listed(notes(rates))}\n"
