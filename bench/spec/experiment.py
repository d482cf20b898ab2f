"""What an experiment is to be: one model, the same from a file, the environment and the command line."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field, model_validator

from bench.errors import UsageError
from bench.results import SEARCHED, Plan
from bench.spec import choice, configuration, objective, parity, scenarios, schedule, settings
from bench.spec import variables as var
from bench.spec.fields import Ladder, Levels, Objective, Options, Percentage, Positive, ScenarioName, Settings, Variants
from bench.spec.scenarios import Scenario
from bench.spec.strict_yaml import Strict
from bench.spec.variants import BASELINE, VARIANTS

WARMUP_LIMIT = 120
"""Seconds after which a run is measured although it is not steady, and says so."""
PILOT, MINUTES = 5, 240
"""Blocks of the pilot where a precision is asked for, and the minutes that all runs may take then. The interval keeps
the pilot's degrees of freedom: fewer blocks would need many more in the second stage."""
LOAD = ("levels", "rates", "ladder", "objective")
"""They choose the load together: one of them replaces all of a file's."""
USERS = "1000"
"""Users that the open model reserves at most for a rate, and for an objective, whose steps that fail leave no longer a
queue than that. The usual 5,000 are for loads that wait, and take more memory than the load machine has on a small host
(k6/README.md). A ladder takes as many as its rates need (runner/reserved.py)."""
DELAYED = "passthrough-message"
"""The scenario whose wait DELAY sets."""
CELLS = 8
"""Cells at most: each takes as long as an experiment."""
BASE = "as-in-the-file"
"""The name of a cell that changes nothing."""


