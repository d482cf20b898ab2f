from pathlib import Path

import pytest

from bench.errors import UsageError
from bench.spec import request
from bench.spec.request import FOLDER

EXAMPLES = sorted(FOLDER.glob("*.yaml"))
FULL = """
scenario: create-property
variants: [blocking, reactor]
levels: [50, 100]
duration: 15
runs: 4
seed: 9
warmup: 90
observers: off
reset: off
rows: 20000
options: {THINK: 10-20, RAMP: 3}
caps: {APP_CPUS: 1.5, APP_MEMORY: 1g}
"""


def read(tmp_path: Path, text: str) -> dict[str, str]:
    path = tmp_path / "own.yaml"
    path.write_text(text)
    return request.read_file(str(path)).variables


def test_there_are_examples() -> None:
    assert {path.stem for path in EXAMPLES} >= {"create-property", "level-sweep", "open-model", "passthrough-full-size"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_a_plan_that_the_documents_list(path: Path) -> None:
    plan = request.experiment({"EXPERIMENT": str(path)}).plan
    assert plan.runs >= 3, "an example should carry intervals"
    assert f"experiments/{path.name}" in (FOLDER.parent / "docs" / "running.md").read_text()


def test_every_key_becomes_its_variable(tmp_path: Path) -> None:
    assert read(tmp_path, FULL) == {
        "SCENARIO": "create-property", "VARIANT": "blocking,reactor", "VUS": "50,100", "DURATION": "15", "RUNS": "4",
        "SEED": "9", "WARMUP": "90", "OBSERVERS": "off", "RESET": "off", "ROWS": "20000", "THINK": "10-20", "RAMP": "3",
        "APP_CPUS": "1.5", "APP_MEMORY": "1g",
    }  # fmt: skip


def test_rates_are_the_open_model(tmp_path: Path) -> None:
    assert read(tmp_path, "scenario: no-io\nrates: [100, 200]") == {"SCENARIO": "no-io", "RATE": "100,200"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no keys; it may hold: scenario, variants"),
        ("scenario: [", "is no YAML"),
        ("runs: 3", "'scenario' is missing; it is one of: create-agent"),
        ("scenario: create", "scenario: 'create' is none of: create-agent, "),
        ("scenario: no-io\nlevel: 3", "'level' is no key; the keys are: scenario, variants, levels"),
        ("scenario: no-io\nvariants: [kotlin]", r"variants\.0: 'kotlin' is none of: blocking"),
        ("scenario: no-io\nvariants: [reactor, reactor]", "variants: a variant is named twice"),
        ("scenario: no-io\nruns: 0", "runs: Input should be greater than or equal to 1"),
        ("scenario: no-io\nruns: '3'", "runs: Input should be a valid integer"),
        ("scenario: no-io\nlevels: []", "levels: List should have at least 1 item"),
        ("scenario: no-io\nlevels: [1]\nrates: [1]", "give one of them"),
        ("scenario: no-io\nobservers: maybe", "observers: Input should be a valid boolean"),
        ("scenario: no-io\noptions: {THINKING: 1}", r"options\.THINKING: 'THINKING' is none of: RAMP, THINK"),
        ("scenario: no-io\ncaps: {SEED_AGENTS: 1}", r"caps\.SEED_AGENTS: SEED_AGENTS is called ROWS_AGENTS now"),
        ("scenario: no-io\ncaps: {APP_CPU: 1}", r"caps\.APP_CPU: 'APP_CPU' is none of: APP_CPUS"),
    ],
)
def test_a_wrong_file_is_told_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as fault:
        read(tmp_path, text)
    assert "\n" not in str(fault.value) and "own.yaml" in str(fault.value)


def test_a_missing_file_is_told_with_the_examples() -> None:
    with pytest.raises(UsageError, match=r"no file 'x\.yaml'.*experiments/create-property\.yaml"):
        request.read_file("x.yaml")


def test_the_command_line_overrides_the_file_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(FULL)
    read = request.read({"EXPERIMENT": str(path), "RATE": "300", "RUNS": "1", "APP_CPUS": "0.5", "SEED": "9"})
    asked = read.spec()
    assert (asked.plan.model, asked.plan.levels, asked.plan.runs, asked.plan.seed) == ("open", [300], 1, 9)
    assert asked.caps == {"APP_CPUS": "0.5", "APP_MEMORY": "1g"}
    assert [line.partition(" of ")[0] for line in read.overrides] == ["VUS=50,100", "RUNS=4", "APP_CPUS=1.5"]
    assert read.overrides[0].endswith("gives way to RATE=300 of the command line")


def test_the_recorded_variables_ask_for_the_same_without_the_file(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(FULL)
    asked = request.experiment({"EXPERIMENT": str(path)})
    again = request.experiment(asked.variables)
    assert (again, again.plan, again.variables) == (asked, asked.plan, asked.variables)
