"""Every claim of a replay, judged by all that has been measured. Pure."""

from collections.abc import Mapping, Sequence

from bench.studies.claim import Claim
from bench.studies.judgement import Judgement, Said, judge, said
from bench.studies.measurement import Evidence, measure
from bench.studies.part import Column
from bench.studies.plan import Piece
from bench.studies.study import Replay

LONG = "it takes long, so only LONG=1 measures it"


def judged(replay: Replay, scale: float, pieces: Sequence[Piece], evidence: Mapping[str, Evidence]) -> list[Judgement]:
    """A judgement for each claim, in their order; `evidence` by the pieces' names."""

    def column(claim: Claim, name: Column) -> Said:
        return _said(replay, claim, name, scale, find(pieces, claim.experiment, name), evidence)

    return [judge(claim, column(claim, "as_published"), column(claim, "corrected")) for claim in replay.claims]


def _said(
    replay: Replay, claim: Claim, column: Column, scale: float, piece: Piece | None, evidence: Mapping[str, Evidence]
) -> Said:
    if piece is None:
        return said(column, claim, [], scale, LONG)
    if piece.name not in evidence:
        return said(column, claim, [], scale, "it has not been measured")
    measured = evidence[piece.name]
    file = replay.experiments[claim.experiment].column(column)
    published = file.levels or file.rates or measured.plan.levels
    places = [place for place, level in enumerate(published) if level in (claim.levels or published)]
    return said(column, claim, measure(measured, claim.measure_of(column), places), scale)


def find(pieces: Sequence[Piece], experiment: str, column: Column) -> Piece | None:
    """The piece that measures a column of an experiment; None where it is not among them."""
    return next((piece for piece in pieces if piece.experiment == experiment and column in piece.columns), None)
