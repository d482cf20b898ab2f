"""What is given after a command, in the environment or with --set reaches the command alike."""

import re
from collections.abc import Mapping

import pytest
import typer

from bench import cli, paths
from bench.commands.options import EXPERIMENT_VARIABLES, takes
from bench.spec import request, settings
from bench.spec.variables import MACHINES
from bench.testbed import faults, stack

SCENARIO = ("--scenario", "create-property")
pytestmark = pytest.mark.usefixtures("unset")


def given(*arguments: str) -> Mapping[str, str]:
    """What a command gets that takes all variables of an experiment."""
    found: list[Mapping[str, str]] = []
    app = typer.Typer()
    app.command()(takes(*EXPERIMENT_VARIABLES, *MACHINES)(lambda given: found.append(given)))
    assert cli.guarded(lambda: app(list(arguments), standalone_mode=False)) == 0
    return found[0]


def test_options_and_variables_ask_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = given(*SCENARIO, "--runs", "3", "--max-vus", "7", "--observers", "off")
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert given() == asked == {"SCENARIO": "create-property", "RUNS": "3", "MAX_VUS": "7", "OBSERVERS": "off"}
    assert request.experiment(asked).runs == 3


def test_an_option_goes_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNS", "2")
    assert given("--runs", "4") == {"RUNS": "4"}
    monkeypatch.setenv("RUNS", "")
    assert given() == {}, "an empty variable says nothing"


def test_set_is_a_setting_for_the_command_and_for_all_that_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APP_CPUS", "0.7")
    monkeypatch.setenv("DB_CPUS", "0.4")
    asked = given(*SCENARIO, "--set", "APP_CPUS=1.5", "--healthy-within", "20", "--images", "build")
    assert request.experiment(asked).caps == {"APP_CPUS": "1.5", "DB_CPUS": "0.4"}
    assert settings.now()["APP_CPUS"] == settings.environment()["APP_CPUS"] == "1.5"
    assert (faults.healthy_within(), stack.mode()) == (20, "build")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["check", "bench", "--set", "APP_CPU=1"], "'APP_CPU' is none of: APP_CPUS"),
        (["check", "bench", "--set", "SEED_AGENTS=5"], "SEED_AGENTS is called ROWS_AGENTS now"),
        (["check", "bench", "--set", "APP_CPUS"], "write it as NAME=VALUE"),
        (["check", "bench", *SCENARIO, "--runs", "many"], "RUNS=many is not a whole number of at least 1"),
        (["check", "bench", "--scenarios", "x"], "No such option: --scenarios"),
        (["measure"], "No such command 'measure'"),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_a_former_name_in_the_environment_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEED_PROPERTIES", "5")
    assert cli.run(["check", "bench", *SCENARIO]) == 2
    assert "SEED_PROPERTIES is called ROWS_PROPERTIES now" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["bench", "--help"], ["replay", "--help"], ["compare", "--help"]])
def test_every_command_has_its_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 0
    assert "Usage: python -m bench" in capsys.readouterr().out


def test_one_module_alone_touches_the_environment() -> None:
    sources = (path for path in (paths.ROOT / "bench").rglob("*.py") if "tests" not in path.parts)
    found = {path.name for path in sources if re.search(r"\b(os\.environ|getenv|putenv)\b", path.read_text())}
    assert found == {"settings.py"}
