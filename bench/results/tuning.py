"""The folder of a search: what was asked for, and a results folder for each variant and stage."""

from pathlib import Path

from bench.results.folder import Collection, Request
from bench.results.store import Store


class Asked(Request):
    """`given` are the variables of the command line that hold for every run; `runs` the blocks of the confirmation."""

    scenario: str
    variants: list[str]
    runs: int
    given: dict[str, str]


class TuningStore(Collection[Asked]):
    """results/tune-<scenario>-<UTC time>: tuning.json, summary.md, and <variant>-<stage> for each stage."""

    FILE, WHAT, FIRST, REQUEST = "tuning.json", "search", "make tune", Asked

    @classmethod
    def create(cls, scenario: str, variants: list[str], runs: int, given: dict[str, str]) -> "TuningStore":
        """A new folder."""
        return cls.begin(f"tune-{scenario}", Asked(scenario=scenario, variants=variants, runs=runs, given=given))

    def stage_folder(self, variant: str, stage: str) -> Path:
        """Where a stage's experiment is kept."""
        return self.folder / f"{variant}-{stage}"

    def stage(self, variant: str, stage: str) -> Store | None:
        """A stage's experiment, as far as there is one."""
        return Store.within(self, f"{variant}-{stage}")
