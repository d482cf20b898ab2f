"""What the observers cost, on simulated machines: runs with them and without in turns, and the table that closes it."""

from pathlib import Path
from typing import Any

import pytest

from bench.commands import observers_cost, profile
from bench.errors import ThreadmillError, UsageError
from bench.report import observers
from bench.report.live import Live
from bench.results import Run, Store
from bench.runner import experiment_runner, run
from bench.spec.schedule import OBSERVED, PROFILED, UNOBSERVED, UNPROFILED, observed, scheduled
from bench.tests import examples
from bench.tests.fakes import Behaviour, FakeMachines, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")

SHORT = {"RUNS": "3", "DURATION": "10"}


def experiment(patch: pytest.MonkeyPatch, folder: Path, behaviour: Behaviour) -> tuple[FakeMachines, Store]:
    patch.setattr("bench.probes.prometheus.load_samples", lambda *_: [])
    machines = stage(patch, folder, behaviour)
    return machines, observers_cost.conduct(machines, observers_cost.requested(SHORT))


def arms(variant: str, *goodputs: tuple[int, int], **changes: Any) -> list[Run]:
    """Runs with the observers and without, block by block."""
    return [
        examples.run(variant, good, block, **changes).model_copy(update={"arm": arm})
        for block, pair in enumerate(goodputs, start=1)
        for arm, good in zip((OBSERVED, UNOBSERVED), pair, strict=True)
    ]


def verdict(runs: list[Run]) -> str:
    plan = observers_cost.plan(observers_cost.requested({"VARIANT": "blocking"}))
    (found,) = observers.costs(plan, runs)
    return found.verdict


def test_each_variant_runs_both_ways_in_each_block_and_the_order_alternates() -> None:
    plan = observers_cost.plan(observers_cost.requested({"RUNS": "4"}))
    assert (plan.scenario, plan.observers) == ("list-agents", True)
    found = scheduled(plan)
    assert len(found) == len(set(found)) == 16
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert (one.block, one.variant) == (other.block, other.variant)
        assert observed(plan, one) != observed(plan, other)
    firsts = [next(one.arm for one in found if one.block == block) for block in (1, 2, 3, 4)]
    assert firsts[0] != firsts[1] and firsts == firsts[:2] * 2


def test_no_observer_is_up_in_an_unobserved_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[tuple[bool, bool]] = []
    really = run.conduct

    def conduct(machines: FakeMachines, *given: Any) -> Any:
        seen.append(("prometheus" in machines.there, given[2] is not None))
        return really(machines, *given)

    monkeypatch.setattr(run, "conduct", conduct)
    machines, store = experiment(monkeypatch, tmp_path, Behaviour())
    wanted = [observed(store.experiment().plan, one) for one in scheduled(store.experiment().plan)]
    assert seen == [(there, there) for there in wanted]
    assert [found.arm for found in machines.published] == [OBSERVED] * 6
    assert machines.there == set()


def test_one_that_gets_lost_ends_it_before_a_run_without_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machines = stage(monkeypatch, tmp_path)
    machines.missing["cadvisor"] = "it did not become healthy"
    conducted: list[int] = []
    monkeypatch.setattr(run, "conduct", lambda *given: conducted.append(given[2]))
    plan = observers_cost.plan(observers_cost.requested({"VARIANT": "blocking", "RUNS": "2", "SEED": "1"}))
    plan = plan.model_copy(update={"arms": [[OBSERVED, UNOBSERVED]] * 2})
    with pytest.raises(ThreadmillError, match=r"cAdvisor is missing \(it did not become healthy\)"):
        experiment_runner.conduct(machines, plan, {}, Live(observers_cost.show))
    assert conducted == [] and machines.there == set()


@pytest.mark.parametrize(
    ("watching", "told"), [(0.0, "at least 97%"), (0.2, "less than 97%")], ids=["they cost nothing", "they cost a lot"]
)
def test_the_closing_table_has_a_row_for_each_variant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], watching: float, told: str
) -> None:
    _, store = experiment(monkeypatch, tmp_path, Behaviour(watching=watching, uneven=0.002))
    screen = capsys.readouterr().out
    last = screen[screen.rindex("What the observers cost in list-agents, 3 runs, 95 % intervals") :]
    for name in ("blocking", "reactor"):
        assert [line for line in last.splitlines() if line.startswith(name) and told in line], last
    assert "| ratio with/without |" in (store.folder / "summary.md").read_text()
    assert f"times that without: {told}." in (store.folder / "report.html").read_text()


def test_the_verdict_needs_the_whole_interval_on_one_side() -> None:
    assert verdict(arms("blocking", (1000, 1000), (990, 1000))) == "not decided whether 97%: more RUNS"
    assert verdict(arms("blocking", (1000, 1000), (1001, 1000), (999, 1000))) == "at least 97%"
    assert verdict(arms("blocking", (900, 1000), (901, 1000), (899, 1000))) == "less than 97%"
    assert verdict(arms("blocking", (1000, 1000))) == "no interval yet"
    assert verdict(arms("blocking", (1000, 1000), (1000, 1000))[:-1]) == "no interval yet"


def test_recording_needs_no_share_left_so_only_its_cost_is_told() -> None:
    plan = profile.plan(profile.requested({"COST": "1", "VARIANT": "blocking"}), cost=True)
    sides = {OBSERVED: PROFILED, UNOBSERVED: UNPROFILED}

    def told(*goodputs: tuple[int, int]) -> str:
        runs = [one.model_copy(update={"arm": sides[str(one.arm)]}) for one in arms("blocking", *goodputs)]
        (found,) = observers.costs(plan, runs)
        return found.verdict

    assert told((900, 1000), (901, 1000), (899, 1000)) == "a cost is shown"
    assert told((990, 1000), (1010, 1000), (1000, 1000)) == "no cost is shown"


def test_an_invalid_window_decides_nothing() -> None:
    bad = {"verdict": "INVALID", "reasons": ["it failed"]}
    assert verdict(arms("blocking", (1000, 1000), (1000, 1000), verdict=bad)) == "INVALID, no conclusion"
    alone = arms("blocking", (1000, 1000), verdict=bad)[:1]
    good = [one.model_copy(update={"block": one.block + 1}) for one in arms("blocking", (1000, 1000), (1000, 1000))]
    assert verdict([*alone, *good]) == "INVALID, no conclusion", "also where the other side is still to come"
    *others, last = arms("blocking", (1000, 1000), (1000, 1000), (1000, 1000))
    assert verdict([*others, examples.lost(last)]) == "INVALID, no conclusion", "nor do the others, where one is lost"


@pytest.mark.parametrize(
    ("given", "told"), [({"OBSERVERS": "off"}, "leave out OBSERVERS"), ({"RUNS": "1"}, "2 blocks")]
)
def test_wrong_usage(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        observers_cost.requested(given)
