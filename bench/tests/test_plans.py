"""A plan goes over .env, and what else is given goes over it."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from bench import cli
from bench.errors import ThreadmillError, UsageError
from bench.report import environment as shown
from bench.report.data import ReportData
from bench.results import Store
from bench.spec import plans, request, settings
from bench.testbed import environment, stack, versions
from bench.testbed.host import Host
from bench.testbed.machines import Machines
from bench.tests import golden

SCENARIO = ("--scenario", "create-property")
pytestmark = pytest.mark.usefixtures("unset")


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.env"
    path.write_text("# a comment\n\nAPP_CPUS=3 # whole\nAPP_CORES=1-3\n")
    return str(path)


def asked(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> dict[str, str]:
    """The settings that an experiment is asked for with."""
    found: list[dict[str, str]] = []
    monkeypatch.setitem(cli.CHECKS, "bench", lambda given: found.append(request.experiment(given).caps))
    assert cli.run(["check", "bench", *SCENARIO, *arguments]) == 0
    return found[0]


def test_a_plan_goes_over_env_and_what_else_is_given_goes_over_it(monkeypatch: pytest.MonkeyPatch, own: str) -> None:
    monkeypatch.setenv("APP_CPUS", "0.7")
    monkeypatch.setenv("APP_CORES", "")
    assert asked(monkeypatch, "--plan", own, "--set", "DB_CPUS=2") == {
        "APP_CPUS": "0.7", "APP_CORES": "1-3", "DB_CPUS": "2",
    }  # fmt: skip
    now = settings.now()
    assert (now["APP_CPUS"], now["APP_CORES"], now["LOAD_CORES"]) == ("0.7", "1-3", settings.defaults()["LOAD_CORES"])
    assert settings.environment()["APP_CORES"] == "1-3", "Compose sees it"


def test_set_goes_over_a_plan(monkeypatch: pytest.MonkeyPatch, own: str) -> None:
    assert asked(monkeypatch, "--plan", own, "--set", "APP_CPUS=1.5")["APP_CPUS"] == "1.5"


def test_a_plan_of_the_project_is_chosen_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAN", "8-cores")
    assert asked(monkeypatch)["LOAD_CORES"] == "2-3"


def test_a_plan_goes_over_an_experiment_file_and_the_output_says_so(tmp_path: Path, own: str) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("scenario: create-property\ncaps: {APP_CPUS: 0.25}\n")
    given = {"EXPERIMENT": str(path), **plans.beneath({"PLAN": own})}
    assert request.experiment(given).caps["APP_CPUS"] == "3"
    assert request.read(given).overrides == [f"APP_CPUS=0.25 of {path} gives way to APP_CPUS=3 of the command line"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("8-cores", "8-cores"), ("plans/8-cores.env", "8-cores"), ("/elsewhere/own.env", "/elsewhere/own.env"), ("", "")],
)
def test_a_plan_has_one_name_however_it_is_given(name: str, shown: str) -> None:
    assert plans.named({"PLAN": name}) == shown
    assert plans.named({}) == ""


def test_without_a_plan_nothing_is_set() -> None:
    assert plans.beneath({}) == plans.in_force({"APP_CPUS": "1"}) == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("APP_CPU=1", "'APP_CPU' is none of: APP_CPUS"),
        ("VARIANT=reactor", "'VARIANT' is none of"),
        ("SEED_AGENTS=1", "SEED_AGENTS is called ROWS_AGENTS now"),
        ("APP_CPUS", "'APP_CPUS' sets nothing; a line is NAME=VALUE"),
        ("APP_CPUS=", "'APP_CPUS=' sets nothing"),
        ("APP_CPUS=1\nAPP_CPUS=2", "sets APP_CPUS twice"),
    ],
)
def test_what_is_wrong_in_a_plan_is_told_with_its_name(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "wrong.env"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"PLAN=.*wrong\.env") as fault:
        plans.read(str(path))
    assert told in str(fault.value)


def test_a_plan_that_is_not_there_is_refused_before_anything_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", "doctor", "--plan", "9-cores"]) == 2
    told = capsys.readouterr().err
    assert "there is no plan '9-cores'" in told and "one of: 2-cores, 8-cores, 16-cores" in told


def test_a_plan_for_another_host_is_refused_before_images_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.testbed.host.engine_facts", lambda: None)
    monkeypatch.setattr("bench.testbed.probe.know", lambda *_: None)
    monkeypatch.setattr("bench.testbed.host.refuse_unfit", lambda _: None)
    monkeypatch.setattr("bench.testbed.engine.config", dict)
    monkeypatch.setattr("bench.testbed.caps.read", lambda _: {})
    monkeypatch.setattr("bench.testbed.caps.other_cores", lambda _: "PLAN=16-cores gives app CPU 8")
    with pytest.raises(ThreadmillError, match="PLAN=16-cores gives app CPU 8"):
        stack.prepare(["reactor"])


def test_results_carry_the_plan_and_what_it_set(monkeypatch: pytest.MonkeyPatch, own: str) -> None:
    monkeypatch.setattr("bench.testbed.host.describe", lambda: Host("6.1", "a CPU", 8, 2**34, 0, 2))
    monkeypatch.setattr("bench.testbed.engine.docker", lambda *_, **__: "29.4\n")
    monkeypatch.setattr(versions, "read_all", lambda *_: {})
    for name, value in {"PLAN": own, "APP_CPUS": "0.7", "APP_CORES": "1-3"}.items():
        monkeypatch.setenv(name, value)
    found = environment.describe(cast(Machines, SimpleNamespace(caps={}, missing={})), {})
    assert (found.plan, found.planned) == (own, {"APP_CORES": "1-3"}), "the cap was given beside the plan"


def test_a_report_names_the_plan() -> None:
    given = ReportData.read(Store(golden.FOLDER / "closed"))
    assert "plan" not in [row[0] for row in shown.host(given).rows]
    here = given.experiment.environment.model_copy(update={"plan": "8-cores", "planned": {"APP_CPUS": "1"}})
    data = ReportData("x", given.experiment.model_copy(update={"environment": here}), given.runs, given.samples)
    assert ("plan", "8-cores, which set APP_CPUS=1") in shown.host(data).rows
