"""What a profiled run left: its facts and its recordings. Nothing of it is a measured window."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, ValidationError

from bench.results.record import Record
from bench.results.run import Run

FOLDER, FACTS = "profiles", "facts.json"
"""Of a folder of results, and of a profiled run in it."""
BESIDE = "profile"
"""In the folder of a measured experiment: that of the profiles which were recorded after it."""
CPU, ALLOCATED, LOCKS = "cpu", "alloc", "lock"
"""The recordings, which are kept as `<name>.collapsed`: a stack with its weight on each line. Weights are samples,
bytes and nanoseconds."""


class Span(Record):
    """When something was recorded, in milliseconds since the epoch, and how many seconds of it."""

    from_epoch_ms: int
    to_epoch_ms: int
    seconds: float


class Counted(Record):
    """How often something happened, and how long it took together."""

    count: int
    ns: int


class Profiler(Record):
    """What recorded, and by which event, such as jdk.CPUTimeSample."""

    name: str
    version: str
    event: str


class ProfileFacts(Record):
    """One profiled row: what was recorded when, and what was counted beside it in the same span.

    `interval_ns` is the CPU time that a sample stands for. `signals` is how often one was taken, where each says how
    many it stands for (0: one each). `lost` are those that the profiler could not take, `failed` those whose stack it
    could not read. CPU seconds are the cgroups' (app, db) and the app's own threads' (compilers, collector). None where
    it was not counted.
    """

    variant: str
    configuration: str
    scenario: str
    interval_ns: int
    window: Span
    samples: int
    signals: int = 0
    lost: int
    failed: int
    requests_good: int
    requests_failed: int
    app_cpu_seconds: float
    db_cpu_seconds: float | None = None
    compiler_cpu_seconds: float | None = None
    collector_cpu_seconds: float | None = None
    allocated_bytes: int | None = None
    pinned: Counted | None = None
    gc: Counted | None = None
    profiler: Profiler
    notes: list[str] = Field(default_factory=list)

    @property
    def lost_ns(self) -> float:
        """About how much CPU the lost ones stand for, if each stands for as much as the others do."""
        return self.lost * self.interval_ns * (self.samples / self.signals if self.signals else 1.0)

    @property
    def requests(self) -> int:
        """Requests that ended in the span, right or wrong: each cost CPU."""
        return self.requests_good + self.requests_failed


@dataclass(frozen=True)
class Profile:
    """The folder of one profiled run. `facts` are None where they cannot be read, and `fault` says why. `run` is what
    is known of it apart from that, None where nothing is: that of an app which was killed has no facts."""

    folder: Path
    facts: ProfileFacts | None
    fault: str = ""
    run: Run | None = None

    @property
    def name(self) -> str:
        """The run's name, which is that of its folder."""
        return self.folder.name

    @property
    def variant(self) -> str:
        """Its variant; empty where neither its facts nor its run say."""
        known = self.facts or self.run
        return known.variant if known else ""

    @property
    def configuration(self) -> str:
        """Its configuration; empty where neither its facts nor its run say."""
        known = self.facts or self.run
        return known.configuration if known else ""

    def recording(self, what: str) -> str | None:
        """The collapsed stacks of one kind; None where that was not recorded."""
        path = self.folder / f"{what}.collapsed"
        return path.read_text(errors="replace") if path.is_file() else None

    @property
    def address(self) -> str:
        """Of its folder, from the results' report."""
        inside = self.folder.parent.parent.name == BESIDE
        return f"{BESIDE}/{FOLDER}/{self.name}" if inside else f"{FOLDER}/{self.name}"

    @property
    def pages(self) -> list[Path]:
        """The flame graphs, those of one run before those of two."""
        return sorted(self.folder.glob("*.html"), key=lambda path: (path.name.startswith("diff"), path.name))


def read(results: Path) -> list[Profile]:
    """Every profiled run in a folder of results or recorded beside it, by name; an empty list where nothing was."""
    return [*_each(results / FOLDER), *_each(results / BESIDE / FOLDER)]


def _each(folder: Path) -> Iterator[Profile]:
    for run in sorted(path for path in folder.glob("*") if path.is_dir()):
        facts, fault = None, ""
        try:
            facts = ProfileFacts.model_validate_json((run / FACTS).read_text())
        except FileNotFoundError:
            fault = f"{FACTS} is missing, so the recording was cut off; profile it again"
        except (ValidationError, UnicodeDecodeError):
            fault = f"{FACTS} cannot be read, so the recording was cut off; profile it again"
        yield Profile(run, facts, fault, _run(folder.parent / "runs" / f"{run.name}.json"))


def _run(path: Path) -> Run | None:
    """A finished run's file; None where it is not there or cannot be read."""
    try:
        return Run.model_validate_json(path.read_text())
    except (OSError, ValidationError, UnicodeDecodeError):
        return None
