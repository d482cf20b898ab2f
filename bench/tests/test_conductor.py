"""The story of an experiment on machines that are not there: what is started, written and removed."""

from pathlib import Path
from typing import Any

import pytest

from bench import conductor, engine, environment, load, overlay, results, run
from bench.errors import ThreadmillError
from bench.settings import bench_plan
from bench.tests import examples
from bench.tests.test_report import experiment


class FakeMachines:
    """Records what is asked of it. `there` are the machines that exist."""

    def __init__(self, there: set[str]) -> None:
        self.there = there
        self.asked: list[str] = []
        self.published: list[results.Run] = []
        self.caps: dict[str, Any] = {"prometheus": type("Caps", (), {"ports": (9090,)})}

    def check_host(self) -> None:
        self.asked.append("check host")

    def up_support(self, observers: bool) -> None:
        self.there |= {"db", "prometheus"}

    def up(self, variant: str) -> None:
        self.asked.append(f"up {variant}")

    def remove(self, names: Any) -> None:
        self.there -= set(names)

    def down(self) -> None:
        self.asked.append("down")
        self.there.clear()


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMachines:
    fake = FakeMachines(set())
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    monkeypatch.setattr(engine, "running", lambda: dict.fromkeys(fake.there, "id"))
    monkeypatch.setattr(engine, "existing", lambda: dict.fromkeys(fake.there, "id"))
    monkeypatch.setattr(engine, "inspect", lambda _: {"Config": {"Labels": {"threadmill.variant": "reactor"}}})
    monkeypatch.setattr(load, "remove", lambda: None)
    monkeypatch.setattr(overlay, "publish", lambda *told: fake.published.append(told[-2]))
    monkeypatch.setattr(environment, "describe", lambda *_: experiment().environment)
    return fake


def conduct(machines: FakeMachines, **given: str) -> results.Store:
    plan = bench_plan({"SCENARIO": "create-property", "RUNS": "2", **given})
    return conductor.conduct(machines, plan, given)  # type: ignore[arg-type]


def run_that_works(_m: Any, _p: Any, block: int, variant: str, *_: Any) -> results.Run:
    return examples.run(variant, 20_000, block)


def test_every_variant_of_every_block_is_written(machines: FakeMachines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "conduct", run_that_works)
    store = conduct(machines)
    assert len(store.runs()) == 8
    assert len(machines.published) == 8
    assert store.experiment().wall_seconds is not None
    assert "blocking" in (store.folder / "summary.md").read_text()


def test_nothing_is_left_where_nothing_was(machines: FakeMachines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "conduct", run_that_works)
    conduct(machines)
    assert machines.there == set() and machines.asked[-1] == "down"


def test_the_user_s_variant_comes_back(machines: FakeMachines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "conduct", run_that_works)
    machines.there |= {"app", "db"}
    conduct(machines)
    assert machines.asked[-1] == "up reactor"
    assert "prometheus" not in machines.there, "an observer was left that the user had not started"


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), ThreadmillError("k6 failed")])
def test_a_fault_keeps_finished_runs_and_leaves_nothing(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: BaseException
) -> None:
    finished: list[str] = []

    def third_fails(_m: Any, _p: Any, block: int, variant: str, *_: Any) -> results.Run:
        if len(finished) == 2:
            raise fault
        finished.append(variant)
        return examples.run(variant, 20_000, block)

    monkeypatch.setattr(run, "conduct", third_fails)
    with pytest.raises(type(fault)):
        conduct(machines)
    assert len(list(tmp_path.glob("*/runs/*.json"))) == 2
    assert machines.there == set()
