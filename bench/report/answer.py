"""What may be concluded from an experiment, in plain sentences that claim no more than the intervals carry. Pure."""

from collections.abc import Sequence

from bench.analysis import noise as against_itself
from bench.analysis.comparison import complaints
from bench.analysis.difference import Difference
from bench.report import observers, tunables, versions, words
from bench.report.finding import Finding, phrase
from bench.report.row import Row, rows
from bench.report.table import noise
from bench.results import Experiment, Plan, Run
from bench.spec.variants import BASELINE

AA = "This is an A/A: one variant against itself, which shows the host's noise and no difference between variants."
STAGE = (
    "This is a stage of a search (make tune): it selects or confirms configurations of one variant, and the search's "
    "own summary.md has what came of it."
)


def answer(experiment: Experiment, runs: Sequence[Run]) -> list[str]:
    """The conclusion first, then what qualifies it."""
    plan = experiment.plan
    if not runs:
        return ["No run has finished yet, so nothing may be concluded."]
    levels = {words.level(plan, place): rows(runs, place, noise(experiment)) for place in range(len(plan.levels))}
    conclusion = _conclusion(levels)
    if plan.trial and not plan.rehearsed:
        conclusion = [STAGE]
    elif plan.arms:
        conclusion = observers.answer(plan, runs) if observers.measured(plan) else _of_itself(runs)
    return [
        *conclusion,
        *_over_stock(levels),
        *_protocol(plan),
        *([] if plan.arms or plan.trial else tunables.unsearched(plan)),
        *_carried(plan),
        *_qualified(levels),
        *_capitals(complaints(plan, runs, experiment.calibration)),
        *versions.departures(experiment),
        *([] if conclusion[0] == AA else _noise(experiment)),  # which is what an A/A measures
    ]


def _conclusion(levels: dict[str, list[Row]]) -> list[str]:
    every = [row for found in levels.values() for row in found]
    if all(row.verdict == "INVALID" for row in every):
        return ["Nothing may be concluded: every window is INVALID."]
    variants = list(dict.fromkeys(row.variant for row in every))
    if not any(row.difference is Difference.BASELINE for row in every):
        return [f"{BASELINE} was not measured, so there is no ratio: read the figures of each variant by themselves."]
    if all(row.difference is Difference.BASELINE for row in every) and len(variants) == 1:
        return [f"Only {BASELINE} was measured, so nothing is compared."]
    answers = {row.difference for row in every if row.difference is not Difference.BASELINE}
    if answers <= {Difference.ONE_RUN, Difference.UNUSABLE}:
        return [
            "With 1 run of each variant there is no interval, so no difference is shown: use this to look, not to "
            "decide; RUNS=3 or more gives intervals."
        ]
    said = [f"{name} gave {phrase(_findings(name, levels))}" for name in variants if _findings(name, levels)]
    where = f" at {next(iter(levels))}" if len(levels) == 1 else ""
    return [f"Goodput{where} compared with {BASELINE}: {'; '.join(said)}."]


def _over_stock(levels: dict[str, list[Row]]) -> list[str]:
    """What tuning gave each variant, where both configurations were measured in the same blocks."""
    said = [
        f"{row.variant} {words.ratio(row.over_stock)} times at {level}"
        for level, there in levels.items()
        for row in there
        if row.over_stock is not None
    ]
    return [f"Goodput compared with the same variant's stock: {'; '.join(said)}."] if said else []


def _carried(plan: Plan) -> list[str]:
    names = list(dict.fromkeys(one.variant for one in plan.configured if one.carried))
    if not names:
        return []
    return [
        f"The tuned settings of {words.listing(names)} are carried over from other limits of the app, where they were "
        "found; they may not be the best here."
    ]


def _of_itself(runs: Sequence[Run]) -> list[str]:
    told = (against_itself.words(against_itself.ratio(runs)), against_itself.at_equal_pace(runs))
    return [AA, *_capitals([sentence for sentence in told if sentence])]


def _findings(variant: str, levels: dict[str, list[Row]]) -> list[Finding]:
    return [
        Finding(level, row.difference, row.ratio)
        for level, there in levels.items()
        for row in there
        if row.variant == variant and row.difference is not Difference.BASELINE
    ]


def _protocol(plan: Plan) -> list[str]:
    asked = words.protocol(plan)
    return [f"Measured as asked for, and not as usual: {words.listing(asked)}."] if asked else []


def _qualified(levels: dict[str, list[Row]]) -> list[str]:
    verdicts = [window.verdict.verdict for found in levels.values() for row in found for window in row.windows.values()]
    sentences = []
    if invalid := verdicts.count("INVALID"):
        sentences.append(f"{_of(invalid, len(verdicts))} INVALID: such figures must not be used.")
    if suspect := verdicts.count("SUSPECT"):
        sentences.append(f"{_of(suspect, len(verdicts))} SUSPECT: read the reasons below the tables first.")
    return sentences


def _of(part: int, whole: int) -> str:
    return f"{part} of {words.count(whole, 'window')} {'is' if part == 1 else 'are'}"


def _capitals(sentences: Sequence[str]) -> list[str]:
    return [f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences]


def _noise(experiment: Experiment) -> list[str]:
    if experiment.calibration is None:
        return ["This host's noise floor has not been measured (make calibrate), so small differences may be its own."]
    return [
        f"This host's noise floor is ±{experiment.calibration.noise:.1%}: a smaller difference does not count as shown."
    ]
