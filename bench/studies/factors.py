"""What a published factor is made of: data access, concurrency, and the cold start of either. Pure functions.

Every factor is a ratio of goodput. The steps multiply to the whole, within each column; going from cold to warm is a
factor of each variant's own, and the whole changes from one column to the other by the ratio of two of these.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bench.analysis.estimates import Estimate
from bench.studies.claim import Measure
from bench.studies.measurement import Evidence, measure
from bench.studies.part import Column
from bench.studies.study import Factors

WHOLE = "together"


@dataclass(frozen=True)
class Factor:
    """A named factor in both columns; None where a window behind it cannot be used."""

    name: str
    as_published: Estimate | None
    corrected: Estimate | None


@dataclass(frozen=True)
class Start:
    """What warming up does for a variant: corrected over as published. None where a window cannot be used."""

    variant: str
    factor: Estimate | None


def factors(wanted: Factors, evidence: Mapping[Column, Evidence]) -> list[Factor]:
    """The steps and what they come to together, at the first level."""
    steps = [(step.name, step.from_, step.to) for step in wanted.steps]
    every = [*steps, (WHOLE, wanted.steps[0].from_, wanted.steps[-1].to)]
    return [
        Factor(name, *(_ratio(evidence.get(column), of, to) for column in ("as_published", "corrected")))
        for name, to, of in every
    ]


def starts(wanted: Factors, evidence: Mapping[Column, Evidence]) -> list[Start]:
    """Of every variant that a step starts from or leads to."""
    names = dict.fromkeys(name for step in wanted.steps for name in (step.from_, step.to))
    return [Start(name, _warm_over_cold(evidence, name)) for name in names]


def _ratio(evidence: Evidence | None, of: str, to: str) -> Estimate | None:
    return measure(evidence, Measure(figure="goodput", of=of, to=to), [0])[0].estimate if evidence else None


def _warm_over_cold(evidence: Mapping[Column, Evidence], variant: str) -> Estimate | None:
    """The two columns are not paired, so only the means are set in relation: without an interval."""
    warm, cold = (_mean(evidence.get(column), variant) for column in ("corrected", "as_published"))
    return Estimate(warm / cold, None, None, 1) if warm and cold else None


def _mean(evidence: Evidence | None, variant: str) -> float | None:
    if evidence is None:
        return None
    found = measure(evidence, Measure(figure="goodput", of=variant), [0])[0].estimate
    return found.value if found else None
