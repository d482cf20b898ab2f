"""What the user asked for, in variables and perhaps in an experiment's file, checked before anything starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from bench.errors import UsageError
from bench.results import Plan
from bench.spec import choice, configuration, dotenv, experiment_file, scenarios, variants
from bench.spec.scenarios import OPTIONS, WHOLE_NUMBERS, Scenario
from bench.spec.schedule import kind, plan

LOAD = ("VUS", "RATE", "LEVELS")
"""They choose the load together: one of them replaces all of a file's."""
VARIABLES = (
    "SCENARIO",
    "VARIANT",
    *LOAD,
    "DURATION",
    "RUNS",
    "SEED",
    "WARMUP",
    "OBSERVERS",
    "RESET",
    "ROWS",
    "CONFIGURATION",
    *OPTIONS,
)

WARMUP_LIMIT = 120
"""Seconds after which a run is measured although it is not steady, and says so."""


@dataclass(frozen=True)
class Asked:
    """The plan; the `variables` that ask for just this without a file; and what overrides the file, in words."""

    plan: Plan
    variables: dict[str, str]
    overrides: list[str]

    @property
    def caps(self) -> dict[str, str]:
        """The figures of .env that are to be others for this experiment."""
        return dotenv.chosen(self.variables)


def asked(environ: Mapping[str, str], cell: Mapping[str, str] | None = None) -> Asked:
    """What these variables ask for: those of the command line, over those of the file that EXPERIMENT names.

    `cell` are the figures of one of the file's cells; they are what it is about, so the command line leaves them.
    """
    given = {name: environ[name] for name in VARIABLES if environ.get(name)} | dotenv.chosen(environ)
    name = environ.get("EXPERIMENT", "")
    filed = experiment_file.read(name).variables() if name else {}
    dropped = {key for key in filed if key in given or (key in LOAD and given.keys() & set(LOAD))}
    variables = {key: value for key, value in filed.items() if key not in dropped} | given | dict(cell or {})
    overrides = [
        f"{key}={filed[key]} of {name} gives way to {_instead(key, given)} of the command line"
        for key in filed
        if key in dropped and given.get(key) != filed[key]
    ]
    return Asked(bench_plan(variables), variables, overrides)


def bench_plan(given: Mapping[str, str]) -> Plan:
    """The plan that the VARIABLES ask for; a UsageError tells what is wrong with them."""
    scenario = scenarios.load(given.get("SCENARIO", ""))
    if scenario.asks != "app":
        raise UsageError(f"{scenario.name} asks {scenario.asks}, so it compares no variants; `make calibrate` runs it")
    chosen = variants.parse(given.get("VARIANT", ""))
    vus, rate, levels = (_levels(given, name) for name in LOAD)
    if vus and rate:
        raise UsageError("VUS is the closed load model and RATE the open one; give one of them")
    if vus and levels:
        raise UsageError("VUS and LEVELS both set the users; give one of them")
    model = "open" if rate else "closed" if vus else scenario.model
    default = scenario.rate if model == "open" else scenario.vus
    options = _options(given)
    limits = configuration.limits(given)
    return plan(
        scenario,
        choice.choose(given.get("CONFIGURATION", ""), chosen, kind(scenario, options), limits, options),
        model=model,
        levels=rate or vus or levels or [default or 0],
        duration=_number(given, "DURATION", scenario.duration),
        runs=_number(given, "RUNS", 1),
        seed=_number(given, "SEED", 1),
        warmup_limit=_number(given, "WARMUP", WARMUP_LIMIT, least=0),
        observers=_switch(given, "OBSERVERS"),
        reset=_switch(given, "RESET"),
        rows=_rows(given, scenario),
        options=options,
    )


def _options(given: Mapping[str, str]) -> dict[str, str]:
    """Told here rather than by k6, which says it only when the machines are up."""
    for name in WHOLE_NUMBERS:
        _number(given, name, 0, least=0)
    return {name: given[name] for name in OPTIONS if given.get(name)}


def _rows(given: Mapping[str, str], scenario: Scenario) -> int | None:
    """How many agents the table is to have; None for the seeded ones."""
    if not given.get("ROWS"):
        return None
    if "db" not in scenario.needs:
        raise UsageError(f"{scenario.name} asks no database; ROWS goes with scenarios that do, such as list-agents")
    return _number(given, "ROWS", 0, least=int(dotenv.effective(given)["SEED_AGENTS"]))


def _instead(key: str, given: Mapping[str, str]) -> str:
    return next(f"{name}={given[name]}" for name in (key, *LOAD) if name in given)


def _switch(given: Mapping[str, str], name: str) -> bool:
    text = given.get(name, "") or "on"
    if text not in ("on", "off"):
        raise UsageError(f"{name}={text} is neither on nor off")
    return text == "on"


def _number(given: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    text = given.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal() or int(text) < least:
        raise UsageError(f"{name}={text} is not a whole number of at least {least}")
    return int(text)


def _levels(given: Mapping[str, str], name: str) -> list[int]:
    return [_number({name: part}, name, 0) for part in given.get(name, "").replace(",", " ").split()]
