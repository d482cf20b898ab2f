"""The folder of a search: what was asked for, and a results folder for each variant and stage."""

from datetime import UTC, datetime
from pathlib import Path

from bench import paths
from bench.errors import UsageError
from bench.results.record import Record, Settings, write
from bench.results.store import Store

NAME = "tuning.json"


class TuningRequest(Record):
    """`given` are the variables of the command line that hold for every run; `runs` the blocks of the confirmation."""

    scenario: str
    variants: list[str]
    runs: int
    given: Settings
    started: datetime


class TuningStore:
    """results/tune-<scenario>-<UTC time>: tuning.json, summary.md, and <variant>-<stage> for each stage."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = TuningRequest.model_validate_json((folder / NAME).read_text())

    @classmethod
    def create(cls, scenario: str, variants: list[str], runs: int, given: dict[str, str]) -> "TuningStore":
        """A new folder."""
        asked = TuningRequest(scenario=scenario, variants=variants, runs=runs, given=given, started=datetime.now(UTC))
        folder = paths.RESULTS / f"tune-{scenario}-{asked.started.strftime('%Y%m%dT%H%M%SZ')}"
        write(folder / NAME, asked.model_dump_json(indent=2) + "\n")
        return cls(folder)

    @classmethod
    def open(cls, name: str) -> "TuningStore":
        """The folder `name`, as a path or a name under results/; a UsageError lists the latest if there is none."""
        for folder in (Path(name), paths.RESULTS / name):
            if name and (folder / NAME).is_file():
                return cls(folder.resolve())
        known = sorted(path.parent.name for path in paths.RESULTS.glob(f"*/{NAME}"))[-5:]
        raise UsageError(f"there is no search '{name}'; the latest are: {', '.join(known) or 'none yet'}")

    def stage_folder(self, variant: str, stage: str) -> Path:
        """Where a stage's experiment is kept."""
        return self.folder / f"{variant}-{stage}"

    def stage(self, variant: str, stage: str) -> Store | None:
        """A stage's experiment, as far as there is one."""
        folder = self.stage_folder(variant, stage)
        return Store(folder) if (folder / "experiment.json").is_file() else None

    def write_report(self, text: str) -> Path:
        """summary.md; its path."""
        write(self.folder / "summary.md", text)
        return self.folder / "summary.md"
