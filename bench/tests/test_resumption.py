"""Going on with an interrupted experiment, on simulated machines."""

from pathlib import Path

import pytest

from bench.errors import ThreadmillError, UsageError
from bench.report.live import Live
from bench.results import Plan, Store
from bench.runner import experiment_runner, resumption
from bench.spec import schedule
from bench.spec.request import experiment
from bench.testbed import environment
from bench.tests import examples
from bench.tests.fakes import FakeMachines, fail_at, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMachines:
    return stage(monkeypatch, tmp_path)


def plan() -> Plan:
    return experiment(
        {"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "RUNS": "2", "OBSERVERS": "off"}
    ).plan


def interrupted(machines: FakeMachines, patch: pytest.MonkeyPatch, folder: Path, number: int, wanted: Plan) -> Store:
    with patch.context() as context:
        fail_at(context, number, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            experiment_runner.conduct(machines, wanted, {}, Live())
    (found,) = folder.glob("*/experiment.json")
    return Store(found.parent)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_resumed_experiment_is_as_if_in_one_go(
    machines: FakeMachines,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    number: int,
) -> None:
    wanted = plan()
    store = interrupted(machines, monkeypatch, tmp_path, number, wanted)
    assert f"make bench RESUME={store.folder.name}" in capsys.readouterr().out
    assert len(store.runs()) == number - 1
    machines.asked.clear()
    assert experiment_runner.resume(machines, store, anyway=False, listen=Live()).folder == store.folder
    order = [variant for block in wanted.blocks for variant in block]
    assert [word.removeprefix("start ") for word in machines.asked if word.startswith("start ")] == order[number - 1 :]
    assert len(store.runs()) == 4 and schedule.left(wanted, store.runs()) == []
    assert (store.experiment().plan, store.experiment().resumed) == (wanted, 1)
    assert (store.experiment().wall_seconds or 0) >= sum(sum(found.seconds.values()) for found in store.runs()) - 1


def test_another_place_is_refused_by_name_unless_wanted_anyway(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = interrupted(machines, monkeypatch, tmp_path, 2, plan())
    elsewhere = examples.experiment().environment.model_copy(update={"commit": "1" * 40, "host_cores": 64})
    monkeypatch.setattr(environment, "describe", lambda *_: elsewhere)
    machines.asked.clear()
    with pytest.raises(ThreadmillError, match=r"host cores was 2 and is 64; the commit was .*ANYWAY=1"):
        experiment_runner.resume(machines, store, anyway=False, listen=Live())
    assert machines.asked == [], "a machine was touched before the refusal"
    experiment_runner.resume(machines, store, anyway=True, listen=Live())
    assert len(store.runs()) == 4


def test_another_image_of_a_measured_variant_is_refused(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = interrupted(machines, monkeypatch, tmp_path, 3, plan())
    monkeypatch.setattr(environment, "app_images", lambda names: dict.fromkeys(names, "sha256:new"))
    with pytest.raises(ThreadmillError, match="the image of blocking was blocking and is new"):
        experiment_runner.resume(machines, store, anyway=False, listen=Live())


def test_resume_needs_something_to_do_and_no_other_plan(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = interrupted(machines, monkeypatch, tmp_path, 4, plan())
    with pytest.raises(UsageError, match="leave out RUNS, WARMUP"):
        resumption.opened(store.folder.name, {"RUNS": "5", "WARMUP": "3"})
    assert resumption.opened(store.folder.name, {"APP_CPUS": "1"}).folder == store.folder
    experiment_runner.resume(machines, store, anyway=False, listen=Live())
    with pytest.raises(UsageError, match="nothing is left to do"):
        resumption.opened(store.folder.name, {})


def test_a_calibration_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stage(monkeypatch, tmp_path)
    begun = examples.experiment()
    store = Store.create(begun.model_copy(update={"plan": schedule.against_itself(begun.plan)}))
    with pytest.raises(UsageError, match="begin anew, with `make calibrate`"):
        resumption.opened(store.folder.name, {})


def test_a_database_that_was_never_reset_cannot_be_had_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stage(monkeypatch, tmp_path)
    store = Store.create(examples.experiment(reset=False))
    with pytest.raises(UsageError, match="what it wrote is gone"):
        resumption.opened(store.folder.name, {})


def test_the_caps_it_was_begun_with_hold_again(machines: FakeMachines) -> None:
    begun = examples.experiment()
    settings = {"RUNS": "3", "APP_CPUS": "1.5", "DB_CPUS": "0.4", "SEED_AGENTS": "500"}
    begun = begun.model_copy(update={"environment": begun.environment.model_copy(update={"settings": settings})})
    assert resumption.caps(begun, {"DB_CPUS": "0.2"}) == {
        "APP_CPUS": "1.5", "DB_CPUS": "0.2", "ROWS_AGENTS": "500",
    }  # fmt: skip


def test_another_plan_beside_resume_is_named_and_none_is_as_it_was_begun(machines: FakeMachines) -> None:
    begun = examples.experiment()
    here = begun.environment.model_copy(update={"plan": "8-cores"})
    store = Store.create(begun.model_copy(update={"environment": here}))
    assert resumption.check(store, here.model_copy(update={"plan": ""}), {}, anyway=False) == []
    with pytest.raises(ThreadmillError, match="the plan was 8-cores and is 16-cores; put that back"):
        resumption.check(store, here.model_copy(update={"plan": "16-cores"}), {}, anyway=False)
