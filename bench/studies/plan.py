"""What of a replay is to be done at a scale: ordinary experiments, by name and column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.errors import UsageError
from bench.results import STOCK
from bench.runner import walltime
from bench.spec import request, settings
from bench.spec.experiment import LOAD, VARIABLES, ExperimentSpec
from bench.studies.claim import Column
from bench.studies.study import Study

STAGING = 30
"""Seconds to start database and downstream, or to stop them; for the budget only."""
CONFIGURATION = STOCK
"""A study replays what others published, who had no search: its variants run as a user has them who tunes nothing."""
BETWEEN = 5
"""Seconds between two experiments; for the budget only."""


@dataclass(frozen=True)
class PlannedExperiment:
    """One experiment to run. Its `name` is its folder's, too; it stands for every column in `columns`."""

    name: str
    experiment: str
    columns: tuple[Column, ...]
    asked: ExperimentSpec


def planned(replay: Study, scale: float, long: bool, given: Mapping[str, str] | None = None) -> list[PlannedExperiment]:
    """Every experiment that is to be run, in the order of the file: as published, then corrected.

    Those that are long only if `long`; `given` are variables that hold for all. Where the published protocol
    needs no correction one stands for both columns.
    """
    known = settings.defaults()
    chosen = {name: one for name, one in replay.experiments.items() if long or not one.long}
    found = []
    for name, one in chosen.items():
        for columns in one.columns:
            spec = scaled(one.column(columns[0]), scale, replay.scale.of, known)
            asked = request.over(spec, given or {}).spec(configuration=CONFIGURATION)
            found.append(PlannedExperiment(f"{name}-{columns[0].replace('_', '-')}", name, columns, asked))
    return found


def seconds(found: Sequence[PlannedExperiment]) -> float:
    """What these experiments take if every warm-up needs all of its limit."""
    return STAGING + sum(BETWEEN + walltime.budget(one.asked.plan) for one in found)


def scaled(spec: ExperimentSpec, scale: float, of: Sequence[str], known: Mapping[str, str]) -> ExperimentSpec:
    """`spec` with the variables named in `of` multiplied by `scale`, rounded, at least 1.

    Users or rate and worker threads scale together, so threads / time and users / time keep their places on the axis.
    A setting of .env that the experiment leaves alone, such as the worker threads, is taken from the `known` ones.
    """

    def sized(values: Mapping[str, str]) -> dict[str, str]:
        return {name: str(level(int(text), scale)) if name in of else text for name, text in values.items()}

    loads = {key: spec.named[key] for key in LOAD if key in spec.named and VARIABLES[key].name in of}
    untouched = {name: known[name] for name in of if name in known}
    return spec.changed(
        **{key: [level(one, scale) for one in levels] for key, levels in loads.items()},
        options=sized(spec.options),
        caps=sized({**untouched, **spec.caps}),
    )


def level(published: int, scale: float) -> int:
    """One published level at that scale."""
    return max(round(published * scale), 1)


def share(text: str, default: float) -> float:
    """SCALE as given, or the default; a UsageError if it is no share of the published size."""
    if not text:
        return default
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 0 < scale <= 1:
        raise UsageError(f"SCALE={text} is no share of the published size: a number above 0 and up to 1, such as 0.2")
    return scale
