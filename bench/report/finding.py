"""What is said of one thing at several levels, in a phrase. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.analysis.difference import Difference
from bench.analysis.estimates import Estimate
from bench.report import words

SHOWN = (Difference.MORE, Difference.LESS, Difference.NOT_SHOWN)
PHRASES = {
    Difference.MORE: "more",
    Difference.LESS: "less",
    Difference.NOT_SHOWN: "no difference that is shown",
    Difference.ONE_RUN: "no interval",
    Difference.UNUSABLE: "nothing that may be used (INVALID)",
}


@dataclass(frozen=True)
class Finding:
    """A ratio at one level, in words such as '50 users', and what it allows to be said."""

    level: str
    difference: Difference
    ratio: Estimate | None


def phrase(findings: Sequence[Finding]) -> str:
    """Levels with the same answer together; figures only where they count, and never without their interval."""
    by_answer: dict[Difference, list[Finding]] = {}
    for finding in findings:
        by_answer.setdefault(finding.difference, []).append(finding)
    said = []
    for difference, some in by_answer.items():
        where = f" at {words.listing([finding.level for finding in some])}"
        if len(some) == len(findings):
            where = "" if len(findings) == 1 else " at every level"
        said.append(f"{PHRASES.get(difference, 'no ratio')}{where}{_figures(difference, some)}")
    return words.listing(said)


def _figures(difference: Difference, some: Sequence[Finding]) -> str:
    """The ratio with its interval; over several levels what their intervals reach over."""
    if difference not in SHOWN:
        return ""
    ratios = [finding.ratio for finding in some if finding.ratio]
    if len(ratios) == 1:
        return f" ({words.ratio(ratios[0])} times)"
    low, high = min(one.low or 0 for one in ratios), max(one.high or 0 for one in ratios)
    form = words.digits(low, high)
    return f" (intervals from {low:{form}} to {high:{form}} times)"
