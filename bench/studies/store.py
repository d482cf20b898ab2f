"""The folder of a replay: what was replayed, a results folder for each of its experiments, and the reports."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from pydantic import AliasChoices, Field

from bench.errors import UsageError
from bench.paths import RESULTS
from bench.results import Store
from bench.results.record import Record, Settings, write
from bench.studies import study
from bench.studies.judgement import Judgement
from bench.studies.measurement import Evidence
from bench.studies.plan import Piece, pieces
from bench.studies.study import Replay
from bench.studies.verdicts import judged

NAME, PROTOCOL = "replay.json", "replay.yaml"


class Begun(Record):
    """What was asked for: the study (`seed` in older results), the share of its published size, whether long
    experiments run too, and the variables that hold for every experiment (settings of .env, RUNS and SEED)."""

    study: Annotated[str, Field(validation_alias=AliasChoices("study", "seed"))]
    scale: float
    long: bool
    given: Settings
    started: datetime


class ReplayStore:
    """results/replay-<study>-<time>: replay.json, replay.yaml as it was then, and a folder for each experiment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.begun = Begun.model_validate_json((folder / NAME).read_text())
        self.replay = self._protocol()
        self.pieces = pieces(self.replay, self.begun.scale, self.begun.long, self.begun.given)

    @classmethod
    def create(cls, name: str, scale: float, long: bool, given: dict[str, str]) -> "ReplayStore":
        """A new folder."""
        started = datetime.now(UTC)
        folder = RESULTS / f"replay-{name}-{started.strftime('%Y%m%dT%H%M%SZ')}"
        folder.mkdir(parents=True)
        write(folder / PROTOCOL, study.text(name))
        begun = Begun(study=name, scale=scale, long=long, given=given, started=started)
        write(folder / NAME, begun.model_dump_json(indent=2) + "\n")
        return cls(folder)

    @classmethod
    def open(cls, name: str) -> "ReplayStore":
        """The folder `name`, as a path or a name under results/; a UsageError lists the latest if there is none."""
        if found := find(name):
            return cls(found)
        known = sorted(RESULTS.glob(f"replay-*/{NAME}"), key=lambda path: path.stat().st_mtime)[-5:]
        listed = ", ".join(path.parent.name for path in known) or "none yet, run make replay first"
        raise UsageError(f"there is no replay '{name}'; the latest are: {listed}")

    def _protocol(self) -> Replay:
        """The study's file as it was then; a UsageError where this version reads another form of it."""
        path = self.folder / PROTOCOL
        try:
            return study.parse(path, path.read_text())
        except UsageError as fault:
            anew = f"make replay STUDY={self.begun.study}"
            raise UsageError(f"{fault}; was it written by another version? {anew} measures it anew") from None

    def experiment(self, piece: Piece) -> Store | None:
        """The results of one of its experiments, as far as there are any."""
        folder = self.folder / piece.name
        return Store(folder) if (folder / "experiment.json").is_file() else None

    def discard(self, piece: Piece) -> None:
        """Remove what one of its experiments has measured."""
        shutil.rmtree(self.folder / piece.name)

    @property
    def variants(self) -> list[str]:
        """Every variant that one of its experiments needs."""
        return list(dict.fromkeys(name for piece in self.pieces for name in piece.asked.plan.blocks[0]))

    def judged(self) -> list[Judgement]:
        """Every claim, by what has been measured so far."""
        return judged(self.replay, self.begun.scale, self.pieces, self.evidence())

    def evidence(self) -> dict[str, Evidence]:
        """What has been measured so far, by the experiment's folder."""
        return {
            piece.name: Evidence(store.experiment().plan, store.runs())
            for piece in self.pieces
            if (store := self.experiment(piece))
        }

    def write_report(self, name: str, text: str) -> Path:
        """summary.md, report.html or one of its charts; its path."""
        write(self.folder / name, text)
        return self.folder / name


def find(name: str) -> Path | None:
    """The folder of the replay `name`; None if that is no replay."""
    folders = (folder for folder in (Path(name), RESULTS / name) if name and (folder / NAME).is_file())
    return next((folder.resolve() for folder in folders), None)
