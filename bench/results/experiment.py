"""An experiment: what was to be done, and where it was done."""

from datetime import datetime
from typing import Literal

from pydantic import AliasChoices, Field

from bench.results.configuration import Configuration
from bench.results.objective import Objective
from bench.results.record import SCHEMA, Record, Settings

SEARCHED = 0
"""The level of a plan with an objective."""


class Plan(Record):
    """What was to be done.

    `options` are settings of the scenario itself, such as THINK; `needs` the machines that it uses besides app and
    load. `statements` that the database should count for each request, `wait_ms` that the downstream or a timer
    takes at least: None where the scenario does not say. `failures_expected`: the load goes beyond what can be
    answered, on purpose. `arms` are the sides of a paired comparison, run by run, where a variant
    runs more than once in a block, else empty.
    `reset`: the database is reset before every run and window, not only before the first run. `rows` that the table
    of agents is grown to; None for the seeded ones. `statements_apart` are the statements of variants whose data
    access is not the contract's. `kind` is the scenario's kind of load. `configurations` name the configuration of
    each run, block by block, out of `configured`; both are empty in results older than configurations. `trial`: a
    configuration that fails is noted, and the experiment goes on. `second_phase`: the warm-up has one.
    `precision` that the ratio of the `primary` variant to the baseline is to have, as a share of it (of every variant,
    where `primary` is empty), so that the first `pilot` blocks decide how many there are, within `max_minutes`; None
    where the user said how many. `ladder`: every variant is offered the same rates, which all of them can answer; its
    `levels` are empty until a pilot has told them, as shares of the `capacity` in requests/s that it found (None where
    the user named the rates). `profiled`: the app is recorded from its start on, in all runs or in those of an arm, so
    that no window of theirs is a measurement. `objective`: each run searches the highest rate that it holds under it,
    so that the one level, SEARCHED, stands for another rate in each; `most_rate` is the highest that is offered, as far
    as the load machine is calibrated.
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
    statements: float | None
    wait_ms: float | None
    failures_expected: bool
    observers: bool
    blocks: list[list[str]]
    arms: list[list[str]] = Field(default_factory=list)
    reset: bool = True
    rows: int | None = None
    statements_apart: dict[str, float] = Field(default_factory=dict)
    kind: str = ""
    configurations: list[list[str]] = Field(default_factory=list)
    configured: list[Configuration] = Field(default_factory=list)
    trial: bool = False
    second_phase: bool = Field(default=True, validation_alias=AliasChoices("second_phase", "rehearsed"))
    precision: float | None = None
    primary: str = ""
    pilot: int = 0
    max_minutes: int = 0
    ladder: bool = False
    capacity: float | None = None
    profiled: bool = False
    objective: Objective | None = None
    most_rate: int | None = None

    @property
    def cold(self) -> bool:
        """Whether the app is measured from its first request on, without any warm-up."""
        return self.warmup_limit == 0

    @property
    def mixed(self) -> bool:
        """Whether its runs have more than one configuration, so that tables must name each row's."""
        return len({one.name for one in self.configured}) > 1

    def configuration(self, variant: str, name: str) -> Configuration:
        """The configuration of that name; an empty one in results older than configurations."""
        found = (one for one in self.configured if (one.variant, one.name) == (variant, name))
        return next(found, Configuration(variant=variant, name=name))


class HostLink(Record):
    """The way from the app's host to another over the machines' network: the median round trip of a TCP exchange, and
    the seconds by which the clock there is ahead."""

    round_trip_ms: float
    clock_ahead: float


class HostFacts(Record):
    """One of several hosts: its Docker context, its id as a node of the swarm, its engine's version, its address in the
    swarm, the machines that it carries, and the way to it from the app's host (None for that one). Memory in bytes."""

    context: str
    node: str
    engine: str
    address: str
    kernel: str
    cgroup: int
    cpu: str
    cores: int
    memory: int
    machines: list[str]
    way: HostLink | None = None


EEVDF_SINCE = (6, 6)
"""The Linux version whose fair scheduler became EEVDF (Documentation/scheduler/sched-eevdf.rst)."""


def scheduler(release: str) -> str:
    """The kernel's fair scheduler, by its version."""
    major, minor = (int(part) for part in release.split(".")[:2])
    return "EEVDF" if (major, minor) >= EEVDF_SINCE else "CFS"


class Environment(Record):
    """Where it was done. The host is the app's, where there are several.

    `settings` are the variables that the user gave, by their names of then; `figures` all of .env, as they held.
    `versions` are what the machines' images hold, as their programs tell it: 'k6 1.8.1, stand-in'. The app's Java
    is attested in each window.
    `missing` are the observers that could not be had or did not get healthy, with the reason.
    `hosts` are all hosts, where HOSTS named several.
    `plan` is the name of the plan that set caps and cores, empty without one, and `planned` what held because of it.
    """

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
    figures: Settings = Field(default_factory=dict)
    versions: dict[str, str] = Field(default_factory=dict)
    missing: dict[str, str] = Field(default_factory=dict)
    plan: str = ""
    planned: Settings = Field(default_factory=dict)
    hosts: list[HostFacts] = Field(default_factory=list)

    @property
    def host(self) -> str:
        """The host's processor and cores, as a file of tuned settings names it."""
        return f"{self.host_cpu}, {self.host_cores} cores"

    @property
    def scheduler(self) -> str:
        """The fair scheduler of the host's kernel."""
        return scheduler(self.kernel)


class Calibration(Record):
    """What `make calibrate` found on this host, as far as it was known when the experiment began.

    `load_ceiling` is the load machine's own limit in requests/s, None where something else gave out before it; `noise`
    how far the A/A ratio's interval reaches from 1 (bench/analysis/noise.py; in older results half of its width).
    """

    measured: datetime
    load_ceiling: float | None
    noise: float

    @property
    def told(self) -> str:
        """Both in words."""
        ceiling = "above what was reached" if self.load_ceiling is None else f"{self.load_ceiling:,.0f} requests/s"
        return f"load machine's ceiling {ceiling}, noise floor ±{self.noise:.1%}"


class Experiment(Record):
    """The runs of one scenario. `wall_seconds` is what its sessions took together; `resumed` how often it went on."""

    version: int = SCHEMA
    plan: Plan
    environment: Environment
    calibration: Calibration | None = None
    wall_seconds: float | None = None
    resumed: int = 0
