"""The folder of an experiment in cells: what was asked for, and a results folder for each cell."""

from pathlib import Path

from bench.results.folder import Collection, Request
from bench.results.record import Settings
from bench.results.store import Store


class SweepRequest(Request):
    """Each cell's name and the variables that ask for it alone, in order; the first is what others compare with."""

    name: str
    cells: dict[str, Settings]


class SweepStore(Collection[SweepRequest]):
    """results/<file>-cells-<UTC time>: sweep.json, the reports, and a folder for each cell."""

    FILE, WHAT, FIRST, REQUEST = "sweep.json", "experiment in cells", "make bench", SweepRequest

    @classmethod
    def create(cls, name: str, cells: dict[str, dict[str, str]]) -> "SweepStore":
        """A new folder."""
        return cls.begin(f"{name}-cells", SweepRequest(name=name, cells=cells))

    def cell(self, name: str) -> Store | None:
        """A cell's experiment, as far as there is one."""
        return Store.within(self, name)

    def cell_folder(self, name: str) -> Path:
        """Where a cell's experiment is kept."""
        return self.folder / name
