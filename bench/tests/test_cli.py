import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import cli
from bench.errors import ThreadmillError, UsageError
from bench.results import Store
from bench.spec import settings
from bench.studies.store import StudyRequest
from bench.testbed import environment, lock, stack
from bench.tests import examples, golden
from bench.tests.fakes import fail_at, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")


def raising(fault: BaseException) -> int:
    def command() -> None:
        raise fault

    return cli.guarded(command)


def test_no_command_waits_for_the_drawing_library() -> None:
    asked = "import sys; import bench.cli; print('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "False\n"


def test_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.guarded(lambda: None) == 0
    assert raising(UsageError("there is no variant")) == 2
    assert raising(ThreadmillError("port 8080 is in use", "the log")) == 1
    assert raising(KeyboardInterrupt()) == 130
    told = capsys.readouterr().err
    assert "the log\nerror: port 8080 is in use" in told


def test_report_is_made_from_the_result_files_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = golden.write("one-run", tmp_path).folder
    monkeypatch.setenv("RESULTS", str(folder))
    assert cli.run(["report"]) == 0
    assert (folder / "report.html").is_file() and (folder / "summary.md").is_file()


def test_results_of_before_are_opened_and_so_are_those_that_were_kept_without_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(golden.FOLDER.parent / "older" / "one-run", tmp_path / "older")
    monkeypatch.setenv("RESULTS", str(tmp_path / "older"))
    assert cli.run(["report"]) == 0
    summary = (tmp_path / "older" / "summary.md").read_text()
    assert "| blocking | 2,371 |" in summary and "| reactor | 1,535 |" in summary
    assert "this folder holds no samples of it" in (tmp_path / "older" / "report.html").read_text()


def test_compare_refuses_in_one_line_what_is_not_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for side, name in (("A", "closed"), ("B", "one-run")):
        monkeypatch.setenv(side, str(golden.write(name, tmp_path / side).folder))
    assert cli.run(["compare"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setenv("ANYWAY", "0")
    assert cli.run(["compare"]) == 1
    monkeypatch.setenv("ANYWAY", "1")
    assert cli.run(["compare"]) == 0
    assert (tmp_path / "B" / "one-run" / "compare.html").is_file()


def test_compare_needs_both_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("A", raising=False)
    assert cli.run(["compare"]) == 2


def test_a_replay_that_finds_the_machines_taken_makes_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ThreadmillError("another command has the machines")

    made: list[StudyRequest] = []
    monkeypatch.setattr(lock, "acquire", refuse)
    monkeypatch.setattr(lock, "release", lambda *_: None)
    monkeypatch.setattr(StudyRequest, "store", made.append)
    assert cli.run(["replay", "--study", "person"]) == 1
    assert made == []


FILE = """
scenario: create-property
variants: [blocking]
runs: 3
duration: 5
caps: {DB_CPUS: 0.4}
"""


def test_bench_takes_file_environment_and_options_and_goes_on_with_what_it_began(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines = stage(monkeypatch, tmp_path / "results")
    monkeypatch.setattr(stack, "prepare", lambda *_: machines)
    monkeypatch.setattr(lock, "acquire", lambda *_: None)
    monkeypatch.setattr(lock, "release", lambda *_: None)
    here = examples.experiment().environment
    monkeypatch.setattr(environment, "describe", lambda _, given: here.model_copy(update={"settings": given}))
    (tmp_path / "own.yaml").write_text(FILE)
    for name, value in {"APP_CPUS": "0.9", "DB_CPUS": "", "EXPERIMENT": str(tmp_path / "own.yaml")}.items():
        monkeypatch.setenv(name, value)
    with monkeypatch.context() as context:
        fail_at(context, 2, KeyboardInterrupt())
        assert cli.run(["bench", "--runs", "2", "--observers", "off", "--set", "APP_CPUS=0.6"]) == 130
    (folder,) = (tmp_path / "results").glob("*-create-property")
    assert f"RUNS=3 of {tmp_path / 'own.yaml'} gives way to RUNS=2 of the command line" in capsys.readouterr().out
    assert Store(folder).experiment().environment.settings == {
        "SCENARIO": "create-property", "VARIANT": "blocking", "RUNS": "2", "DURATION": "5", "OBSERVERS": "off",
        "DB_CPUS": "0.4", "APP_CPUS": "0.6",
    }  # fmt: skip
    monkeypatch.setenv("DB_CPUS", "")
    monkeypatch.delenv("APP_CPUS")
    monkeypatch.delenv("EXPERIMENT")
    assert cli.run(["bench", "--resume", str(folder)]) == 0
    assert len(Store(folder).runs()) == 2
    assert (settings.now()["APP_CPUS"], settings.now()["DB_CPUS"]) == ("0.6", "0.4"), "it began with these"
