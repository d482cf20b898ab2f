"""What happens in an experiment, told to a listener: the screen, the report, a test. The runner knows none of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.results import Experiment, Run, Store


@dataclass(frozen=True)
class Note:
    """Something that the user should know."""

    text: str


@dataclass(frozen=True)
class RunsPlanned:
    """Runs that are left, the seconds that one is expected to take, those that finished ones took, and the folder."""

    left: int
    expected: float
    took: Sequence[float]
    folder: Path


@dataclass(frozen=True)
class RunStarted:
    """A run begins."""


@dataclass(frozen=True)
class Step:
    """What the run of this name does now."""

    run: str
    text: str


@dataclass(frozen=True)
class RunFinished:
    """A run is written."""


@dataclass(frozen=True)
class BlockFinished:
    """The last run of a block is written; all runs so far."""

    experiment: Experiment
    runs: Sequence[Run]


@dataclass(frozen=True)
class ExperimentFinished:
    """Every run is written. `dashboard` is the address that shows its windows side by side, '' without a viewer."""

    store: Store
    dashboard: str


Event = Note | RunsPlanned | RunStarted | Step | RunFinished | BlockFinished | ExperimentFinished
Listener = Callable[[Event], None]