class ExperimentSpec(Strict):
    """What is asked for: the keys of a file, and beside each its variable. What is left out is as the scenario has it,
    or the default.

    `levels` are users of the closed load model, `rates` arrivals a second of the open one; a `ladder` is of rates that
    every variant can answer, 'auto' where a pilot finds them. Under an `objective`, such as 'p99<100ms', each run finds
    the highest rate that it holds. `options` are settings of the scenario, `caps` settings of .env.
    """

    scenario: Annotated[ScenarioName, var.SCENARIO]
    variants: Annotated[Variants | None, var.VARIANT] = None
    levels: Annotated[Levels | None, var.VUS] = None
    rates: Annotated[Levels | None, var.RATE] = None
    ladder: Annotated[Ladder, var.LADDER] = None
    objective: Annotated[Objective | None, var.OBJECTIVE] = None
    duration: Annotated[Positive | None, var.DURATION] = None
    runs: Annotated[Positive, var.RUNS] = 1
    precision: Annotated[Percentage | None, var.PRECISION] = None
    primary: Annotated[str | None, var.PRIMARY] = None
    max_minutes: Annotated[Positive | None, var.MAX_MINUTES] = None
    seed: Annotated[Positive, var.SEED] = 1
    warmup: Annotated[int, Field(ge=0), var.WARMUP] = WARMUP_LIMIT
    observers: Annotated[bool, var.OBSERVERS] = True
    reset: Annotated[bool, var.RESET] = True
    rows: Annotated[Positive | None, var.ROWS] = None
    configuration: Annotated[str | None, var.CONFIGURATION] = None
    options: Options = Field(default_factory=dict)
    caps: Settings = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_load_model(self) -> "ExperimentSpec":
        if self.levels and self.rates:
            raise ValueError("levels is the closed load model and rates the open one; give one of them")
        if self.ladder and (self.levels or self.rates):
            raise ValueError("ladder offers every variant the same rates; leave out levels and rates")
        if self.objective and (self.levels or self.rates or self.ladder):
            raise ValueError("objective finds the rates; leave out levels, rates and ladder")
        return self

    @cached_property
    def plan(self) -> Plan:
        """The runs in their order; a UsageError where what is asked for does not fit together."""
        parity.check_flags(settings.effective(self.caps)["APP_JVM_FLAGS"])
        scenario = scenarios.load(self.scenario)
        opened = self.rates or self.ladder or self.objective
        model = "open" if opened else "closed" if self.levels else scenario.model
        default = scenario.rate if model == "open" else scenario.vus
        called, limits = schedule.called(scenario, self.options), configuration.limits(self.caps)
        wait = self.options.get("DELAY", called.wait_ms)
        if "DELAY" in self.options and called.name != DELAYED:
            raise UsageError(f"DELAY is how long a message of {DELAYED} waits: leave it out, {called.name} sends none")
        # the calls of a scenario of the closed model make users that are dear to reserve
        dear = model == "open" and scenario.model == "closed" and not self.ladder
        options = {**({"MAX_VUS": USERS} if dear else {}), **self.options}
        load = self._searched(scenario, float(wait or 0)) if self.objective else self._ladder(scenario)
        named = self.variants or list(VARIANTS)
        configured = choice.choose(self.configuration or "", named, called.kind, limits, self.options)
        return Plan.model_validate(
            {
                "scenario": scenario.name, "kind": called.kind, "needs": list(scenario.needs), "options": options,
                "model": model, "levels": self.rates or self.levels or [default or 0], **load,
                "duration": self.duration or scenario.duration, "warmup_limit": self.warmup,
                "settle": schedule.SETTLE if self.warmup else 0,  # a cold window begins with the first request
                "statements": scenario.statements, "statements_apart": dict(scenario.statements_apart),
                "wait_ms": wait, "failures_expected": scenario.failures_expected,
                "observers": self.observers, "reset": self.reset, "rows": self._rows(scenario),
                **self._stages(named),
                **schedule.drawn(configured, PILOT if self.precision else self.runs, self.seed),
            }
        )  # fmt: skip

    def _ladder(self, scenario: Scenario) -> dict[str, Any]:
        """What a ladder changes in the plan; no levels yet where a pilot has to find the rates."""
        if not self.ladder:
            return {}
        if not self.warmup:
            raise UsageError("LADDER measures several rates after one warm-up: leave out WARMUP=0")
        if self.ladder == var.AUTO and scenario.vus is None:
            raise UsageError(
                f"{scenario.name} has no usual number of users for the pilot: give the rates by hand, such as "
                f"LADDER={scenario.rate or 100}"
            )
        rates = [] if self.ladder == var.AUTO else self.ladder
        return {"ladder": True, "levels": rates}

    def _searched(self, scenario: Scenario, wait_ms: float) -> dict[str, Any]:
        """What an objective changes in the plan: its one level stands for the rate that each run finds."""
        found = objective.parse(self.objective or "")
        if not self.warmup:
            raise UsageError("OBJECTIVE offers many rates after one warm-up: leave out WARMUP=0")
        if scenario.failures_expected or scenario.vus is None:
            raise UsageError(
                f"{scenario.name} goes beyond what can be answered, on purpose: OBJECTIVE goes with a scenario of the "
                "closed load model, such as create-property"
            )
        short = [one for one in found.bounds if one.figure != "failed" and one.below <= wait_ms]
        if short:
            raise UsageError(
                f"each request of {scenario.name} waits {wait_ms:g} ms, so that {short[0]} holds at no rate: allow "
                f"more, such as {short[0].figure}<{2 * wait_ms:g}ms"
            )
        return {"objective": found, "levels": [SEARCHED], "max_minutes": self.max_minutes or 0}

    def _stages(self, variants: Sequence[str]) -> dict[str, Any]:
        """What a precision asks for, to be planned in two stages; nothing without one."""
        others = [name for name in variants if name != BASELINE]
        if not self.precision:
            if beside := {"primary", *([] if self.objective else ["max_minutes"])} & self.named.keys():
                raise UsageError(f"{', '.join(sorted(beside)).upper()} goes with PRECISION, such as PRECISION=5%")
            return {}
        if "runs" in self.named:
            raise UsageError("PRECISION finds out how many runs it takes: leave out RUNS")
        if self.ladder:
            raise UsageError("PRECISION is of one ratio at one load level; LADDER has several and takes RUNS")
        if len(self.rates or self.levels or [0]) > 1:
            raise UsageError("PRECISION is of one ratio: give one load level")
        if BASELINE not in variants or (self.primary or next(iter(others), "")) not in others:
            raise UsageError(
                f"PRECISION is of a ratio to {BASELINE}: VARIANT must name {BASELINE} and another one"
                + (f", and PRIMARY={self.primary} be one of the others" if self.primary else "")
            )
        return {
            "precision": var.share(self.precision), "primary": self.primary or "", "pilot": PILOT,
            "max_minutes": self.max_minutes or MINUTES,
        }  # fmt: skip

    def _rows(self, scenario: Scenario) -> int | None:
        """How many agents the table is to have; None for the seeded ones."""
        if self.rows is None:
            return None
        if "db" not in scenario.needs:
            raise UsageError(f"{scenario.name} asks no database; ROWS goes with scenarios that do, such as list-agents")
        return var.whole("ROWS", str(self.rows), least=int(settings.effective(self.caps)["ROWS_AGENTS"]))

    @property
    def named(self) -> dict[str, Any]:
        """What is asked for by name; the rest are defaults."""
        return {name: value for name in self.model_fields_set if (value := getattr(self, name)) is not None}

    @property
    def variables(self) -> dict[str, str]:
        """The same on the command line: `make bench` with these variables is this experiment."""
        return variables_of(self.named)

    def changed(self, **values: Any) -> "ExperimentSpec":
        """The same but for these values; None takes back what was named."""
        changed = {key: value for key, value in {**self.named, **values}.items() if value is not None}
        return ExperimentSpec.model_validate(changed)


class ExperimentFile(ExperimentSpec):
    """The keys of a file. Each of `cells` is an experiment of its own with these settings over the others; the first is
    what the others compare with."""

    cells: Annotated[list[Settings], Field(min_length=1, max_length=CELLS)] | None = None

    @model_validator(mode="after")
    def _distinct_cells(self) -> "ExperimentFile":
        if self.cells is not None and len(self.named_cells) < len(self.cells):
            raise ValueError("cells: two of them change the same settings to the same values")
        return self

    @property
    def named_cells(self) -> dict[str, dict[str, str]]:
        """The settings of each cell by its name, such as 'APP_CPUS=0.25'."""
        return {"+".join(f"{name}={value}" for name, value in one.items()) or BASE: one for one in self.cells or []}


def _variables() -> Iterator[tuple[str, var.Variable]]:
    for key, info in ExperimentSpec.model_fields.items():
        yield from ((key, found) for found in info.metadata if isinstance(found, var.Variable))


VARIABLES = dict(_variables())
"""The variable of each key of an experiment, `options` and `caps` aside."""


def variables_of(values: dict[str, Any]) -> dict[str, str]:
    """Values by their keys, as variables."""
    plain = {one.name: _words(values[key]) for key, one in VARIABLES.items() if key in values}
    return {**plain, **values.get("options", {}), **values.get("caps", {})}


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
