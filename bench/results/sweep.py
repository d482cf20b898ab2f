"""The folder of an experiment in cells: what was asked for, and a results folder for each cell."""

from datetime import UTC, datetime
from pathlib import Path

from bench import paths
from bench.results.record import Record, Settings, write
from bench.results.store import Store

NAME = "sweep.json"


class SweepRequest(Record):
    """Each cell's name and the variables that ask for it alone, in order; the first is what others compare with."""

    name: str
    cells: dict[str, Settings]
    started: datetime


class SweepStore:
    """results/<file>-cells-<UTC time>: sweep.json, the reports, and a folder for each cell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = SweepRequest.model_validate_json((folder / NAME).read_text())

    @classmethod
    def create(cls, name: str, cells: dict[str, dict[str, str]]) -> "SweepStore":
        """A new folder."""
        asked = SweepRequest(name=name, cells=cells, started=datetime.now(UTC))
        folder = paths.RESULTS / f"{name}-cells-{asked.started.strftime('%Y%m%dT%H%M%SZ')}"
        write(folder / NAME, asked.model_dump_json(indent=2) + "\n")
        return cls(folder)

    @classmethod
    def find(cls, name: str) -> "SweepStore | None":
        """The folder `name`, as a path or a name under results/; None if that is no experiment in cells."""
        folders = (folder for folder in (Path(name), paths.RESULTS / name) if name and (folder / NAME).is_file())
        found = next(folders, None)
        return cls(found.resolve()) if found else None

    def cell(self, name: str) -> Store | None:
        """A cell's experiment, as far as there is one."""
        folder = self.cell_folder(name)
        return Store(folder) if (folder / "experiment.json").is_file() else None

    def cell_folder(self, name: str) -> Path:
        """Where a cell's experiment is kept."""
        return self.folder / name

    def write_report(self, name: str, text: str) -> Path:
        """summary.md or report.html; its path."""
        write(self.folder / name, text)
        return self.folder / name
