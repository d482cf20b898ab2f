"""What a published factor is made of: data access, concurrency, and the cold start of either. Pure.

Every factor is a ratio of goodput. The steps multiply to the whole, within each column; going from cold to warm is a
factor of each variant's own, and the whole changes from one column to the other by the ratio of two of these.
No drawing is imported here: summary.md needs none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.grid import Grid
from bench.studies.claim import COLUMNS, TITLES, Column, Measure
from bench.studies.judgement import find
from bench.studies.measurement import measure
from bench.studies.store import StudyStore

WHOLE = "together"


@dataclass(frozen=True)
class Factor:
    """A factor in both columns; None where a window behind it cannot be used."""

    name: str
    as_published: Estimate | None
    corrected: Estimate | None = None


@dataclass(frozen=True)
class Breakdown:
    """The steps and what they come to together, at the first level. `starts` is what warming up does for each variant:
    corrected over as published, which are not paired, so that only the means are set in relation."""

    title: str
    published: float
    steps: Sequence[Factor]
    starts: Sequence[Factor]


def breakdown(store: StudyStore) -> Breakdown | None:
    """None for a replay without factors, or before anything has been measured."""
    wanted = store.replay.factors
    if wanted is None:
        return None
    measured = store.evidence()

    def goodput(column: Column, of: str, to: str | None = None) -> Estimate | None:
        planned = find(store.planned, wanted.experiment, column)
        evidence = measured.get(planned.name) if planned else None
        return measure(evidence, Measure(figure="goodput", of=of, to=to), [0])[0].estimate if evidence else None

    def warm_over_cold(variant: str) -> Estimate | None:
        cold, warm = (goodput(column, variant) for column in COLUMNS)
        return Estimate(warm.value / cold.value, None, None, 1) if warm and cold and cold.value else None

    every = [(step.name, step.to, step.from_) for step in wanted.steps]
    every += [(WHOLE, wanted.steps[-1].to, wanted.steps[0].from_)]
    steps = [Factor(name, *(goodput(column, of, to) for column in COLUMNS)) for name, of, to in every]
    if not any(factor.as_published or factor.corrected for factor in steps):
        return None
    variants = dict.fromkeys(name for step in wanted.steps for name in (step.from_, step.to))
    starts = [Factor(f"warm over cold: {name}", warm_over_cold(name)) for name in variants]
    return Breakdown(f"What the published factor is made of ({wanted.published})", wanted.value, steps, starts)


def grid(found: Breakdown) -> Grid:
    """The steps, the published factor, and what warming up does."""
    rows = [(one.name, words.ratio(one.as_published), words.ratio(one.corrected)) for one in found.steps]
    rows += [(f"{WHOLE}, in the published figures", f"{found.published:g}", words.NOTHING)]
    rows += [(one.name, words.ratio(one.as_published), words.NOTHING) for one in found.starts]
    return Grid(found.title, ("factor of goodput", *TITLES.values()), tuple(rows))
