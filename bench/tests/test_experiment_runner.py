"""The story of an experiment on simulated machines: what is started, written and removed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.analysis import comparison, compatibility
from bench.commands import calibrate
from bench.errors import ThreadmillError
from bench.probes import attestation
from bench.report.live import Live
from bench.results import (
    Calibration,
    CeilingStep,
    Handler,
    KeptCalibration,
    Plan,
    Verdict,
    keep_calibration,
    kept_calibration,
)
from bench.runner import experiment_runner, resumption, window
from bench.runner.offer import Offer
from bench.spec.request import experiment
from bench.testbed.app import App
from bench.tests import examples
from bench.tests.fakes import FakeMachines, fail_at, stage
from bench.tests.fakes.load import FakeLoad

pytestmark = pytest.mark.usefixtures("charts_undrawn")

GIVEN = {"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "RUNS": "2"}


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMachines:
    return stage(monkeypatch, tmp_path)


@pytest.fixture(autouse=True)
def no_prometheus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.probes.prometheus.load_samples", lambda *_: [])


def plan(**given: str) -> Plan:
    return experiment({**GIVEN, **given}).plan


def test_every_variant_of_every_block_is_written(machines: FakeMachines) -> None:
    wanted = plan()
    store = experiment_runner.conduct(machines, wanted, {}, Live())
    assert {(found.block, found.variant) for found in store.runs()} == {
        (1, "blocking"), (1, "reactor"), (2, "blocking"), (2, "reactor"),
    }  # fmt: skip
    assert len(machines.published) == 4
    starts = [word.removeprefix("start ") for word in machines.asked if word.startswith("start ")]
    assert starts == [variant for block in wanted.blocks for variant in block], "not in the planned order"
    assert "blocking" in (store.folder / "summary.md").read_text()


def test_the_table_is_shown_after_every_block_and_the_time_at_the_end(
    machines: FakeMachines, capsys: pytest.CaptureFixture[str]
) -> None:
    store = experiment_runner.conduct(machines, plan(), {}, Live())
    told = capsys.readouterr().out
    assert told.count("create-property: 50 users (closed model)") == 2
    wall = store.experiment().wall_seconds
    assert wall is not None and wall >= sum(sum(found.seconds.values()) for found in store.runs()) - 1
    assert "harness" in told.splitlines()[-1] and "warm-up" in told.splitlines()[-1]


def test_a_precision_is_reached_in_two_stages(machines: FakeMachines, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing scatters here: the pilot is enough. Then as it is with a pilot that scattered."""
    wanted = experiment({"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "PRECISION": "5%"}).plan
    store = experiment_runner.conduct(machines, wanted, {}, Live())
    assert len(store.runs()) == 10
    assert "takes 5 blocks at most, and the pilot had them" in capsys.readouterr().out.replace("\n", " ")
    for run in store.runs():
        if run.variant == "reactor":
            less = run.windows[0].load.model_copy(
                update={"good": round(run.windows[0].load.good * (1 - run.block / 50))}
            )
            store.rewrite_run(run.model_copy(update={"windows": [run.windows[0].model_copy(update={"load": less})]}))
    assert not resumption.complete(store)
    again = experiment_runner.resume(machines, store, anyway=True, listen=Live())
    plan, runs = again.experiment().plan, again.runs()
    assert plan.runs > 5 and len(runs) == 2 * plan.runs and resumption.complete(again)
    assert f"by the pilot of 5: {plan.runs - 5} more" in capsys.readouterr().out.replace("\n", " ")


def test_nothing_is_left_where_nothing_was(machines: FakeMachines) -> None:
    experiment_runner.conduct(machines, plan(), {}, Live())
    assert machines.there == set() and machines.asked[-1] == "down"


def test_the_user_s_variant_comes_back(machines: FakeMachines) -> None:
    machines.up(App("reactor"), observers=False)
    experiment_runner.conduct(machines, plan(), {}, Live())
    assert machines.asked[-1] == "up reactor"
    assert "prometheus" not in machines.there, "an observer was left that the user had not started"


def test_a_host_that_is_refused_keeps_the_user_s_variant(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise ThreadmillError("APP_CORES names cores that this host has not")

    machines.up(App("reactor"))
    before = set(machines.there)
    monkeypatch.setattr(machines, "check_host", refuse)
    with pytest.raises(ThreadmillError, match="APP_CORES"):
        experiment_runner.conduct(machines, plan(), {}, Live())
    assert machines.there == before


def test_without_observers_none_runs_and_the_user_s_come_back(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines.up(App("reactor"))
    seen: list[set[str]] = []
    monkeypatch.setattr(machines.database, "reset", lambda: seen.append(set(machines.there)))
    experiment_runner.conduct(machines, plan(OBSERVERS="off"), {}, Live())
    assert seen and not any("prometheus" in there for there in seen)
    assert {"app", "prometheus"} <= machines.there


@pytest.mark.parametrize(("scenario", "resets"), [("create-property", 3), ("no-io", 0)])
def test_the_database_is_reset_before_start_and_windows_where_the_load_asks_it(
    machines: FakeMachines, scenario: str, resets: int
) -> None:
    experiment_runner.conduct(
        machines, plan(SCENARIO=scenario, VARIANT="blocking", RUNS="1", LEVELS="50,100"), {}, Live()
    )
    assert machines.asked.count("reset database") == resets


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), ThreadmillError("k6 failed")])
def test_a_fault_keeps_finished_runs_and_leaves_nothing(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: BaseException
) -> None:
    fail_at(monkeypatch, 3, fault)
    with pytest.raises(type(fault)):
        experiment_runner.conduct(machines, plan(), {}, Live())
    assert len(list(tmp_path.glob("*/runs/*.json"))) == 2
    assert machines.there == set()
    kept = {found.name for found in tmp_path.glob("*/logs/*.txt")}
    assert ({"app.txt", "db.txt"} <= kept) == isinstance(fault, ThreadmillError), "an interrupt needs no explanation"


def test_a_prometheus_that_fails_loses_no_window(machines: FakeMachines, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ThreadmillError("Prometheus does not answer")

    monkeypatch.setattr("bench.probes.prometheus.load_samples", fail)
    store = experiment_runner.conduct(machines, plan(RUNS="1"), {}, Live())
    for run in store.runs():
        assert run.windows[0].verdict.verdict == "VALID"
        assert store.samples(run, 0).unobserved == "Prometheus does not answer"
    page = (store.folder / "report.html").read_text()
    assert "reactor, run 1, 50 users: what the users saw over time is not kept: Prometheus does not answer" in page


def test_a_prometheus_that_is_missing_is_neither_written_to_nor_asked(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unexpected(*_: object) -> None:
        raise AssertionError("there is no Prometheus to ask")

    machines.missing["prometheus"] = "its build failed"
    monkeypatch.setattr("bench.probes.prometheus.load_samples", unexpected)
    told = examples.experiment().environment.model_copy(update={"missing": machines.missing})
    monkeypatch.setattr("bench.testbed.environment.describe", lambda *_: told)
    offered: list[bool] = []
    really: Callable[[Offer], FakeLoad] = vars(window)["Load"]

    def load(offer: Offer) -> FakeLoad:
        offered.append(offer.observed)
        return really(offer)

    monkeypatch.setattr(window, "Load", load)
    store = experiment_runner.conduct(machines, plan(RUNS="1"), {}, Live())
    assert offered == [False, False] and machines.published == []
    for run in store.runs():
        assert run.windows[0].verdict.verdict == "VALID"
        assert (store.samples(run, 0).load, store.samples(run, 0).unobserved) == ([], None)
    line = "Prometheus is missing (its build failed): no dashboards and no per-second view"
    assert line in (store.folder / "summary.md").read_text()
    assert line in (store.folder / "report.html").read_text()


def test_what_is_missing_is_no_news_where_no_observer_was_asked_for(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = examples.experiment().environment.model_copy(update={"missing": {"prometheus": "its build failed"}})
    monkeypatch.setattr("bench.testbed.environment.describe", lambda *_: told)
    store = experiment_runner.conduct(machines, plan(RUNS="1", OBSERVERS="off"), {}, Live())
    assert "is missing" not in (store.folder / "summary.md").read_text()


def test_a_calibration_of_this_host_goes_into_the_experiment(machines: FakeMachines) -> None:
    found = Calibration(measured=examples.experiment().environment.started, load_ceiling=8000.0, noise=0.02)
    keep_calibration(
        KeptCalibration(
            found=found, environment=examples.experiment().environment, steps=[], experiment="aa", blocks=5, ratio=1.0,
            low=0.98, high=1.02,
        )
    )  # fmt: skip
    assert experiment_runner.conduct(machines, plan(RUNS="1"), {}, Live()).experiment().calibration == found


def test_calibration_measures_ceiling_and_noise_and_keeps_both(
    machines: FakeMachines, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = calibrate.requested({"OBSERVERS": "off", "RUNS": "4"})
    calibrate.calibrate(machines, wanted)
    known, _ = compatibility.known_calibration(kept_calibration(), examples.experiment().environment)
    assert known is not None
    assert 0.9 * 10_000 <= (known.load_ceiling or 0) <= 10_000, "the load machine spends 0.1 ms on a request"
    assert 0 < known.noise < 0.05
    told = capsys.readouterr().out
    assert "the load machine's ceiling:" in told and "the noise floor is" in told
    assert machines.there == set()


def test_nothing_is_kept_of_a_calibration_whose_windows_are_invalid(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch
) -> None:
    invalid = Verdict(verdict="INVALID", reasons=["other work on the host took 45% of the app's cores"])
    monkeypatch.setattr("bench.analysis.verdict.judge", lambda _: invalid)
    with pytest.raises(ThreadmillError, match=r"not INVALID \(other work .*\): .* calibrate again; nothing was kept"):
        calibrate.calibrate(machines, calibrate.requested({"OBSERVERS": "off", "RUNS": "4"}))
    assert kept_calibration() is None


def test_a_ceiling_that_is_not_the_load_machine_s_bounds_no_rate() -> None:
    step = CeilingStep(users=100, per_second=9000.0, load_cpu=0.5)
    assert calibrate.load_ceiling(step) is None
    assert calibrate.of_ceiling([step]) == [
        "the load machine did 9,000 requests/s at 100 users, 50% of its CPU: "
        "the service gave out first, so its own ceiling is not known"
    ]
    known = Calibration(measured=examples.experiment().environment.started, load_ceiling=None, noise=0.02)
    assert comparison.out_of_reach(plan(MODEL="open", RATE="50000"), known) is None


def test_the_ceiling_alone_says_what_an_answer_takes_and_keeps_nothing(
    machines: FakeMachines, capsys: pytest.CaptureFixture[str]
) -> None:
    calibrate.ceiling_alone(machines, calibrate.requested({"OBSERVERS": "off", "RUNS": "4"}).plan)
    told = capsys.readouterr().out
    assert told.count("the load machine's ceiling:") == 1 and "noise" not in told
    assert re.search(r"1 users: [\d,]+ requests/s, median [\d.]+ ms", told)
    assert compatibility.known_calibration(kept_calibration(), examples.experiment().environment)[0] is None
    assert machines.there == set()


def test_a_cold_run_is_capped_from_its_start_and_gets_no_load_before_its_window(machines: FakeMachines) -> None:
    store = experiment_runner.conduct(machines, plan(WARMUP="0", RUNS="1"), {}, Live())
    assert "lift" not in machines.asked
    for found in store.runs():
        (window,) = found.windows
        assert (found.warmup.steps, found.warmup.steady) == ([], False)
        assert window.verdict.verdict == "SUSPECT" and window.verdict.reasons[0].startswith("cold JVM")
        assert not any("never got steady" in reason for reason in window.verdict.reasons)
        assert window.attestation.mismatches == []
    assert "cold JVM" in (store.folder / "summary.md").read_text()


@pytest.mark.parametrize("lead", ["0", "5"])
def test_the_app_counts_what_a_cold_window_holds_and_not_the_load_before_it(machines: FakeMachines, lead: str) -> None:
    store = experiment_runner.conduct(machines, plan(WARMUP="0", RUNS="1", VARIANT="reactor", RAMP=lead), {}, Live())
    (window,) = store.runs()[0].windows
    assert window.app.requests_per_second == pytest.approx(window.goodput, rel=0.02)
    assert not any("k6 counted" in reason for reason in window.verdict.reasons)


@pytest.mark.parametrize(("scenario", "waits"), [("create-property", False), ("passthrough-message", True)])
def test_what_is_asked_before_a_window_is_asked_while_warming_up_unless_requests_wait(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, scenario: str, waits: bool
) -> None:
    asked, ask = [0], attestation.ask

    def counted(of: FakeMachines) -> tuple[dict[str, Any], list[Handler]]:
        asked[0] += 1
        return ask(of)

    monkeypatch.setattr(attestation, "ask", counted)
    store = experiment_runner.conduct(machines, plan(SCENARIO=scenario, VARIANT="reactor", RUNS="1"), {}, Live())
    (found,) = store.runs()
    after_steps = 0 if waits else len(found.warmup.steps) - 1  # the last one ends the warm-up
    assert asked[0] == after_steps + 2, "after the warm-up, and before the window"


@pytest.mark.parametrize("overload", [False, True])
def test_a_cold_app_is_attested_after_its_window_but_not_behind_the_queue_of_an_overload(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, overload: bool
) -> None:
    sent: list[float] = []
    really = attestation.attest

    def attest(*given: Any) -> Any:
        sent.append(machines.world.answered)
        return really(*given)

    monkeypatch.setattr(attestation, "attest", attest)
    wanted = plan(WARMUP="0", RUNS="1", VARIANT="blocking").model_copy(update={"failures_expected": overload})
    experiment_runner.conduct(machines, wanted, {}, Live())
    assert [answered == 0 for answered in sent] == [overload]
