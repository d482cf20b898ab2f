"""A run and its windows."""

from pydantic import AliasChoices, Field

from bench.results.attestation import Attestation
from bench.results.configuration import Configuration
from bench.results.evidence import AppUse, DatabaseUse, MachineUse
from bench.results.judgement import APP_CPU, Ceiling, ChangePoint, Drift, Limiter, Verdict
from bench.results.load import LoadSummary
from bench.results.objective import CapacitySearch
from bench.results.record import Record


class Observation(Record):
    """All that was measured of a window, before it is judged. Times are seconds since the epoch.

    `contention` is what the host's other work took of the app's cores, `load_core_full` the share of half-seconds in
    which the load machine's cores were full, `work_ms` the CPU milliseconds that the app's cores took for a small piece
    of work that is always the same (bench/probes/cores.py); None where the host does not tell.
    `incidents` are kills, restarts and ends of machines. `drift` is how much throughput changed within the window,
    `change_point` a part of it that stood apart; None where the load varies, there are too few samples, or, of the
    latter, no part did. Results older than these have neither.
    """

    level: int
    started: float
    ended: float
    load: LoadSummary
    use: dict[str, MachineUse]
    app: AppUse
    database: DatabaseUse | None
    contention: float | None = Field(validation_alias=AliasChoices("contention", "others_share"))  # its older name
    load_core_full: float | None = None
    work_ms: float | None = None
    incidents: list[str]
    attestation: Attestation
    ceilings: list[Ceiling]
    drift: Drift | None = None
    change_point: ChangePoint | None = None


class Window(Observation):
    """One measured interval of a run, at one load level.

    `rate_at_objective` is the rate at which the run's offers, this one among them, just meet the plan's objective
    (bench/analysis/crossing.py); None where there is none, where they do not tell, and in older results.
    `per_work_at_objective` is the same by the speed that the cores had in each of the offers.
    """

    limiter: Limiter
    verdict: Verdict
    rate_at_objective: float | None = None
    per_work_at_objective: float | None = None

    @property
    def usable(self) -> bool:
        """Whether its figures may be used: it is not INVALID."""
        return self.verdict.verdict != "INVALID"

    @property
    def goodput(self) -> float:
        """Correct answers per second."""
        return self.load.good / self.load.window_seconds

    @property
    def figure(self) -> float:
        """What ratios are of: the rate that just meets the objective where that is known, else goodput."""
        return self.goodput if self.rate_at_objective is None else self.rate_at_objective

    @property
    def throughput(self) -> float:
        """Answers per second, right or wrong; arrivals that k6 dropped are none."""
        return self.load.requests / self.load.window_seconds

    @property
    def good_per_cpu_second(self) -> float | None:
        """What a CPU-second of the app buys; None if it used none."""
        used = self.use["app"].cpu_seconds / self.use["app"].seconds
        return self.goodput / used if used else None

    def cpu_us(self, machine: str) -> float | None:
        """CPU microseconds of a machine for each answer; None if it took no part, or nothing was answered."""
        if machine not in self.use or not self.load.requests:
            return None
        used = self.use[machine]
        return used.cpu_seconds / used.seconds / self.throughput * 1e6

    @property
    def allocated_per_request(self) -> float | None:
        """Bytes of the heap for each request, both by the app's own count; None where that is not known."""
        allocated, rate = self.app.allocated_per_second, self.app.requests_per_second
        return allocated / rate if allocated is not None and rate else None

    @property
    def good_per_work(self) -> float | None:
        """Correct answers in the time of 1,000 pieces of work (`work_ms`): the figure without the host's own pace.

        None where that is not known, or where its pace decided nothing: the app's CPU was not the limit, or all was
        answered that was asked for.
        """
        if self.work_ms is None or self.limiter.name != APP_CPU or self.limiter.demand_met:
            return None
        if self.rate_at_objective is not None and self.per_work_at_objective is not None:
            return self.per_work_at_objective
        return self.figure * self.work_ms

    @property
    def good_per_cpu_work(self) -> float | None:
        """Correct answers for the CPU of 1,000 pieces of work: what a CPU-second buys, without the host's own pace."""
        bought = self.good_per_cpu_second
        return None if bought is None or self.work_ms is None else bought * self.work_ms

    @property
    def good_per_mib(self) -> float | None:
        """Correct answers a second for each MiB of the app's peak; None where the kernel keeps no peak."""
        peak = self.use["app"].memory_peak
        return self.goodput / (peak / 2**20) if peak else None


class WarmupStep(Record):
    """One step of the warm-up: its end in seconds since the warm-up began, requests/s, how many JIT compilers were at
    work on average, and the app's CPU for each request in microseconds, theirs included (None without requests)."""

    at: float
    throughput: float
    compiling: float
    cpu_us: float | None


class Warmup(Record):
    """How the run got warm. `steady` is False when it was still changing at the limit. `uncapped_compilers` and
    `capped_compilers` say what part of its CPU the app's compilers took (bench/testbed/cgroup.py), in each load of the
    second phase with the cap lifted and under it (older results call these loads rehearsals); `drift` is how much
    throughput changed within the last one under it, None where that was too short to tell and in older results."""

    seconds: float
    steady: bool
    reason: str
    steps: list[WarmupStep]
    uncapped_compilers: list[float] = Field(
        default_factory=list, validation_alias=AliasChoices("uncapped_compilers", "free_rehearsals")
    )
    capped_compilers: list[float] = Field(
        default_factory=list, validation_alias=AliasChoices("capped_compilers", "rehearsals")
    )
    drift: Drift | None = None


class Run(Record):
    """One fresh start of one variant. `cpus` are the CPU caps, in cores, that its windows were measured under.

    `arm` is its side of a paired comparison, where a variant runs more than once in a block; else it is empty.
    `configured` is its configuration, None in results older than configurations; `mixed`: other runs of the experiment
    have other ones, so that tables must name it.
    `ended` says why it has fewer windows than its plan: a machine went away in the next one, or no rate is held.
    `seconds` is what each part took: start, warm-up, search, windows, and `harness`, all else. `search` is how it found
    the rate of its window, where the plan has an objective.
    """

    block: int
    variant: str
    arm: str = ""
    configured: Configuration | None = None
    mixed: bool = False
    image: str
    cpus: dict[str, float]
    seconds: dict[str, float]
    warmup: Warmup
    windows: list[Window]
    ended: str | None = None
    search: CapacitySearch | None = None

    @property
    def at_least(self) -> bool:
        """Whether its window's goodput is a lower bound of its capacity."""
        return self.search is not None and self.search.outcome == "at least"

    @property
    def configuration(self) -> str:
        """Its configuration's name; empty in results older than configurations."""
        return self.configured.name if self.configured else ""

    @property
    def label(self) -> str:
        """What its figures are gathered under: its variant, and what tells it apart from others of that variant."""
        name = f"{self.variant} {self.arm}".strip()
        return f"{name} ({self.configuration})" if self.mixed else name

    def window(self, index: int) -> Window | None:
        """The window at `index` of the plan's levels, from 0; None if the run ended before it."""
        return self.windows[index] if index < len(self.windows) else None
