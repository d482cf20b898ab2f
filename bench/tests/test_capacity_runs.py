"""An experiment under an objective, on simulated machines: its runs, its table and pages, its end and its price."""

import re
from pathlib import Path

import pytest

from bench.analysis import capacity_search
from bench.commands import experiment as command
from bench.errors import UsageError
from bench.report import headline, page
from bench.report.comparison import compare
from bench.report.data import ReportData
from bench.report.live import Live
from bench.report.rows import rows
from bench.results import Calibration, KeptCalibration, Plan, Run, Store, keep_calibration
from bench.runner import experiment_runner, resumption, walltime
from bench.spec import request, schedule
from bench.tests import examples
from bench.tests.fakes import Behaviour, FakeMachines, fail_at, stage

GIVEN = {
    "SCENARIO": "create-property", "VARIANT": "blocking,reactor", "OBSERVERS": "off",
    "OBJECTIVE": "p99<100ms failed<0.1%",
}  # fmt: skip
SLOWER = Behaviour(dearer={"reactor": 1.5})


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMachines:
    return stage(monkeypatch, tmp_path, SLOWER)


@pytest.fixture
def undrawn(charts_undrawn: None) -> None:
    """Under a name that says why it is asked for."""


def plan(**given: str) -> Plan:
    return request.experiment({**GIVEN, **given}).plan


def conducted(machines: FakeMachines, **given: str) -> Store:
    return experiment_runner.conduct(machines, plan(**given), {**GIVEN, **given}, Live())


def of(store: Store, variant: str) -> list[Run]:
    return [run for run in store.runs() if run.variant == variant]


