"""What of a replay is to be done at a scale: ordinary experiments, by name and column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.errors import UsageError
from bench.runner import walltime
from bench.spec import dotenv, user_request
from bench.spec.user_request import Asked
from bench.studies.claim import Column
from bench.studies.study import Replay

STAGING = 30
"""Seconds to start database and downstream, or to stop them; for the budget only."""
STOCK = {"CONFIGURATION": "stock"}
"""A study replays what others published, who had no search: its variants run as a user has them who tunes nothing."""
BETWEEN = 5
"""Seconds between two experiments; for the budget only."""


@dataclass(frozen=True)
class PlannedExperiment:
    """One experiment to run. Its `name` is its folder's, too; it stands for every column in `columns`."""

    name: str
    experiment: str
    columns: tuple[Column, ...]
    asked: Asked


def planned(
    replay: Replay, scale: float, long: bool, given: Mapping[str, str] | None = None
) -> list[PlannedExperiment]:
    """Every experiment that is to be run, in the order of the file: as published, then corrected.

    Those that are long only if `long`; `given` are variables that hold for all. Where the published protocol
    needs no correction one stands for both columns.
    """
    figures, for_all = dotenv.defaults(), {**(given or {}), **STOCK}
    chosen = {name: one for name, one in replay.experiments.items() if long or not one.long}
    return [
        _planned(name, columns, {**scaled(variables, scale, replay.scale.of, figures), **for_all})
        for name, one in chosen.items()
        for columns in one.columns
        for variables in [one.column(columns[0]).variables()]
    ]


def _planned(name: str, columns: tuple[Column, ...], variables: Mapping[str, str]) -> PlannedExperiment:
    return PlannedExperiment(f"{name}-{columns[0].replace('_', '-')}", name, columns, user_request.asked(variables))


def seconds(found: Sequence[PlannedExperiment]) -> float:
    """What these experiments take if every warm-up needs all of its limit."""
    return STAGING + sum(BETWEEN + walltime.budget(one.asked.plan) for one in found)


def scaled(variables: Mapping[str, str], scale: float, of: Sequence[str], figures: Mapping[str, str]) -> dict[str, str]:
    """`variables` with those named in `of` multiplied by `scale`, rounded, at least 1.

    Users or rate and worker threads scale together, so threads / time and users / time keep their places on the axis.
    A figure of .env that the experiment leaves alone, such as the worker threads, is taken from `figures`.
    """
    sizes = {name: value for name, value in {**figures, **variables}.items() if name in of}
    times = {name: ",".join(str(level(int(part), scale)) for part in value.split(",")) for name, value in sizes.items()}
    return {**variables, **times}


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
