"""What may be concluded from an experiment, in plain sentences that claim no more than the intervals carry. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.analysis import ladder, two_stage
from bench.analysis import noise as against_itself
from bench.analysis.comparison import complaints
from bench.analysis.estimates import JUDGED, Difference, Estimate
from bench.report import environment, equal_rates, observers, tunables, words
from bench.report.data import ReportData
from bench.report.rows import Row, grouped
from bench.results import Experiment, Plan, Run
from bench.results.judgement import Word
from bench.spec.variants import BASELINE

AA = "This is an A/A: one variant against itself, which shows the host's noise and no difference between variants."
STAGE = (
    "This is a stage of a search (make tune): it selects settings of one variant by short runs, and the search's "
    "own summary.md has what came of it."
)
PROFILE = (
    "This is a profile, not a measurement: a recorder ran in the app and took CPU of it. It says where CPU, memory and "
    "time go; goodput and ratios are those of make bench."
)
PHRASES = {
    Difference.NOT_SHOWN: "no difference that is shown",
    Difference.UNUSABLE: "nothing that may be used (INVALID)",
    Difference.AT_LEAST: "no ratio, since its search or the baseline's ended at what the load machine can offer",
}
"""Of the differences whose own word does not fit into a sentence."""


@dataclass(frozen=True)
class Finding:
    """A ratio at one level, in words such as '50 users', and what it allows to be said."""

    level: str
    difference: Difference
    ratio: Estimate | None


def each(findings: Mapping[str, Sequence[Finding]]) -> str:
    """What every variant gave."""
    return "; ".join(f"{variant} gave {_phrase(those)}" for variant, those in findings.items())


def undecided(findings: Mapping[str, Sequence[Finding]]) -> bool:
    """Whether none of them has an interval that may be used."""
    return answers(findings) <= {Difference.ONE_RUN, Difference.UNUSABLE, Difference.AT_LEAST}


def answers(findings: Mapping[str, Sequence[Finding]]) -> set[Difference]:
    """Everything that they allow to be said."""
    return {finding.difference for those in findings.values() for finding in those}


def _phrase(findings: Sequence[Finding]) -> str:
    """Levels with the same answer together; figures only where they count, and never without their interval."""
    said = []
    for difference, some in grouped((finding.difference, finding) for finding in findings).items():
        where = f" at {words.together([finding.level for finding in some])}"
        if len(some) == len(findings):
            where = "" if len(findings) == 1 else " at every level"
        said.append(f"{PHRASES.get(difference, difference.value)}{where}{_figures(difference, some)}")
    return words.listing(said)


def _figures(difference: Difference, some: Sequence[Finding]) -> str:
    """The ratio with its interval; over several levels what their intervals reach over."""
    if difference not in JUDGED:
        return ""
    ratios = [finding.ratio for finding in some if finding.ratio]
    if len(ratios) == 1:
        return f" ({words.ratio(ratios[0])} times)"
    low, high = min(one.low or 0 for one in ratios), max(one.high or 0 for one in ratios)
    form = words.digits(low, high)
    return f" (intervals from {low:{form}} to {high:{form}} times)"


def answer(experiment: Experiment, runs: Sequence[Run]) -> list[str]:
    """The conclusion first, then what qualifies it."""
    plan = experiment.plan
    if not runs:
        return ["No run has finished yet, so nothing may be concluded."]
    data = ReportData.of(experiment, runs)
    every = [row for rows in data.compared for row in rows]
    figure = equal_rates.compared_by(plan).name
    conclusion = _conclusion(every, figure, any(run.variant == BASELINE for run in runs))
    if plan.trial and not plan.second_phase:
        conclusion = [STAGE]
    elif observers.measured(plan):
        conclusion = observers.answer(plan, runs)
    elif plan.profiled:
        conclusion = [PROFILE]
    elif plan.arms:
        said = (against_itself.words(against_itself.ratio(runs)), against_itself.at_equal_pace(runs))
        conclusion = [AA, *_capitals(filter(None, said))]
    asked, stage = words.protocol(plan), two_stage.told(plan, runs)
    noise = "This host's noise floor has not been measured (make calibrate), so small differences may be its own."
    if found := experiment.calibration:
        noise = f"This host's noise floor is ±{found.noise:.1%}: a smaller difference does not count as shown."
    noise = "" if plan.ladder else noise  # which is goodput's
    return [
        *conclusion,
        *([ladder.origin(plan)] if plan.ladder else []),
        *_over_stock(every, figure),
        *_capitals(filter(None, [stage])),
        *([f"Measured as asked for, and not as usual: {words.listing(asked)}."] if asked else []),
        *([] if plan.arms or plan.trial else tunables.unsearched(plan)),
        *tunables.searched_elsewhere(plan, experiment.environment),
        *([] if plan.arms or plan.trial else tunables.newer(every)),
        *_carried(plan),
        *_qualified([window.verdict.verdict for row in every for window in row.windows.values()]),
        *_capitals(complaints(plan, runs, experiment.calibration)),
        *environment.departures(experiment),
        *([noise] if noise and conclusion[0] != AA else []),  # which is what an A/A measures
    ]


def _conclusion(every: Sequence[Row], figure: str, measured: bool) -> list[str]:
    """`measured`: the baseline has a run, be it without a window."""
    if not every:
        return ["Nothing may be concluded: no run has a window."]
    others = [row for row in every if row.difference is not Difference.BASELINE]
    compared = grouped((row.variant, Finding(row.level, row.difference, row.ratio)) for row in others)
    if not any(window.usable for row in every for window in row.windows.values()):
        return ["Nothing may be concluded: every window is INVALID."]
    if len(others) == len(every):
        why = f"No run of {BASELINE} has a window" if measured else f"{BASELINE} was not measured"
        return [f"{why}, so there is no ratio: read the figures of each variant by themselves."]
    if not compared and {row.style for row in every} == {BASELINE}:
        return [f"Only {BASELINE} was measured, so it is compared with no other style."]
    if undecided(compared) and Difference.ONE_RUN in answers(compared):
        return [
            "With 1 run of each variant there is no interval, so no difference is shown: use this to look, not to "
            "decide; RUNS=3 or more gives intervals."
        ]
    levels = {row.level for row in every}
    where = f" at {levels.pop()}" if len(levels) == 1 else ""
    return [f"{figure}{where} compared with {BASELINE}: {each(compared)}."]


def _over_stock(every: Sequence[Row], figure: str) -> list[str]:
    """What tuning gave each variant, where both configurations were measured in the same blocks."""
    gave = ((row.level, f"{row.variant} {words.ratio(row.over_stock)} times") for row in every if row.over_stock)
    said = [f"at {level} {words.listing(each)}" for level, each in grouped(gave).items()]
    return [f"{figure} compared with the same variant's stock: {'; '.join(said)}."] if said else []


def _carried(plan: Plan) -> list[str]:
    names = list(dict.fromkeys(one.variant for one in plan.configured if one.carried))
    return names and [
        f"The tuned settings of {words.listing(names)} are carried over from other limits of the app, where they were "
        "found; they may not be the best here."
    ]


def _qualified(verdicts: Sequence[Word]) -> list[str]:
    then = {"INVALID": "such figures must not be used", "SUSPECT": "read the reasons below the tables first"}
    return [
        f"{count} of {words.count(len(verdicts), 'window')} {'is' if count == 1 else 'are'} {word}: {advice}."
        for word, advice in then.items()
        if (count := sum(verdict == word for verdict in verdicts))
    ]


def _capitals(sentences: Iterable[str]) -> list[str]:
    return [f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences]
