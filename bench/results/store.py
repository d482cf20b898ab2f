"""The folder of one experiment. Nothing else reads or writes result files."""

import json
from pathlib import Path

from bench.errors import ThreadmillError, UsageError
from bench.paths import RESULTS
from bench.results.evidence import Samples
from bench.results.experiment import Experiment
from bench.results.record import SCHEMA, write
from bench.results.run import Run


class Store:
    """results/<UTC time>-<scenario>: experiment.json, runs/*.json, samples/*.json, and the reports made of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, experiment: Experiment, folder: Path | None = None) -> "Store":
        """A new `folder`, or one named after the time (UTC) and the scenario, with experiment.json in it."""
        stamp = experiment.environment.started.strftime("%Y%m%dT%H%M%SZ")
        folder = folder or RESULTS / f"{stamp}-{experiment.plan.scenario}"
        for part in ("runs", "samples"):
            (folder / part).mkdir(parents=True)
        store = cls(folder)
        store.write_experiment(experiment)
        return store

    @classmethod
    def open(cls, name: str) -> "Store":
        """The folder `name`, as a path or a name under results/; a UsageError lists the latest if there is none."""
        for folder in (Path(name), RESULTS / name):
            if name and (folder / "experiment.json").is_file():
                return cls(folder.resolve())
        known = sorted(path.parent.name for path in RESULTS.glob("*/experiment.json"))[-5:]
        asked = f"there are no results '{name}'" if name else "the name of a results folder is missing"
        raise UsageError(f"{asked}; the latest are: {', '.join(known) or 'none yet, run make bench first'}")

    @classmethod
    def latest(cls) -> "Store":
        """The newest folder."""
        known = sorted(path.parent.name for path in RESULTS.glob("*/experiment.json"))
        return cls.open(known[-1] if known else "")

    @property
    def stands_alone(self) -> bool:
        """Whether it is an experiment by itself, and no part of a replay."""
        return self.folder.parent == RESULTS

    def write_experiment(self, experiment: Experiment) -> None:
        write(self.folder / "experiment.json", experiment.model_dump_json(indent=2) + "\n")

    def write_run(self, run: Run, samples: list[Samples]) -> None:
        """The run's file comes last: a run that has one is whole."""
        for place, sample in enumerate(samples):
            write(self.folder / "samples" / f"{_stem(run)}-{place}.json", sample.model_dump_json() + "\n")
        self.rewrite_run(run)

    def rewrite_run(self, run: Run) -> None:
        """The run again, judged anew; its samples stay."""
        write(self.folder / "runs" / f"{_stem(run)}.json", run.model_dump_json(indent=2) + "\n")

    def write_report(self, name: str, text: str) -> Path:
        """summary.md, report.html or one of its charts; its path."""
        write(self.folder / name, text)
        return self.folder / name

    def experiment(self) -> Experiment:
        """Read experiment.json; a file of another schema version is refused."""
        data = json.loads((self.folder / "experiment.json").read_text())
        if data.get("version") != SCHEMA:
            found = data.get("version")
            raise ThreadmillError(f"{self.folder} has schema {found}, this version reads {SCHEMA}; run it again")
        return Experiment.model_validate(data)

    def runs(self) -> list[Run]:
        """Every finished run, by block and then by variant's name."""
        files = sorted((self.folder / "runs").glob("*.json"))
        return [Run.model_validate_json(path.read_text()) for path in files]

    def samples(self, run: Run, place: int) -> Samples:
        """How the window at `place` of the run went, from 0."""
        return Samples.model_validate_json((self.folder / "samples" / f"{_stem(run)}-{place}.json").read_text())


def _stem(run: Run) -> str:
    configuration = run.configuration if run.mixed else ""
    return "-".join(filter(None, (f"{run.block:02d}", run.variant, run.arm, configuration)))