def calibrated(ceiling: float) -> None:
    here = examples.experiment().environment
    found = Calibration(measured=here.started, load_ceiling=ceiling, noise=0.02)
    kept = {"environment": here, "steps": [], "experiment": "aa", "blocks": 5, "ratio": 1.0, "low": 0.98, "high": 1.02}
    keep_calibration(KeptCalibration(found=found, **kept))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Two runs of each, reports drawn."""
    with pytest.MonkeyPatch.context() as patch:
        return conducted(stage(patch, tmp_path_factory.mktemp("whole"), SLOWER), RUNS="2")


def test_each_run_has_one_window_at_the_rate_that_it_confirmed(whole: Store) -> None:
    for run in whole.runs():
        assert run.search and run.search.outcome == "confirmed" and run.ended is None
        (window,) = run.windows
        assert window.level == run.search.steps[-1].level == window.load.rate and run.search.steps[-1].confirming
        assert window.goodput == pytest.approx(window.level, rel=0.001) and window.verdict.verdict == "VALID"
        assert [step.model for step in run.search.steps] == ["closed", *["open"] * (len(run.search.steps) - 1)]
        assert run.seconds["search"] > 60, "what the search took is told"
    assert len({run.windows[0].level for run in of(whole, "reactor")}) == 2, "no two runs offer the same rates"


def test_its_figure_is_the_rate_that_just_meets_the_objective(whole: Store) -> None:
    for run in whole.runs():
        (window,) = run.windows
        assert window.figure == window.rate_at_objective == pytest.approx(window.level, rel=0.1)
        assert run.search and all(step.work_ms for step in run.search.steps), "every offer knows its cores' speed"
        assert window.work_ms and window.per_work_at_objective == pytest.approx(window.figure * window.work_ms)


def test_where_the_steps_of_some_runs_do_not_tell_it_a_sentence_says_so_and_older_results_have_none(
    whole: Store,
) -> None:
    def unknown(run: Run) -> Run:
        return run.model_copy(update={"windows": [run.windows[0].model_copy(update={"rate_at_objective": None})]})

    first, *others = whole.runs()
    (told,) = (one for one in capacity_search.remarks([unknown(first), *others]) if "do not tell" in one)
    assert told.startswith(f"{first.label}, run {first.block}: its steps do not tell")
    older = capacity_search.remarks([unknown(run) for run in whole.runs()])
    assert not any("do not tell" in one for one in older)


def test_the_limiter_is_what_was_full_at_the_next_rate(whole: Store) -> None:
    for run in whole.runs():
        limiter = run.windows[0].limiter
        assert limiter.name == "app CPU" and re.match(r"at [\d,]+/s p99 was [\d,]+ ms", limiter.evidence)


def test_the_table_has_the_capacity_and_its_ratio(whole: Store) -> None:
    text = (whole.folder / "summary.md").read_text()
    assert "create-property: requests a second at p99 under 100 ms and failures under 0.1 % (open model)" in text
    assert "| variant | requests/s | confirmed/s | p95 ms |" in text and "goodput/s" not in text
    assert "Requests a second at p99 under 100 ms and failures under 0.1 % compared with blocking: reactor gave" in text
    blocking, reactor = rows(whole.runs(), 0)
    assert reactor.ratio and reactor.ratio.value == pytest.approx(0.69, abs=0.04)
    assert blocking.ratio is None and "simply met" not in text


def test_the_page_has_every_step_and_the_command(whole: Store) -> None:
    html = (whole.folder / "report.html").read_text()
    assert "Requests a second and predicted capacity" in html and "Search of the capacity" in html
    assert all(
        f"{step.level:,} requests/s" in html for run in whole.runs() if run.search for step in run.search.steps[1:]
    )
    assert "OBJECTIVE=&#39;p99&lt;100ms failed&lt;0.1%&#39;" in html
    again = plan(RUNS="2", OBJECTIVE=str(whole.experiment().plan.objective))
    assert again.objective == whole.experiment().plan.objective


def test_the_readme_s_picture_takes_it(whole: Store) -> None:
    svg = headline.picture(whole)
    assert "requests a second at p99 under" in svg
    assert f"{sum(run.windows[0].figure for run in of(whole, 'reactor')) / 2:,.0f}<" in svg


def test_two_of_them_can_be_compared_and_others_not(whole: Store) -> None:
    one = ReportData.read(whole)
    found = compare(one, one, anyway=False)
    assert found.answer.startswith("Requests a second of B compared with A: blocking gave no difference")
    assert found.grid.headings[2] == "requests/s A"
    looser = plan(OBJECTIVE="p99<200ms failed<0.1%").objective
    changed = one.plan.model_copy(update={"objective": looser})
    other = ReportData.of(one.experiment.model_copy(update={"plan": changed}), one.runs)
    with pytest.raises(Exception, match=r"objective: p99<100ms failed<0\.1% in A, p99<200ms failed<0\.1% in B"):
        compare(one, other, anyway=False)


def test_its_price_is_told_before_it_starts(
    machines: FakeMachines, undrawn: None, capsys: pytest.CaptureFixture[str]
) -> None:
    store = conducted(machines)
    text = " ".join(capsys.readouterr().out.split())
    told = "for 2 runs, each of which finds the highest rate under p99<100ms failed<0.1% in about"
    assert told in text and text.index(told) < text.index("run 1/2")
    took = sum(sum(run.seconds.values()) for run in store.runs())
    assert 0.6 < took / (2 * walltime.run_seconds(store.experiment().plan)) <= 1, "no container has to start here"


def test_a_price_over_the_minutes_is_refused() -> None:
    with pytest.raises(UsageError, match=r"4 runs take about \d+ min under OBJECTIVE, and MAX_MINUTES is 10"):
        command.asked({**GIVEN, "RUNS": "2", "MAX_MINUTES": "10"})
    assert plan(MAX_MINUTES="60").max_minutes == 60


def test_stock_and_tuned_are_rows_of_their_own(machines: FakeMachines, undrawn: None) -> None:
    store = conducted(machines, CONFIGURATION="both")
    assert {run.label for run in store.runs()} == {
        f"{name} ({one})" for name in ("blocking", "reactor") for one in ("stock", "tuned")
    }
    assert "Requests a second compared with the same variant" in (store.folder / "summary.md").read_text()


def test_a_precision_plans_its_runs_by_the_capacities(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    uneven = stage(monkeypatch, tmp_path, Behaviour(dearer={"reactor": 1.5}, uneven=0.2))
    store = experiment_runner.conduct(uneven, plan(PRECISION="3%", MAX_MINUTES="90"), GIVEN, lambda _: None)
    assert store.experiment().plan.runs > 5 and resumption.complete(store)


@pytest.mark.parametrize("number", [1, 2, 4])
def test_what_was_interrupted_goes_on_with_the_same_plan(
    machines: FakeMachines, undrawn: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    with monkeypatch.context() as patch:
        fail_at(patch, number, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            conducted(machines, RUNS="2")
    (found,) = tmp_path.glob("*/experiment.json")
    store = resumption.opened(found.parent.name, {})
    assert len(store.runs()) == number - 1
    experiment_runner.resume(machines, store, anyway=False, listen=Live())
    assert len(store.runs()) == 4 and resumption.complete(store) and all(run.windows for run in store.runs())


def test_an_objective_that_nothing_holds_is_a_result(machines: FakeMachines) -> None:
    store = conducted(machines, OBJECTIVE="p99<1ms")
    for run in store.runs():
        assert run.search and run.search.outcome == "not held" and run.windows == []
        assert re.match(r"does not hold p99<1ms failed<1% even at \d+/s, nearly idle: p99 was", run.ended or "")
    text = (store.folder / "summary.md").read_text()
    assert text.startswith("Nothing may be concluded: no run has a window.") and "even at" in text
    assert "Search of the capacity" in (store.folder / "report.html").read_text()
    assert resumption.complete(store) and not schedule.left(store.experiment().plan, store.runs())
    with pytest.raises(Exception, match="no finished run at this level"):
        headline.picture(store)


def test_an_objective_that_one_variant_holds_leaves_the_other_out(machines: FakeMachines, undrawn: None) -> None:
    store = conducted(machines, OBJECTIVE="p99<2.4ms")
    assert [len(of(store, name)[0].windows) for name in ("blocking", "reactor")] == [1, 0]
    text = (store.folder / "summary.md").read_text()
    assert "Reactor, run 1: does not hold p99&lt;2.4ms failed&lt;1% even at" in text
    assert page.render(ReportData.read(store)).html


def test_a_calibrated_ceiling_makes_a_lower_bound_without_a_ratio(machines: FakeMachines) -> None:
    calibrated(1700.0)
    store = conducted(machines, RUNS="2")
    assert store.experiment().plan.most_rate == 1360
    assert [run.at_least for run in of(store, "blocking")] == [True, True]
    assert [run.at_least for run in of(store, "reactor")] == [False, False]
    blocking, reactor = rows(store.runs(), 0)
    assert blocking.at_least == {1, 2} and reactor.ratio is None
    text = (store.folder / "summary.md").read_text()
    assert "| blocking | at least 1,360 |" in text and "at least, no ratio" in text
    assert "Blocking held all that the load machine can offer, up to 1,360 requests/s, in run 1, 2" in text
    assert "≥ 1,360" in headline.picture(store) and "at least 1,360" in (store.folder / "report.html").read_text()
    other = ReportData.read(store)
    assert compare(other, other, anyway=False).pairs[0].ratio(lambda window: window.load.latency_ms.p95)
    assert compare(other, other, anyway=False).grid.rows[0][4] == "-\nat least, no ratio"


def test_a_starved_load_machine_makes_a_lower_bound(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, undrawn: None
) -> None:
    starved = stage(monkeypatch, tmp_path, Behaviour(), load=0.1)
    (run,) = conducted(starved, VARIANT="blocking").runs()
    assert run.search and run.search.outcome == "at least"
    assert run.windows[0].level < 0.8 * 1000 and run.windows[0].limiter.name == "load machine"


def test_a_machine_that_goes_away_keeps_the_steps_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, undrawn: None
) -> None:
    weak = stage(monkeypatch, tmp_path, Behaviour(bears=250))
    store = conducted(weak, SCENARIO="passthrough-message", VARIANT="blocking", OBJECTIVE="p99<900ms")
    (run,) = store.runs()
    assert run.ended == "app is gone: its heap was full (searching, at level 300)" and run.search
    assert run.search.steps == [] and run.windows == []
    assert "its heap was full" in (store.folder / "summary.md").read_text()
