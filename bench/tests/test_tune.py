"""`make tune`: the whole search, on simulated machines."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from bench import cli, paths
from bench.analysis.screening import HELPS
from bench.analysis.tuning import Outcome
from bench.commands import tune
from bench.errors import EngineSilentError, ThreadmillError, UsageError
from bench.report.tuning import UNDECIDED
from bench.results import Run
from bench.spec import configuration, request
from bench.tests.fakes import Behaviour, FakeMachines, fail_at, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")


FAST = {"-Dreactor.netty.ioWorkerCount=1": 0.8, "-Dthreadmill.r2dbc.loops=http": 0.85}
"""How much less CPU a request then costs; the app's CPU stays the limit."""
GIVEN = {"SCENARIO": "create-property", "VARIANT": "reactor", "DURATION": "5", "RUNS": "3"}


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The repository's stock and candidates files in a folder of their own, where tuned files are written."""
    found = tmp_path / "configurations"
    for path in configuration.FOLDER.glob("*/*.yaml"):
        if not path.name.startswith("tuned-"):
            (found / path.parent.name).mkdir(parents=True, exist_ok=True)
            (found / path.parent.name / path.name).write_text(path.read_text())
    monkeypatch.setattr(configuration, "FOLDER", found)
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    return found


@pytest.fixture(autouse=True)
def nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stages' pages are those of any experiment, and drawing them takes longer than all else."""
    monkeypatch.setattr("bench.report.write", lambda store: store.folder)


@pytest.fixture(autouse=True)
def all_is_attested(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated app attests few tunables; that those of the others match is test_claims.py's."""
    monkeypatch.setattr("bench.analysis.expected_stack.tunables.mismatches", lambda *_: [])


def test_a_search_writes_what_it_found_and_experiments_take_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines: FakeMachines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01))
    store = tune.conduct(machines, tune.requested(GIVEN))
    file = configuration.tuned("reactor", "database")
    assert file is not None
    assert configuration.values(file.settings) == {"eventLoops.http": 1, "eventLoops.shared": True}
    assert (file.stock["eventLoops.http"], file.tuned["eventLoops.http"]) == (4, 1)
    assert file.over_stock is not None and file.over_stock.low > 1 and file.over_stock.blocks == 3
    assert file.searched.host == "a CPU, 2 cores" and file.searched.results == store.folder.name
    assert file.searched.resolution == pytest.approx(HELPS - 1), "the simulated runs scatter by less"
    screen = capsys.readouterr().out
    assert screen.index("the search takes 16 short runs") < screen.index("reactor: screening")
    summary = (store.folder / "summary.md").read_text()
    assert (
        "| reactor | eventLoops.http=1+eventLoops.shared=true | 1.4" in summary
        and "reactor: not tried: event loops between" in summary
    )
    (chosen,) = request.experiment({**GIVEN}).plan.configured
    assert chosen.name == "tuned" and chosen.search is not None and chosen.search.over_stock == file.over_stock
    assert machines.there == set()


def test_a_search_that_finds_nothing_keeps_stock_and_counts_as_searched(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(uneven=0.005))
    tune.conduct(machines, tune.requested(GIVEN))
    file = configuration.tuned("reactor", "database")
    assert file is not None and file.settings == [] and file.over_stock is None
    assert "nothing was shown to be better than stock, so stock is kept" in capsys.readouterr().out
    (chosen,) = request.experiment({**GIVEN}).plan.configured
    assert (chosen.name, chosen.settings) == ("tuned", {}) and chosen.search is not None


def test_a_search_goes_on_from_what_an_earlier_one_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of the two settings the second search sees one alone; the other is no longer seen to help."""
    tune.conduct(stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01)), tune.requested(GIVEN))
    dull = {**FAST, "-Dthreadmill.r2dbc.loops=http": 0.995}
    tune.conduct(stage(monkeypatch, tmp_path, Behaviour(flags=dull, uneven=0.03)), tune.requested(GIVEN))
    file = configuration.tuned("reactor", "database")
    assert file is not None and {"eventLoops.http", "eventLoops.shared"} <= configuration.values(file.settings).keys()


def test_a_candidate_that_does_not_start_is_noted_and_the_search_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fatal = ("-Dio.netty.noUnsafe=false",)
    store = tune.conduct(
        stage(monkeypatch, tmp_path, Behaviour(flags=FAST, fatal=fatal, uneven=0.01)), tune.requested(GIVEN)
    )
    assert "failed: app (reactor) did not become healthy" in (store.folder / "summary.md").read_text()
    assert {found.name for found in store.folder.glob("*/logs/*.txt")} >= {"db.txt"}, "what says why is kept"
    file = configuration.tuned("reactor", "database")
    assert file is not None and "eventLoops.http" in configuration.values(file.settings)


def test_a_search_with_a_candidate_that_failed_can_be_resumed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, fatal=("-Dio.netty.noUnsafe=false",), uneven=0.01))
    with monkeypatch.context() as context:
        fail_at(context, 9, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            tune.conduct(machines, tune.requested(GIVEN))
    (begun,) = tmp_path.glob("tune-*")
    failed = [path for path in begun.glob("*/runs/*.json") if not Run.model_validate_json(path.read_text()).windows]
    assert failed, "a run with the candidate that does not start must be among the first eight"
    tune.conduct(machines, tune.requested({"RESUME": begun.name}))
    assert configuration.tuned("reactor", "database") is not None


def test_an_engine_that_does_not_answer_is_no_fault_of_a_setting(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A run that it ended would else count as the setting's for ever."""
    machines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01))
    with monkeypatch.context() as context:
        fail_at(context, 9, EngineSilentError("the Docker engine did not answer `docker update`"))
        with pytest.raises(ThreadmillError, match="make tune RESUME="):
            tune.conduct(machines, tune.requested(GIVEN))
    (begun,) = tmp_path.glob("tune-*")
    kept = [Run.model_validate_json(path.read_text()) for path in begun.glob("*/runs/*.json")]
    assert len(kept) == 8 and all(run.windows for run in kept)


