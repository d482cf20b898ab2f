from collections.abc import Callable

import pytest

from bench.commands import calibrate, observers_cost, tune
from bench.commands import experiment as commands
from bench.errors import UsageError
from bench.spec.request import experiment
from bench.spec.variants import VARIANTS


def test_defaults_run_every_variant_once_at_the_scenario_s_level() -> None:
    plan = experiment({"SCENARIO": "create-property"}).plan
    assert (plan.model, plan.levels, plan.runs) == ("closed", [50], 1)
    assert sorted(plan.blocks[0]) == sorted(VARIANTS)


def test_rate_chooses_the_open_model() -> None:
    plan = experiment({"SCENARIO": "create-property", "RATE": "300"}).plan
    assert (plan.model, plan.levels) == ("open", [300])


def test_levels_are_measured_within_one_run() -> None:
    assert experiment({"SCENARIO": "create-property", "LEVELS": "50,100 200"}).plan.levels == [50, 100, 200]


def test_the_switches_of_published_experiments_are_off_unless_asked_for() -> None:
    plan = experiment({"SCENARIO": "list-agents"}).plan
    assert (plan.reset, plan.rows, plan.cold, plan.settle) == (True, None, False, 6)
    plan = experiment({"SCENARIO": "list-agents", "RESET": "off", "ROWS": "3000000", "WARMUP": "0"}).plan
    assert (plan.reset, plan.rows, plan.cold, plan.settle) == (False, 3_000_000, True, 0)


def test_a_variant_apart_runs_only_where_it_is_named() -> None:
    plan = experiment({"SCENARIO": "list-properties", "VARIANT": "blocking,blocking-jpa"}).plan
    assert sorted(plan.blocks[0]) == ["blocking", "blocking-jpa"]
    assert plan.statements_apart == {"blocking-jpa": 52.0}


def test_blocks_are_shuffled_from_the_seed_and_hold_every_variant() -> None:
    given = {"SCENARIO": "create-property", "RUNS": "20", "SEED": "7"}
    plan = experiment(given).plan
    assert plan.blocks == experiment(given).plan.blocks
    assert plan.blocks != experiment({**given, "SEED": "8"}).plan.blocks
    assert all(sorted(block) == sorted(VARIANTS) for block in plan.blocks)
    assert len({tuple(block) for block in plan.blocks}) > 1


