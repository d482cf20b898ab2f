"""Folders that hold several experiments: the cells of an experiment file, the stages of a search, and what all have."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import Field

from bench import paths
from bench.results.calibration import JudgedWindow
from bench.results.experiment import Environment
from bench.results.folder import STAMP, ResultsFolder
from bench.results.record import Record, Settings, write
from bench.results.store import Store


class CollectionRequest(Record):
    """What was asked for, and when it began."""

    started: datetime = Field(default_factory=lambda: datetime.now(UTC))


R = TypeVar("R", bound=CollectionRequest)


class Collection(ResultsFolder, Generic[R]):
    """A folder whose `FILE` says what was asked for, with a folder for each of its experiments."""

    REQUEST: ClassVar[type[Any]]

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.asked: R = self.REQUEST.model_validate_json(self.file.read_text())

    @classmethod
    def begin(cls, name: str, asked: R, **files: str) -> Self:
        """A new folder of that name and time, with these other files in it."""
        folder = paths.RESULTS / f"{name}-{asked.started.strftime(STAMP)}"
        for file, text in {**files, cls.FILE: asked.model_dump_json(indent=2) + "\n"}.items():
            write(folder / file, text)
        return cls(folder)

    def part(self, name: str) -> Store | None:
        """The experiment of that name, as far as there is one."""
        folder = self.folder / name
        return Store(folder) if (folder / Store.FILE).is_file() else None


class SweepRequest(CollectionRequest):
    """Each cell's name and the variables that ask for it alone, in order; the first is what others compare with."""

    name: str
    cells: dict[str, Settings]


class SweepStore(Collection[SweepRequest]):
    """results/<file>-cells-<UTC time>: sweep.json, the reports, and a folder for each cell."""

    FILE, WHAT, FIRST, REQUEST = "sweep.json", "experiment in cells", "make bench", SweepRequest

    cell = Collection.part


class TuningRequest(CollectionRequest):
    """`given` are the variables of the command line that hold for every run; `runs` the blocks of the confirmation."""

    scenario: str
    variants: list[str]
    runs: int
    given: Settings


class TuningStore(Collection[TuningRequest]):
    """results/tune-<scenario>-<UTC time>: tuning.json, summary.md, and a results folder for each stage."""

    FILE, WHAT, FIRST, REQUEST = "tuning.json", "search", "make tune", TuningRequest


class VerdictsRequest(CollectionRequest):
    """`given` are the variables that ask for every window, `environment` is where the first was measured."""

    scenario: str
    given: Settings
    environment: Environment


class VerdictsStore(Collection[VerdictsRequest]):
    """results/verdicts-<scenario>-<UTC time>: verdicts.json, summary.md, and a file for each window."""

    FILE, WHAT, FIRST, REQUEST = (
        "verdicts.json",
        "calibration of verdicts",
        "make calibrate VERDICTS=1",
        VerdictsRequest,
    )

    def windows(self) -> list[JudgedWindow]:
        """Every window that is kept, in the order in which they were measured."""
        return [JudgedWindow.model_validate_json(file.read_text()) for file in self._files()]

    def keep(self, window: JudgedWindow) -> None:
        """One window more."""
        write(self.folder / "windows" / f"{len(self._files()) + 1:04}.json", window.model_dump_json(indent=2) + "\n")

    def _files(self) -> list[Path]:
        return sorted((self.folder / "windows").glob("*.json"))