def test_a_confirmation_that_tells_nothing_leaves_what_an_earlier_search_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tune.conduct(stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01)), tune.requested(GIVEN))
    kept = configuration.tuned_path("reactor", "database").read_text()
    _undecided(monkeypatch)
    capsys.readouterr()
    store = tune.conduct(stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01)), tune.requested(GIVEN))
    assert configuration.tuned_path("reactor", "database").read_text() == kept
    told = " ".join(capsys.readouterr().out.split())
    assert f"{UNDECIDED}, so an earlier search's settings stay" in told
    assert "the search proposed eventLoops.http=1, eventLoops.shared=true; its windows do not tell" in told
    assert "in the search" not in told, "the factor is another search's"
    assert (store.folder / "summary.md").exists()


def test_a_first_search_whose_confirmation_tells_nothing_ends_with_its_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _undecided(monkeypatch)
    store = tune.conduct(stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01)), tune.requested(GIVEN))
    assert configuration.tuned("reactor", "database") is None
    assert UNDECIDED in (store.folder / "summary.md").read_text()


def _undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.commands.tune.tuning.outcome", lambda found, chosen, *_: Outcome(found, chosen, None))


def test_a_stock_that_does_not_run_is_a_fault(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machines = stage(monkeypatch, tmp_path)

    def deaf(*_: object, **__: object) -> None:
        raise ThreadmillError("app (reactor) did not become healthy")

    monkeypatch.setattr(machines, "start_fresh", deaf)
    with pytest.raises(ThreadmillError, match="reactor failed, as told above; make tune RESUME=tune-create-property"):
        tune.conduct(machines, tune.requested(GIVEN))
    assert configuration.tuned("reactor", "database") is None and machines.there == set()


def test_a_search_is_not_resumed_with_other_candidates(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The new ones were told as settings with which the app does not run."""
    machines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01))
    with monkeypatch.context() as context:
        fail_at(context, 17, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            tune.conduct(machines, tune.requested(GIVEN))
    (begun,) = tmp_path.glob("tune-*")
    file = folder / "reactor" / "candidates.yaml"
    fewer = yaml.safe_load(file.read_text())
    fewer["candidates"] = [one for one in fewer["candidates"] if one["setting"] != "netty.unsafe"]
    file.write_text(yaml.safe_dump(fewer))
    with pytest.raises(ThreadmillError, match="reactor failed, as told above"):
        tune.conduct(machines, tune.requested({"RESUME": begun.name}))
    assert "the candidates of reactor have changed" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("number", [4, 11, 16])
def test_a_resumed_search_ends_as_one_in_one_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(flags=FAST, uneven=0.01))
    with monkeypatch.context() as context:
        fail_at(context, number, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            tune.conduct(machines, tune.requested(GIVEN))
    (begun,) = tmp_path.glob("tune-*")
    assert f"make tune RESUME={begun.name}" in capsys.readouterr().out
    done = len(list(begun.glob("*/runs/*.json")))
    assert done == number - 1
    tune.conduct(machines, tune.requested({"RESUME": begun.name}))
    starts = [word for word in machines.asked if word.startswith("start ")]
    assert len(starts) == len(list(begun.glob("*/runs/*.json"))), "a finished run was done again"
    file = configuration.tuned("reactor", "database")
    assert file is not None and configuration.values(file.settings) == {"eventLoops.http": 1, "eventLoops.shared": True}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"CONFIGURATION": "tuned"}, "leave out CONFIGURATION"),
        ({"RUNS": "1"}, "2 paired blocks at least"),
        ({"LEVELS": "50,100"}, "at one load level"),
        ({"VARIANT": "blocking-jpa"}, "blocking-jpa has no .*candidates.yaml"),
        ({"RESUME": "tune-x"}, "there is no search|leave out"),
        ({"SCENARIO": "io-delay", "WAITING": "sleep-on-io-pool"}, "is a negative control"),
    ],
)
def test_wrong_usage(folder: Path, given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        tune.requested({**GIVEN, **given})


def test_candidates_too_few_for_the_budget_are_refused(folder: Path) -> None:
    path = folder / "reactor" / "candidates.yaml"
    text: Any = yaml.safe_load(path.read_text())
    path.write_text(yaml.safe_dump({**text, "candidates": text["candidates"][:3], "jointly": []}))
    with pytest.raises(UsageError, match="too few for 16 different runs: every variant gets the same"):
        tune.requested(GIVEN)


def test_what_is_tried_jointly_must_be_a_candidate(folder: Path) -> None:
    path = folder / "reactor" / "candidates.yaml"
    text: Any = yaml.safe_load(path.read_text())
    path.write_text(yaml.safe_dump({**text, "jointly": ["eventLoops.http", "workerThreads"]}))
    with pytest.raises(UsageError, match="jointly names workerThreads, which is no candidate of it"):
        tune.requested(GIVEN)


def test_the_command_checks_before_it_starts(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("SCENARIO", "null")
    assert cli.run(["check", "tune"]) == 2
    monkeypatch.setenv("SCENARIO", "create-property")
    assert cli.run(["check", "tune"]) == 0
