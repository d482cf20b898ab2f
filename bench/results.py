"""The result files and their schema. Nothing else reads or writes them."""

import json
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from bench.errors import ThreadmillError
from bench.paths import RESULTS

SCHEMA = 1


class Record(BaseModel):
    """A part of a result file: immutable, and strict about what it holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Latency(Record):
    """Milliseconds, of good answers only; None where there were none."""

    mean: float | None
    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    max: float | None


class TimelineRow(Record):
    """Five seconds of a load that varies, from second `at` of the window; `offered` by arrival, the rest by answer."""

    at: float
    offered: int
    good: int
    failed: int
    p95_ms: float | None


class Phase(Record):
    """A stretch of constant rate within a window, by arrival: `offered` is `good` plus `failed`."""

    name: str
    at: float
    seconds: float
    rate: float
    offered: int
    good: int
    failed: int
    latency_ms: Latency


class LoadSummary(Record):
    """What k6 says of one window. `requests` ended within it; `good` of them were right in status and content."""

    scenario: str
    model: Literal["closed", "open"]
    vus: int | None
    rate: float | None
    window_seconds: float
    requests: int
    good: int
    failed: int
    failures: dict[str, int]
    latency_ms: Latency
    iterations_outside: int
    first_byte_ms: Latency | None = None
    timeline: list[TimelineRow] | None = None
    phases: list[Phase] | None = None


class MachineUse(Record):
    """What one machine used in a window, from its cgroup. Shares are of its cap, or of its periods for throttling."""

    seconds: float
    cpu_seconds: float
    cpu_share: float
    throttled_share: float
    throttled_seconds: float
    memory_peak: int | None
    memory_limit: int | None


class Threads(Record):
    """The largest numbers seen in a window. `virtual` is None in a variant that has no virtual threads."""

    operating_system: int | None
    virtual: int | None


class Verdict(Record):
    """Whether a number may be used, and why not."""

    verdict: Literal["VALID", "SUSPECT", "INVALID"]
    reasons: list[str]


class Window(Record):
    """One measured interval of a run, at one load level. Times are seconds since the epoch.

    `others_share` is what the host's other work took of the app's cores; None where the host does not tell.
    """

    level: int
    started: float
    ended: float
    load: LoadSummary
    use: dict[str, MachineUse]
    others_share: float | None
    threads: Threads
    verdict: Verdict

    @property
    def goodput(self) -> float:
        """Correct answers per second."""
        return self.load.good / self.load.window_seconds


class WarmupStep(Record):
    """One step of the warm-up: its end in seconds since the warm-up began, requests/s, and the share of one core
    that the JIT compilers took."""

    at: float
    throughput: float
    compiling: float


class Warmup(Record):
    """How the run got warm. `steady` is False when it was still changing at the limit."""

    seconds: float
    steady: bool
    reason: str
    steps: list[WarmupStep]


class Run(Record):
    """One fresh start of one variant. `cpus` are the CPU caps, in cores, that its windows were measured under."""

    block: int
    variant: str
    image: str
    cpus: dict[str, float]
    startup_seconds: float
    warmup: Warmup
    windows: list[Window]


class Plan(Record):
    """What was to be done.

    `options` are settings of the scenario itself, such as THINK; `needs` the machines that it
    uses besides app and load.
    """

    scenario: str
    model: Literal["closed", "open"]
    levels: list[int]
    settle: int
    duration: int
    runs: int
    seed: int
    warmup_limit: int
    options: dict[str, str]
    needs: list[str]
    blocks: list[list[str]]


class Environment(Record):
    """Where it was done."""

    started: datetime
    commit: str
    modified: bool
    kernel: str
    cgroup: int
    host_cpu: str
    host_cores: int
    host_memory: int
    engine: str
    images: dict[str, str]
    caps: dict[str, dict[str, str | int | float]]
    settings: dict[str, str]


class Experiment(Record):
    """The runs of one scenario."""

    version: int = SCHEMA
    plan: Plan
    environment: Environment
    wall_seconds: float | None = None


class Store:
    """The folder of one experiment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, experiment: Experiment) -> "Store":
        """A new folder named after the time (UTC) and the scenario, with experiment.json in it."""
        stamp = experiment.environment.started.strftime("%Y%m%dT%H%M%SZ")
        folder = RESULTS / f"{stamp}-{experiment.plan.scenario}"
        (folder / "runs").mkdir(parents=True)
        store = cls(folder)
        store.write_experiment(experiment)
        return store

    def write_experiment(self, experiment: Experiment) -> None:
        (self.folder / "experiment.json").write_text(experiment.model_dump_json(indent=2) + "\n")

    def write_run(self, run: Run) -> None:
        path = self.folder / "runs" / f"{run.block:02d}-{run.variant}.json"
        path.write_text(run.model_dump_json(indent=2) + "\n")

    def write_summary(self, markdown: str) -> None:
        (self.folder / "summary.md").write_text(markdown)

    def experiment(self) -> Experiment:
        """Read experiment.json; a file of another schema version is refused."""
        data = json.loads((self.folder / "experiment.json").read_text())
        if data.get("version") != SCHEMA:
            found = data.get("version")
            raise ThreadmillError(f"{self.folder} has schema {found}, this version reads {SCHEMA}; run it again")
        return Experiment.model_validate(data)

    def runs(self) -> list[Run]:
        """Every finished run, in the order of the plan."""
        files = sorted((self.folder / "runs").glob("*.json"))
        return [Run.model_validate_json(path.read_text()) for path in files]
