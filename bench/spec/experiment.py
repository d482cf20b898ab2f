"""What an experiment is to be: one model, the same from a file, the environment and the command line."""

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from bench.errors import UsageError
from bench.results import Plan
from bench.spec import choice, configuration, scenarios, schedule, settings
from bench.spec.scenarios import OPTIONS, Scenario
from bench.spec.variables import Variable, switch, whole, whole_or_0, wholes
from bench.spec.variants import BASELINE, RECORDS, VARIANTS, parse

WARMUP_LIMIT = 120
"""Seconds after which a run is measured although it is not steady, and says so."""
LOAD = ("levels", "rates")
"""They choose the load together: one of them replaces all of a file's."""
CELLS = 8
"""Cells at most: each takes as long as an experiment."""
BASE = "as-in-the-file"
"""The name of a cell that changes nothing."""


def _one_of(words: Collection[str]) -> AfterValidator:
    def check(word: str) -> str:
        if word not in words:
            raise ValueError(f"'{word}' is none of: {', '.join(words)}")
        return word

    return AfterValidator(check)


def _scenario(name: str) -> str:
    if name not in (known := scenarios.comparing()):
        raise ValueError(f"'{name}' is none of: {', '.join(known)}")
    return name


def _distinct(words: list[str]) -> list[str]:
    if len(set(words)) < len(words):
        raise ValueError("a variant is named twice; each runs once in a block, `runs` repeats the block")
    return words


def _number_as_text(value: Any) -> Any:
    return str(value) if type(value) in (int, float) else value


def _option(given: dict[str, str]) -> dict[str, str]:
    """Told here rather than by k6, which says it only when the machines are up."""
    for name, text in given.items():
        try:
            OPTIONS[name].read(name, text)
        except UsageError as fault:
            raise ValueError(str(fault)) from None
    return given


def _setting(name: str) -> str:
    try:
        return settings.known(name)
    except UsageError as fault:
        raise ValueError(str(fault)) from None


Positive = Annotated[int, Field(ge=1)]
Levels = Annotated[list[Positive], Field(min_length=1)]
Variant = Annotated[str, _one_of(RECORDS)]
Text = Annotated[str, BeforeValidator(_number_as_text)]
Settings = dict[Annotated[str, AfterValidator(_setting)], Text]


class ExperimentSpec(BaseModel):
    """What is asked for. What is left out is as the scenario has it, or as the default says.

    `levels` are users of the closed load model, `rates` arrivals a second of the open one. `options` are settings of
    the scenario, `caps` settings of .env.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    scenario: Annotated[
        str,
        AfterValidator(_scenario),
        Variable("SCENARIO", "what a user does: a file in [k6/scenarios](../k6/scenarios)", "none, you must give it"),
    ]
    variants: Annotated[
        Annotated[list[Variant], Field(min_length=1), AfterValidator(_distinct)] | None,
        Variable(
            "VARIANT",
            "a comma list of variants; `make up` takes one",
            f"`{','.join(VARIANTS)}`; for `make up` `{BASELINE}`",
            lambda _, text: parse(text),
        ),
    ] = None
    levels: Annotated[
        Levels | None,
        Variable(
            "VUS",
            "users of the closed load model: each waits for its answer before it asks again. A comma list, such as "
            "`50,100,200`, gives several levels; each run measures them all after one warm-up",
            "the scenario's",
            wholes,
        ),
    ] = None
    rates: Annotated[
        Levels | None,
        Variable(
            "RATE",
            "arrivals a second of the open load model, whatever the answers do. A comma list gives several levels",
            "the scenario's",
            wholes,
        ),
    ] = None
    duration: Annotated[
        Positive | None, Variable("DURATION", "seconds of a window", "the scenario's, mostly 20", whole)
    ] = None
    runs: Annotated[
        Positive,
        Variable("RUNS", "blocks, so fresh starts of each variant. With 2 or more you get intervals", "1", whole),
    ] = 1
    seed: Annotated[
        Positive,
        Variable("SEED", "a whole number, from which the order of runs and every random draw follow", "1", whole),
    ] = 1
    warmup: Annotated[
        int,
        Field(ge=0),
        Variable("WARMUP", "seconds of warm-up at most. `0` measures a cold JVM", f"{WARMUP_LIMIT}", whole_or_0),
    ] = WARMUP_LIMIT
    observers: Annotated[
        bool,
        Variable(
            "OBSERVERS",
            "`off` measures without Prometheus, cAdvisor and the exporter, and without k6's own series",
            "`on`",
            switch,
        ),
    ] = True
    reset: Annotated[bool, Variable("RESET", "`off` resets the database before the first run only", "`on`", switch)] = (
        True
    )
    rows: Annotated[
        Positive | None,
        Variable("ROWS", "rows of agents in the table, for scenarios that ask the database", "the seeded ones", whole),
    ] = None
    configuration: Annotated[
        str | None,
        Variable(
            "CONFIGURATION",
            "`stock`, `tuned`, `both`, or settings to try beside stock ([tuning.md](tuning.md#choose-a-configuration))",
            "tuned where a file fits, else stock",
        ),
    ] = None
    options: Annotated[dict[Annotated[str, _one_of(OPTIONS)], Text], AfterValidator(_option)] = {}
    caps: Settings = {}

    @model_validator(mode="after")
    def _one_load_model(self) -> "ExperimentSpec":
        if self.levels and self.rates:
            raise ValueError("levels is the closed load model and rates the open one; give one of them")
        return self

    @cached_property
    def plan(self) -> Plan:
        """The runs in their order; a UsageError where what is asked for does not fit together."""
        scenario = scenarios.load(self.scenario)
        model = "open" if self.rates else "closed" if self.levels else scenario.model
        default = scenario.rate if model == "open" else scenario.vus
        kind, limits = schedule.kind(scenario, self.options), configuration.limits(self.caps)
        named = self.variants or list(VARIANTS)
        return schedule.plan(
            scenario,
            choice.choose(self.configuration or "", named, kind, limits, self.options),
            model=model,
            levels=self.rates or self.levels or [default or 0],
            duration=self.duration or scenario.duration,
            runs=self.runs,
            seed=self.seed,
            warmup_limit=self.warmup,
            observers=self.observers,
            reset=self.reset,
            rows=self._rows(scenario),
            options=self.options,
        )

    def _rows(self, scenario: Scenario) -> int | None:
        """How many agents the table is to have; None for the seeded ones."""
        if self.rows is None:
            return None
        if "db" not in scenario.needs:
            raise UsageError(f"{scenario.name} asks no database; ROWS goes with scenarios that do, such as list-agents")
        return whole("ROWS", str(self.rows), least=int(settings.effective(self.caps)["ROWS_AGENTS"]))

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


def _variables() -> Iterator[tuple[str, Variable]]:
    for key, info in ExperimentSpec.model_fields.items():
        yield from ((key, found) for found in info.metadata if isinstance(found, Variable))


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
