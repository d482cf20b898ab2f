"""When the database is reset and grown, seen from what an experiment on simulated machines asks of it."""

from pathlib import Path

import pytest

from bench.report.live import Live
from bench.runner import experiment_runner
from bench.spec.request import experiment
from bench.tests.fakes import FakeMachines, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")

GIVEN = {"SCENARIO": "list-agents", "VARIANT": "blocking,reactor", "LEVELS": "50,100", "OBSERVERS": "off"}


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMachines:
    return stage(monkeypatch, tmp_path)


def asked(machines: FakeMachines, **given: str) -> list[str]:
    """What became of the database, and when a variant was started."""
    experiment_runner.conduct(machines, experiment({**GIVEN, **given}).plan, {}, Live())
    words = (word.partition(" ")[0] for word in machines.asked)
    return [word for word in words if word in ("reset", "grow", "start")]


def test_the_database_is_reset_before_every_run_and_window(machines: FakeMachines) -> None:
    assert asked(machines) == ["start", "reset", "reset", "reset"] * 2


def test_it_is_reset_once_if_so_asked_and_left_as_it_always_is(machines: FakeMachines) -> None:
    assert asked(machines, RESET="off") == ["reset", "start", "start", "reset"]


def test_a_reset_grows_what_is_to_be_larger(machines: FakeMachines) -> None:
    grown = ["reset", "grow"]
    assert asked(machines, ROWS="3000000") == ["start", *grown, *grown, *grown] * 2 + ["reset"]
    assert "grow to 3000000" in machines.asked


def test_without_resets_it_grows_once(machines: FakeMachines) -> None:
    assert asked(machines, ROWS="3000000", RESET="off") == ["reset", "grow", "start", "start", "reset"]


def test_a_fault_leaves_the_database_as_it_always_is(machines: FakeMachines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "start_fresh", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        asked(machines, RESET="off")
    assert machines.asked.count("reset database") == 2
