"""What of a replay is to be done at a scale: ordinary experiments, by name and column."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bench.results import STOCK
from bench.runner import walltime
from bench.spec import request, settings
from bench.spec.experiment import ExperimentSpec
from bench.studies.part import COLUMNS, Column
from bench.studies.scaling import scaled
from bench.studies.study import Replay

STAGING = 30
"""Seconds to start database and downstream, once for each replay; for the budget only."""
CONFIGURATION = STOCK
"""A study replays what others published, who had no search: its variants run as a user has them who tunes nothing."""
BETWEEN = 5
"""Seconds between two experiments; for the budget only."""


@dataclass(frozen=True)
class Piece:
    """One experiment to run. Its `name` is its folder's, too; it stands for every column in `columns`."""

    name: str
    experiment: str
    columns: tuple[Column, ...]
    asked: ExperimentSpec


def pieces(replay: Replay, scale: float, long: bool, given: Mapping[str, str] | None = None) -> list[Piece]:
    """Every experiment that is to be run, in the order of the file: as published, then corrected.

    Those that are long only if `long`; `given` are variables that hold for all. Where the published protocol
    needs no correction one stands for both columns.
    """
    chosen = {name: one for name, one in replay.experiments.items() if long or not one.long}
    return [
        Piece(
            f"{name}-{columns[0].replace('_', '-')}",
            name,
            columns,
            _asked(replay, name, columns[0], scale, given or {}),
        )
        for name, one in chosen.items()
        for columns in _columns(one.corrected)
    ]


def _columns(corrected: object) -> Iterator[tuple[Column, ...]]:
    if isinstance(corrected, str):
        yield COLUMNS
    else:
        yield from ((column,) for column in COLUMNS)


def _asked(replay: Replay, name: str, column: Column, scale: float, given: Mapping[str, str]) -> ExperimentSpec:
    published = replay.experiments[name].column(column)
    here = scaled(published, scale, replay.scale.of, settings.defaults())
    return request.over(here, given).spec(configuration=CONFIGURATION)


def seconds(found: list[Piece]) -> float:
    """What the experiments take if every warm-up needs all of its limit."""
    return STAGING + sum(BETWEEN + walltime.budget(piece.asked.plan) for piece in found)