def test_a_precision_begins_with_a_pilot() -> None:
    plan = experiment({"SCENARIO": "create-property", "PRECISION": "2.5%", "PRIMARY": "reactor"}).plan
    assert (plan.precision, plan.primary, plan.pilot, plan.runs) == (0.025, "reactor", 5, 5)
    assert experiment({"SCENARIO": "create-property"}).plan.precision is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"PRECISION": "5"}, "PRECISION=5 is not a percentage"),
        ({"PRECISION": "0%"}, "above 0"),
        ({"PRECISION": "5%", "RUNS": "3"}, "leave out RUNS"),
        ({"PRECISION": "5%", "LEVELS": "50,100"}, "one load level"),
        ({"PRECISION": "5%", "VARIANT": "reactor,coroutines"}, "VARIANT must name blocking"),
        ({"PRECISION": "5%", "PRIMARY": "blocking"}, "PRIMARY=blocking be one of the others"),
        ({"PRIMARY": "reactor"}, "goes with PRECISION"),
        ({"MAX_MINUTES": "100"}, "goes with PRECISION"),
    ],
)
def test_a_precision_that_cannot_be_had_is_refused_before_anything_starts(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        assert experiment({"SCENARIO": "create-property", **given}).plan


def test_a_pilot_that_takes_too_long_is_refused_before_anything_starts() -> None:
    given = {"SCENARIO": "create-property", "PRECISION": "5%", "MAX_MINUTES": "20"}
    with pytest.raises(UsageError, match=r"the pilot of 5 blocks takes about .* for its 20 runs"):
        commands.asked(given)


@pytest.mark.parametrize("requested", [calibrate.requested, observers_cost.requested, tune.requested])
def test_commands_that_make_their_own_blocks_take_no_precision(requested: Callable[[dict[str, str]], object]) -> None:
    with pytest.raises(UsageError, match="takes RUNS; PRECISION goes with `make bench`"):
        requested({"SCENARIO": "create-property", "PRECISION": "5%"})


@pytest.mark.parametrize(
    ("given", "wait"),
    [
        ({"SCENARIO": "overload"}, 1000.0),
        ({"SCENARIO": "overload", "CALL": "passthrough-message"}, 300.0),
        ({"SCENARIO": "overload", "CALL": "passthrough-message", "DELAY": "50"}, 50.0),
        ({"SCENARIO": "overload", "CALL": "list-agents"}, None),
    ],
)
def test_a_request_waits_as_its_call_does(given: dict[str, str], wait: float | None) -> None:
    assert experiment(given).plan.wait_ms == wait


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"SCENARIO": ""}, "SCENARIO is missing"),
        ({"SCENARIO": "create-property", "VARIANT": "kotlin"}, "VARIANT is one of: blocking"),
        ({"SCENARIO": "create-property", "VARIANT": "reactor,reactor"}, "twice"),
        ({"SCENARIO": "create-property", "VUS": "many"}, "VUS=many is not a whole number"),
        ({"SCENARIO": "create-property", "RUNS": "0"}, "RUNS=0 is not a whole number of at least 1"),
        ({"SCENARIO": "create-property", "VUS": "5", "RATE": "5"}, "give one of them"),
        ({"SCENARIO": "create-property", "RAMP": "slow"}, "RAMP=slow is not a whole number"),
        ({"SCENARIO": "create-property", "TIMEOUT": "0"}, "TIMEOUT=0 is not a whole number of at least 1"),
        ({"SCENARIO": "create-property", "TIMEOUT": "120"}, "TIMEOUT=120 is more than 80 s"),
        ({"SCENARIO": "create-property", "MAX_VUS": "0"}, "MAX_VUS=0 is not a whole number of at least 1"),
        ({"SCENARIO": "create-property", "THINK": "soon"}, "THINK=soon is no range of milliseconds"),
        ({"SCENARIO": "create-property", "THINK": "20-10"}, "THINK=20-10 is no range of milliseconds"),
        ({"SCENARIO": "create-property", "DELAY": "500"}, "leave it out, create-property sends none"),
        ({"SCENARIO": "list-agents", "CALL": "need-a-number"}, "it has a call of its own"),
        ({"SCENARIO": "overload", "CALL": "estate-mix"}, "CALL is one of: need-a-number, no-io"),
        ({"SCENARIO": "create-property", "CONFIGURATION": "workerThreads=8+workerThreads=16"}, "a setting twice"),
        ({"SCENARIO": "create-property", "OBSERVERS": "no"}, "OBSERVERS=no is neither on nor off"),
        ({"SCENARIO": "create-property", "RESET": "never"}, "RESET=never is neither on nor off"),
        ({"SCENARIO": "list-agents", "ROWS": "50"}, "ROWS=50 is not a whole number of at least 10000"),
        ({"SCENARIO": "no-io", "ROWS": "20000"}, "no-io asks no database"),
        ({"SCENARIO": "no-io", "VARIANT": "jpa"}, "coroutines; or, apart from them: blocking-jpa"),
        ({"SCENARIO": "null"}, "null asks downstream"),
    ],
)
def test_wrong_usage_says_what_is_right(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        assert experiment(given).plan


@pytest.mark.parametrize("given", ["0", "5", "1000-2000", "7-7"])
def test_a_range_of_thinking_is_taken_as_k6_takes_it(given: str) -> None:
    assert experiment({"SCENARIO": "create-property", "THINK": given}).plan.options["THINK"] == given


@pytest.mark.parametrize("requested", [calibrate.requested, observers_cost.requested])
@pytest.mark.parametrize("configuration", ["both", "hooks=false"])
def test_commands_that_pair_runs_take_one_configuration(
    requested: Callable[[dict[str, str]], object], configuration: str
) -> None:
    """Of two in a block one would be dropped."""
    with pytest.raises(UsageError, match="CONFIGURATION is stock or tuned"):
        requested({"SCENARIO": "create-property", "CONFIGURATION": configuration, "APP_HEAP": "448m"})
