"""The folder of a search: what was asked for, and a results folder for each stage."""

from pathlib import Path

from bench.results.folder import Collection, Request
from bench.results.record import Settings
from bench.results.store import Store


class TuningRequest(Request):
    """`given` are the variables of the command line that hold for every run; `runs` the blocks of the confirmation."""

    scenario: str
    variants: list[str]
    runs: int
    given: Settings


class TuningStore(Collection[TuningRequest]):
    """results/tune-<scenario>-<UTC time>: tuning.json, summary.md, and a results folder for each stage."""

    FILE, WHAT, FIRST, REQUEST = "tuning.json", "search", "make tune", TuningRequest

    @classmethod
    def create(cls, scenario: str, variants: list[str], runs: int, given: dict[str, str]) -> "TuningStore":
        """A new folder."""
        asked = TuningRequest(scenario=scenario, variants=variants, runs=runs, given=given)
        return cls.begin(f"tune-{scenario}", asked)

    def stage_folder(self, name: str) -> Path:
        """Where a stage's experiment is kept."""
        return self.folder / name

    def stage(self, name: str) -> Store | None:
        """A stage's experiment, as far as there is one."""
        return Store.within(self, name)
