"""What the user asked for on the command line, checked before anything starts."""

from collections.abc import Mapping

from bench import scenarios, variants
from bench.errors import UsageError
from bench.experiment import plan
from bench.results import Plan

OPTIONS = ("RAMP", "THINK", "TIMEOUT", "WAITING", "RELAY", "CALL", "MAX_VUS")
"""Settings of the scenarios themselves; k6/README.md explains them."""
VARIABLES = ("SCENARIO", "VARIANT", "VUS", "RATE", "LEVELS", "DURATION", "RUNS", "SEED", "WARMUP", *OPTIONS)

WARMUP_LIMIT = 120
"""Seconds after which a run is measured although it is not steady, and says so."""


def bench_plan(given: Mapping[str, str]) -> Plan:
    """The plan that the variables SCENARIO, VARIANT, VUS or RATE, LEVELS, DURATION, RUNS, SEED and WARMUP ask for."""
    scenario = scenarios.load(given.get("SCENARIO", ""))
    chosen = variants.parse(given.get("VARIANT", ""))
    vus, rate, levels = _levels(given, "VUS"), _levels(given, "RATE"), _levels(given, "LEVELS")
    if vus and rate:
        raise UsageError("VUS is the closed load model and RATE the open one; give one of them")
    if vus and levels:
        raise UsageError("VUS and LEVELS both set the users; give one of them")
    model = "open" if rate else "closed" if vus else scenario.model
    default = scenario.rate if model == "open" else scenario.vus
    return plan(
        scenario,
        chosen,
        model=model,
        levels=rate or vus or levels or [default or 0],
        duration=_number(given, "DURATION", scenario.duration),
        runs=_number(given, "RUNS", 1),
        seed=_number(given, "SEED", 1),
        warmup_limit=_number(given, "WARMUP", WARMUP_LIMIT, least=0),
        options={name: given[name] for name in OPTIONS if given.get(name)},
    )


def _number(given: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    text = given.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal() or int(text) < least:
        raise UsageError(f"{name}={text} is not a whole number of at least {least}")
    return int(text)


def _levels(given: Mapping[str, str], name: str) -> list[int]:
    return [_number({name: part}, name, 0) for part in given.get(name, "").replace(",", " ").split()]
