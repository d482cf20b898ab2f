"""An objective: how it is written, what is refused, and whether a load holds it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies

from bench.analysis import objective
from bench.commands import calibrate, observers_cost, tune
from bench.errors import UsageError
from bench.results import Latency, Limiter, LoadSummary, MachineUse, Plan
from bench.spec import request
from bench.spec.objective import FIGURES, parse
from bench.tests import examples

NONE = Limiter(name="unknown", evidence="nothing was at its limit", also=[])
GIVEN = {"SCENARIO": "create-property", "OBJECTIVE": "p99<100ms failed<0.1%"}


def plan(**given: str) -> Plan:
    return request.experiment({**GIVEN, **given}).plan


def load(**changes: Any) -> LoadSummary:
    """10,000 answers in 20 s at 500 requests/s, p99 of 250 ms."""
    return examples.summary(**{"model": "open", "vus": None, "rate": 500.0, **changes})


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("p99<100ms failed<0.1%", "p99<100ms failed<0.1%"),
        ("p99.9<1.5s failed<1%", "p99.9<1500ms failed<1%"),
        ("  P50 < 20 ms,  max<2s  failed < 0.5 % ", "p50<20ms max<2000ms failed<0.5%"),
        ("mean<12.5ms", "mean<12.5ms failed<1%"),
        ("failed<0.01%", "failed<0.01%"),
    ],
)
def test_an_objective_is_read_and_written(text: str, written: str) -> None:
    assert str(parse(text)) == written and parse(written) == parse(text)


@given(
    strategies.lists(strategies.sampled_from(FIGURES), min_size=1, unique=True),
    strategies.floats(0.001, 1, allow_nan=False).map(lambda value: float(f"{value:.3f}")),
)
def test_what_is_written_is_read_as_the_same(figures: list[str], value: float) -> None:
    text = " ".join(f"{one}<{value}{'%' if one == 'failed' else 'ms'}" for one in figures)
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" ", 'names no bound: write OBJECTIVE="p99<100ms failed<0.1%"'),
        ("p99", "'p99' has no bound: write p99<100ms, all in quotes, since < means something to the shell"),
        ("p98<100ms", "'p98<100ms' bounds none of p50, p90, p95, p99, p99.9, mean, max, failed"),
        ("p99<100", "'p99<100' is no bound: write p99<100ms"),
        ("p99<100us", "'p99<100us' is no bound: write p99<100ms"),
        ("p99<=100ms", "'p99<=100ms' is no bound: write p99<100ms"),
        ("p99>2s", "'p99>2s' is no bound: write p99<2s"),
        ("failed<10ms", "'failed<10ms' is no bound: write failed<1%"),
        ("p99<1%", "'p99<1%' is no bound: write p99<1ms"),
        ("p99<0ms", "the bound of 'p99<0ms' is not above 0"),
        ("failed<5%", "the bound of 'failed<5%' is not above 0 % and at most 1 %, beyond which a window is INVALID"),
        ("p99<1s p99<2s", "bounds p99 twice"),
        ("fast please", "'fast' bounds none of"),
        ("100ms>p99", "bounds none of"),
    ],
)
def test_a_wrong_objective_is_told_what_to_write_instead(text: str, told: str) -> None:
    with pytest.raises(UsageError) as fault:
        parse(text)
    assert told in str(fault.value)


def test_the_plan_has_one_level_for_the_rate_that_each_run_finds() -> None:
    found = plan(RUNS="2")
    assert (found.model, found.levels, found.options, found.runs) == ("open", [0], {"MAX_VUS": "1000"}, 2)
    assert str(found.objective) == "p99<100ms failed<0.1%"
    assert plan(MAX_VUS="50").options == {"MAX_VUS": "50"}
    assert plan(RUNS="", PRECISION="3%").pilot == 5


@pytest.mark.parametrize(
    ("beside", "told"),
    [
        ({"RATE": "500"}, "OBJECTIVE finds the rate that each variant holds: leave out RATE"),
        ({"VUS": "50", "LADDER": "auto"}, "leave out VUS, LADDER"),
        ({"WARMUP": "0"}, "leave out WARMUP=0"),
        ({"SCENARIO": "overload"}, "overload goes beyond what can be answered, on purpose"),
        ({"SCENARIO": "person-ramp"}, "OBJECTIVE goes with a scenario of the closed load model"),
        ({"SCENARIO": "passthrough-message"}, "waits 300 ms, so that p99<100ms holds at no rate: .* such as p99<600ms"),
        ({"SCENARIO": "passthrough-message", "DELAY": "150"}, "waits 150 ms"),
        ({"OBJECTIVE": "p98<1s"}, "bounds none of"),
        ({"PRIMARY": "reactor"}, "PRIMARY goes with PRECISION"),
    ],
)
def test_what_cannot_be_searched_is_refused_before_anything_starts(beside: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        plan(**beside)


def test_a_file_may_hold_an_objective_and_the_command_line_counts(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("scenario: create-property\nobjective: p99 < 0.1 s\nruns: 2")
    spec = request.experiment({"EXPERIMENT": str(path)})
    assert spec.variables["OBJECTIVE"] == "p99<100ms failed<1%"
    assert request.experiment({"EXPERIMENT": str(path), "RATE": "300"}).plan.levels == [300]
    for text, told in {"objective: p98<1s": "p98", "objective: p99<1s\nrates: [5]": "leave out levels"}.items():
        path.write_text(f"scenario: create-property\n{text}")
        with pytest.raises(UsageError, match=told):
            request.read_file(str(path))


@pytest.mark.parametrize("requested", [calibrate.requested, observers_cost.requested, tune.requested])
def test_commands_that_choose_their_load_take_no_objective(requested: Any) -> None:
    with pytest.raises(UsageError, match="OBJECTIVE goes with `make bench`"):
        requested(GIVEN)


def test_every_figure_is_held_to_its_bound() -> None:
    distribution = {"50": 95.0, "90": 150.0, "95": 180.0, "99": 250.0, "99.9": 390.0, "100": 400.0}
    for figure, value in {"p50": 95, "p90": 150, "p95": 180, "p99": 250, "p99.9": 390, "mean": 100, "max": 400}.items():
        met = load(quantiles_ms=distribution)
        assert objective.missed(parse(f"{figure}<{value + 1}ms"), met) == []
        assert objective.missed(parse(f"{figure}<{value}ms"), met) == [f"{figure} was {value:.3g} ms"]


def test_a_dropped_arrival_counts_as_failed() -> None:
    dropped = load(good=9_990, requests=9_990, failed=10, failures={"dropped": 10})
    assert objective.missed(parse("failed<0.1%"), dropped) == ["0.10% failed"]
    assert objective.missed(parse("failed<0.2%"), dropped) == []


def test_a_queue_that_grows_is_no_rate_that_is_held() -> None:
    (told,) = objective.missed(parse("p99<10s"), load(rate=550.0))
    assert told == "only 91% of what was offered was answered in time"


def test_an_answer_that_was_never_right_misses_every_latency() -> None:
    none = Latency(mean=None, p50=None, p90=None, p95=None, p99=None, max=None)
    broken = load(good=0, failed=10_000, latency_ms=none, quantiles_ms={})
    assert objective.missed(parse("p99<1s"), broken) == ["no request was answered correctly", "100.00% failed"]


def used(**changes: Any) -> dict[str, MachineUse]:
    return examples.machines(load=examples.use(**{"cpu_share": 0.3, "throttled_share": 0.0, **changes}))


def test_a_load_machine_that_gave_out_is_told_from_a_slow_app() -> None:
    asked = parse("p99<300ms")
    assert objective.spent(load(), used(), 1000, asked, NONE) == ""
    assert "used 81% of its CPU" in objective.spent(load(), used(cpu_share=0.81), 1000, asked, NONE)
    assert "throttled in 11%" in objective.spent(load(), used(throttled_share=0.11), 1000, asked, NONE)
    dropped = load(good=9_000, requests=9_000, failed=1_000, failures={"dropped": 1_000})
    # 450 answers/s of 100 ms are 45 users who wait
    assert "all 50 users" in objective.spent(dropped, used(), 50, asked, NONE)
    assert objective.spent(dropped, used(), 51, asked, NONE) == ""
    assert objective.spent(dropped, used(), 50, parse("p99<200ms"), NONE) == "", "a slow app keeps its users waiting"


def test_a_full_core_of_the_load_machine_is_no_fault_of_the_app() -> None:
    slow, asked = load(quantiles_ms={"99": 250.0}), parse("p99<100ms")
    full = Limiter(name="load machine", evidence="its core was full for 12% of the window", also=[])
    assert objective.spent(slow, used(), 1000, asked, full) == f"of the load machine {full.evidence}"
    assert objective.spent(slow, used(), 1000, asked, NONE) == ""
    assert objective.spent(load(), used(), 1000, parse("p99<300ms"), full) == "", "what was held needs no excuse"


def test_what_the_load_machine_collects_is_no_latency_of_the_app() -> None:
    asked = parse("p99<100ms")
    collecting = load(collecting_seconds=0.6)
    told = "k6 collected garbage for 3.0% of the window: a larger LOAD_MEMORY leaves room for it"
    assert objective.spent(collecting, used(), 1000, asked, NONE) == told
    assert objective.spent(load(collecting_seconds=0.2), used(), 1000, asked, NONE) == "", "of a hundredth p99 is free"
    assert objective.spent(collecting, used(), 1000, parse("p99<300ms"), NONE) == ""


@pytest.mark.parametrize(
    ("text", "rate", "users"),
    [
        ("p99<100ms", 2450, 490),
        ("p99<100ms p50<5ms", 2450, 490),
        ("p99.9<400ms p99<100ms", 1000, 800),
        ("p99<100ms", 100, 250),
        ("p99<2s", 2450, 1000),
        ("p50<5ms", 100, 1000),
        ("failed<1%", 100, 1000),
    ],
)
def test_users_are_reserved_for_what_the_objective_allows(text: str, rate: int, users: int) -> None:
    assert objective.users(parse(text), rate, 1000) == users
