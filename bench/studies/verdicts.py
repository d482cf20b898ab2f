"""Every claim of a replay, judged by all that has been measured. Pure."""

from collections.abc import Mapping, Sequence

from bench.studies.claim import COLUMNS, Claim, Column
from bench.studies.judgement import Finding, Judgement, finding, judge
from bench.studies.measurement import Evidence, measure
from bench.studies.plan import PlannedExperiment
from bench.studies.study import Replay

LONG = "it takes long, so only LONG=1 measures it"


def judged(
    replay: Replay, scale: float, planned: Sequence[PlannedExperiment], evidence: Mapping[str, Evidence]
) -> list[Judgement]:
    """A judgement for each claim, in their order; `evidence` by the planned experiments' names."""

    def found(claim: Claim, column: Column) -> Finding:
        one = find(planned, claim.experiment, column)
        measured = evidence.get(one.name) if one else None
        if measured is None:
            return finding(column, claim, [], scale, "it has not been measured" if one else LONG)
        file = replay.experiments[claim.experiment].column(column)
        published = file.levels or file.rates or measured.plan.levels
        places = [place for place, level in enumerate(published) if level in (claim.levels or published)]
        return finding(column, claim, measure(measured, claim.measure_of(column), places), scale)

    return [judge(claim, *(found(claim, column) for column in COLUMNS)) for claim in replay.claims]


def find(planned: Sequence[PlannedExperiment], experiment: str, column: Column) -> PlannedExperiment | None:
    """What measures a column of an experiment; None where it is not among them."""
    return next((one for one in planned if one.experiment == experiment and column in one.columns), None)
