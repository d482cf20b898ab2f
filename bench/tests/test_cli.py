import subprocess
import sys
from pathlib import Path

import pytest

from bench import cli
from bench.errors import ThreadmillError, UsageError
from bench.studies.study_request import StudyRequest
from bench.testbed import lock
from bench.tests import golden

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
    def refuse(_: object) -> None:
        raise ThreadmillError("another command has the machines")

    made: list[StudyRequest] = []
    monkeypatch.setattr(lock, "acquire", refuse)
    monkeypatch.setattr(lock, "release", lambda _: None)
    monkeypatch.setattr(StudyRequest, "store", made.append)
    assert cli.run(["replay", "--study", "person"]) == 1
    assert made == []
