"""Dummies that must fail: each fault, in a whole simulated run, gets the verdict and the reason that it should."""

import re
from pathlib import Path

import pytest

from bench.report.live import Live
from bench.results import Window
from bench.runner import experiment_runner
from bench.spec.request import experiment
from bench.tests.fakes import Behaviour, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")


def measured(patch: pytest.MonkeyPatch, folder: Path, behaviour: Behaviour, **cpus: float) -> Window:
    """The one window of a short experiment."""
    machines = stage(patch, folder, behaviour, **cpus)
    given = {"SCENARIO": "create-property", "VARIANT": "blocking", "OBSERVERS": "off"}
    (run,) = experiment_runner.conduct(machines, experiment(given).plan, given, Live()).runs()
    return run.windows[0]


def test_a_healthy_run_is_valid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    window = measured(monkeypatch, tmp_path, Behaviour())
    assert (window.verdict.verdict, window.verdict.reasons) == ("VALID", [])
    assert window.limiter.name == "app CPU"


@pytest.mark.parametrize(
    ("behaviour", "verdict", "reason"),
    [
        pytest.param(Behaviour(wrong=0.05), "INVALID", "5.0%: .* wrong-content", id="answers wrongly"),
        pytest.param(Behaviour(reset=0.03), "INVALID", "3.0%: .* reset", id="drops requests"),
        pytest.param(Behaviour(working=0.5), "INVALID", "statements/s, the database counted", id="leaves out its SQL"),
        pytest.param(Behaviour(warming=1e6), "SUSPECT", "never got steady: a compiler", id="never warms up"),
        pytest.param(Behaviour(warming=90.0), "SUSPECT", "never got steady: .* changes", id="warms up too slowly"),
        pytest.param(
            Behaviour(pool=5),
            "INVALID",
            r"db\.poolSize \(database connections at most\) is 5, not 10",
            id="wrong pool size",
        ),
        pytest.param(Behaviour(sleep_ms=200.0), "INVALID", "waits by itself", id="script that sleeps"),
        pytest.param(Behaviour(restarts=True), "INVALID", "^app was started again$", id="restarts"),
        pytest.param(Behaviour(cut=0.5), "INVALID", "lasted 10.0 s, not 20", id="window cut short"),
    ],
)
def test_a_dummy_is_caught(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, behaviour: Behaviour, verdict: str, reason: str
) -> None:
    caught(measured(monkeypatch, tmp_path, behaviour), verdict, reason)


def test_a_starved_load_machine_is_caught(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    window = measured(monkeypatch, tmp_path, Behaviour(), load=0.05)
    caught(window, "INVALID", "the load machine used")
    caught(window, "INVALID", "the load machine was throttled")
    assert window.limiter.name == "load machine"


def test_an_app_that_ends_leaves_the_windows_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(bears=100))
    given = {"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "LEVELS": "50,200,400", "OBSERVERS": "off"}
    store = experiment_runner.conduct(machines, experiment(given).plan, given, Live())
    assert [[window.level for window in run.windows] for run in store.runs()] == [[50], [50]]
    assert {run.ended for run in store.runs()} == {"app is gone: its heap was full (at level 200)"}
    assert "- blocking: run 1 has no window here: app is gone" in (store.folder / "summary.md").read_text()
    assert "Blocking did not finish its run in block 1" in (store.folder / "report.html").read_text()


def test_an_experiment_without_any_window_is_reported_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(bears=100))
    given = {"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "VUS": "200", "WARMUP": "0"}
    store = experiment_runner.conduct(machines, experiment(given).plan, given, Live())
    assert [run.windows for run in store.runs()] == [[], []]
    assert "- blocking: run 1 has no window here: app is gone" in (store.folder / "summary.md").read_text()
    assert "Blocking did not finish its run in block 1" in (store.folder / "report.html").read_text()


def caught(window: Window, verdict: str, reason: str) -> None:
    """Assert the verdict, and that one of its reasons is the fault itself."""
    assert window.verdict.verdict == verdict, window.verdict
    assert [told for told in window.verdict.reasons if re.search(reason, told)], window.verdict
