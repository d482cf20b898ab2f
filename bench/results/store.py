"""The folder of one experiment. Nothing else reads or writes result files."""

import hashlib
import json
from pathlib import Path

from bench import paths
from bench.errors import ThreadmillError
from bench.results.evidence import Samples
from bench.results.experiment import Experiment
from bench.results.folder import STAMP, ResultsFolder
from bench.results.record import SCHEMA, write
from bench.results.run import Run

LONGEST = 180
"""Letters of a run's name. File systems take 255 for a file's, and its folder and endings are added to it."""


class Store(ResultsFolder):
    """results/<UTC time>-<scenario>: experiment.json, runs/*.json, samples/*.json, and the reports made of them."""

    FILE, WHAT, FIRST = "experiment.json", "results folder", "make bench"

    @classmethod
    def create(cls, experiment: Experiment, folder: Path | None = None) -> "Store":
        """A new `folder`, or one named after the time (UTC) and the scenario, with experiment.json in it."""
        stamp = experiment.environment.started.strftime(STAMP)
        folder = folder or paths.RESULTS / f"{stamp}-{experiment.plan.scenario}"
        for part in ("runs", "samples"):
            (folder / part).mkdir(parents=True)
        store = cls(folder)
        store.write_experiment(experiment)
        return store

    @property
    def stands_alone(self) -> bool:
        """Whether it is an experiment by itself, and no part of a replay, of a search or of an experiment in cells."""
        return self.folder.parent == paths.RESULTS

    @property
    def logs(self) -> Path:
        """Where the machines' logs are kept of an experiment that failed."""
        return self.folder / "logs"

    def write_experiment(self, experiment: Experiment) -> None:
        write(self.file, experiment.model_dump_json(indent=2) + "\n")

    def write_run(self, run: Run, samples: list[Samples]) -> None:
        """The run's file comes last: a run that has one is whole."""
        for index, sample in enumerate(samples):
            write(self.folder / "samples" / f"{_stem(run)}-{index}.json", sample.model_dump_json() + "\n")
        self.rewrite_run(run)

    def rewrite_run(self, run: Run) -> None:
        """The run again, judged anew; its samples stay."""
        write(self.folder / "runs" / f"{_stem(run)}.json", run.model_dump_json(indent=2) + "\n")

    def experiment(self) -> Experiment:
        """Read experiment.json; a file of another schema version is refused."""
        data = json.loads(self.file.read_text())
        if data.get("version") != SCHEMA:
            found = data.get("version")
            raise ThreadmillError(f"{self.folder} has schema {found}, this version reads {SCHEMA}; run it again")
        return Experiment.model_validate(data)

    def runs(self) -> list[Run]:
        """Every finished run, by block and then by variant's name."""
        return [Run.model_validate_json(path.read_text()) for path in self.run_files()]

    def run_files(self) -> list[Path]:
        """The file of every finished run."""
        return sorted((self.folder / "runs").glob("*.json"))

    def name_of(self, run: Run) -> str:
        """What the run's files are called."""
        return _stem(run)

    def samples(self, run: Run, index: int) -> Samples:
        """How the window at `index` of the run went, from 0; empty in a folder that was kept without them."""
        path = self.folder / "samples" / f"{_stem(run)}-{index}.json"
        if not path.is_file():
            return Samples(app=[], load=[], unobserved="this folder holds no samples of it")
        return Samples.model_validate_json(path.read_text())


def _stem(run: Run) -> str:
    configuration = run.configuration if run.mixed else ""
    return run_name(run.block, run.variant, run.arm, configuration)


def run_name(block: int, variant: str, arm: str, configuration: str) -> str:
    """What a run's files are called. `configuration` is empty unless the experiment has several; what is too long of
    it gives way to a digest, since the run's own file tells it whole."""
    name = "-".join(filter(None, (f"{block:02d}", variant, arm, configuration)))
    if len(name) <= LONGEST:
        return name
    return f"{name[:LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
