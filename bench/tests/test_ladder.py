"""A ladder: the same rates for every variant, on simulated machines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.analysis import comparison, ladder
from bench.commands import calibrate, observers_cost, tune
from bench.errors import ThreadmillError, UsageError
from bench.report import conclusion, table
from bench.report.data import ReportData
from bench.report.live import Live
from bench.results import Calibration, KeptCalibration, Plan, Run, Store, Verdict, keep_calibration
from bench.runner import experiment_runner, resumption
from bench.runner.reserved import at_level
from bench.runner.run import offering
from bench.spec import request, schedule
from bench.tests import examples
from bench.tests.fakes import Behaviour, FakeMachines, fail_at, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")
GIVEN = {"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "OBSERVERS": "off", "LADDER": "auto"}
SLOWER = Behaviour(dearer={"reactor": 2.0})


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMachines:
    return stage(monkeypatch, tmp_path, SLOWER)


def plan(**given: str) -> Plan:
    return request.experiment({**GIVEN, **given}).plan


def piloted(goods: dict[str, int], *invalid: str) -> list[Run]:
    bad = Verdict(verdict="INVALID", reasons=["other work on the host took 40% of the app's cores"])
    changes: dict[str, Any] = {"verdict": bad}
    return [examples.run(name, good, **(changes if name in invalid else {})) for name, good in goods.items()]


def starts(machines: FakeMachines) -> list[str]:
    return [word.removeprefix("start ") for word in machines.asked if word.startswith("start ")]


def pilots(store: Store) -> list[Run]:
    return Store(store.folder / f"{store.folder.name}-pilot").runs()


def test_a_ladder_is_planned_without_rates_until_a_pilot_tells_them() -> None:
    wanted = plan(RUNS="2")
    assert (wanted.model, wanted.levels, wanted.ladder, wanted.runs) == ("open", [], True, 2)
    first = schedule.ladder_pilot(wanted)
    assert (first.model, first.levels, first.ladder, first.runs) == ("closed", [50], False, 1)
    assert first.blocks == wanted.blocks[:1]


def test_the_slowest_variant_decides_the_rates() -> None:
    found = ladder.capacity(piloted({"blocking": 20_000, "reactor": 8_020, "coroutines": 9_000}))
    assert (found.variant, found.per_second, found.unbelieved) == ("reactor", 401.0, ())
    rated = ladder.rated(plan(), found)
    assert (rated.levels, rated.capacity) == ([100, 200, 301, 361], 401.0)
    assert "the slowest variant, reactor, did 401/s in the pilot (limiter: app CPU)" in ladder.told(rated, found)


def test_an_invalid_window_decides_nothing_and_is_told() -> None:
    found = ladder.capacity(piloted({"blocking": 20_000, "reactor": 8_000}, "reactor"))
    assert (found.variant, found.unbelieved) == ("blocking", ("reactor",))
    assert "left out there: reactor" in ladder.told(ladder.rated(plan(), found), found)


def test_a_pilot_of_which_nothing_can_be_believed_ends_with_the_next_step() -> None:
    with pytest.raises(ThreadmillError, match=r"other work .* begin anew, or give rates by hand, such as LADDER=500"):
        ladder.capacity(piloted({"blocking": 20_000, "reactor": 8_000}, "blocking", "reactor"))


def test_no_rate_is_offered_twice_or_is_none() -> None:
    assert ladder.rated(plan(), ladder.Capacity("reactor", 1.2, "users", ())).levels == [1]


def test_every_variant_gets_the_same_rates_in_one_warmed_run(
    machines: FakeMachines, capsys: pytest.CaptureFixture[str]
) -> None:
    store = experiment_runner.conduct(machines, plan(RUNS="2"), {"LADDER": "auto"}, Live())
    slowest = min(run.windows[0].goodput for run in pilots(store))
    rates = [round(share * slowest) for share in (0.25, 0.5, 0.75, 0.9)]
    done = store.experiment().plan
    assert (done.levels, done.capacity) == (rates, round(slowest, 1))
    assert len(store.runs()) == 4 and len(starts(machines)) == 2 + 4, "a start for each rate would not be one run"
    for run in store.runs():
        assert [window.load.rate for window in run.windows] == rates
        assert [window.load.model for window in run.windows] == ["open"] * 4
        for window, rate in zip(run.windows, rates, strict=True):
            assert window.goodput == pytest.approx(rate, rel=0.02)
    text = capsys.readouterr().out.replace("\n", " ")
    assert "min in all:" in text and text.index("min in all:") < text.index("run 1/2"), "told before it starts"
    assert "simply met" not in (store.folder / "summary.md").read_text()
    assert "LADDER=" + ",".join(map(str, rates)) in (store.folder / "report.html").read_text()


def test_a_dearer_request_is_shown_as_one_at_every_rate(machines: FakeMachines) -> None:
    store = experiment_runner.conduct(machines, plan(), {}, Live())
    blocking, reactor = sorted(store.runs(), key=lambda run: run.variant)
    for one, other in zip(blocking.windows, reactor.windows, strict=True):
        assert (other.cpu_us("app") or 0) / (one.cpu_us("app") or 1) == pytest.approx(2, rel=0.1)
        assert (other.cpu_us("db") or 0) == pytest.approx(one.cpu_us("db") or 1, rel=0.05)
        assert one.allocated_per_request == pytest.approx(40_000, rel=0.01)
        assert one.app.paused == pytest.approx(2e-5 * one.throughput, rel=0.05)
    summary = (store.folder / "summary.md").read_text()
    assert summary.count("Cost of a request, and the slowest at") == 4
    assert "Every variant was offered the same rates, 25, 50, 75 and 90 % of the" in summary
    assert summary.startswith("With 1 run of each variant there is no interval")


def test_a_cost_is_judged_as_goodput_is(machines: FakeMachines) -> None:
    """By its interval, among all of its rate; what an INVALID window is behind, and what is not shown, says so."""
    store = experiment_runner.conduct(machines, plan(RUNS="3"), {}, Live())
    told, *_ = conclusion.answer(store.experiment(), store.runs())
    start = "The app's CPU for each request at equal rates compared with blocking: reactor gave more at every level ("
    assert told.startswith(start) and "intervals from 1.9" in told
    spoilt = [spoil(run) if (run.variant, run.block) == ("reactor", 1) else run for run in store.runs()]
    told, *_ = conclusion.answer(store.experiment(), spoilt)
    first, second = store.experiment().plan.levels[:2]
    assert f"nothing that may be used (INVALID) at {first:,} requests/s offered" in told
    assert f"no difference that is shown at {second:,} requests/s offered (" in told
    for index, said in enumerate(("INVALID, no conclusion", "no difference shown")):
        grid = table.grid(ReportData.of(store.experiment(), spoilt), index)
        cell = grid.rows[1][grid.headings.index("app CPU, ratio to blocking")]
        assert cell.endswith(f"\n{said}"), "the table of a rate is judged as the answer is"


def test_slow_cores_make_a_request_dearer_and_not_its_speed_adjusted_ratio() -> None:
    fast, slow = {"work_ms": 0.2}, {"work_ms": 0.25, "use": examples.machines(app=examples.use(cpu_seconds=12.25))}
    runs = [examples.run("blocking", 10_000, block, **fast) for block in (1, 2)]
    runs += [examples.run("reactor", 10_000, block, **slow) for block in (1, 2)]
    calibration = Calibration(measured=examples.experiment().environment.started, load_ceiling=None, noise=0.3)
    given = examples.experiment(ladder=True, model="open", levels=[500]).model_copy(update={"calibration": calibration})
    data = ReportData.of(given, runs)
    costs, used = table.grid(data, 0), table.used(data, 0)
    assert costs.rows[1][costs.headings.index("app CPU, ratio to blocking")].startswith("1.25")
    assert used.rows[1][used.headings.index("speed-adjusted ratio")].startswith("1.00")
    assert not any("noise floor" in said for said in conclusion.answer(given, runs)), "which is goodput's"


def spoil(run: Run) -> Run:
    """The same with an INVALID window at its first rate, and half the app's CPU at its second."""
    first, second, *others = run.windows
    bad = first.model_copy(update={"verdict": Verdict(verdict="INVALID", reasons=["the host was busy"])})
    app = second.use["app"].model_copy(update={"cpu_seconds": second.use["app"].cpu_seconds / 2})
    cheaper = second.model_copy(update={"use": {**second.use, "app": app}})
    return run.model_copy(update={"windows": [bad, cheaper, *others]})


@pytest.mark.parametrize(
    ("given", "rate", "users"),
    [
        ({}, 500, "250"),
        ({}, 2_000, "400"),
        ({}, 40_000, "3000"),
        ({"SCENARIO": "passthrough-message"}, 2_000, "1000"),  # each waits 300 ms as well
        ({"MAX_VUS": "70"}, 2_000, "70"),
    ],
)
def test_a_rate_reserves_the_users_that_slow_answers_would_keep_busy(
    given: dict[str, str], rate: int, users: str
) -> None:
    asked = plan(LADDER=str(rate), **given)
    offer = offering(asked, asked.configured[0], 1, observed=False)
    assert at_level(offer, asked, rate).options["MAX_VUS"] == users


def test_rates_by_hand_need_no_pilot(machines: FakeMachines) -> None:
    store = experiment_runner.conduct(machines, plan(LADDER="100,200"), {}, Live())
    assert len(starts(machines)) == 2 and not list(store.folder.glob("*-pilot"))
    assert [[window.load.rate for window in run.windows] for run in store.runs()] == [[100, 200], [100, 200]]
    assert store.experiment().plan.capacity is None


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_resumed_ladder_repeats_nothing_of_its_pilot(
    machines: FakeMachines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    with monkeypatch.context() as patch:
        fail_at(patch, number, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            experiment_runner.conduct(machines, plan(), {}, Live())
    (found,) = tmp_path.glob("*/experiment.json")
    store = resumption.opened(found.parent.name, {})
    assert bool(store.experiment().plan.levels) == (number > 2)
    kept, before = store.experiment().plan.levels, len(machines.asked)
    experiment_runner.resume(machines, store, anyway=False, listen=Live())
    again = [word for word in machines.asked[before:] if word.startswith("start ")]
    assert len(again) == 4 - (number - 1)
    assert len(pilots(store)) == 2 and len(store.runs()) == 2 and resumption.complete(store)
    assert len(store.experiment().plan.levels) == 4 and kept in ([], store.experiment().plan.levels)


def test_a_pilot_that_is_not_believed_stops_the_ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = stage(monkeypatch, tmp_path, Behaviour(wrong=0.5))
    with pytest.raises(ThreadmillError, match="none of its windows can be believed"):
        experiment_runner.conduct(broken, plan(), {}, Live())
    assert len(starts(broken)) == 2 and broken.there == set()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"RATE": "500"}, "leave out RATE; LADDER=500,1000 gives them by hand"),
        ({"VUS": "50", "LEVELS": "50,100"}, "leave out VUS, LEVELS"),
        ({"PRECISION": "5%"}, "LADDER has several and takes RUNS"),
        ({"WARMUP": "0"}, "leave out WARMUP=0"),
        ({"LADDER": "steep"}, "LADDER=steep is neither auto nor rates, such as 500,1000,1500"),
        ({"SCENARIO": "overload"}, "overload has no usual number of users for the pilot: give .* LADDER=200"),
    ],
)
def test_a_ladder_beside_what_it_chooses_is_refused_with_its_successor(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        plan(**given)


FILES = {
    "ladder: auto\nrates: [5]": "leave out levels and rates",
    "ladder: auto\nlevels: [5]": "leave out levels and rates",
    "ladder: steep": "ladder: it is neither auto nor rates",
    "ladder: [0]": "ladder: it is neither auto nor rates",
}


@pytest.mark.parametrize(("text", "told"), FILES.items())
def test_a_file_may_hold_a_ladder_and_nothing_beside_it(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(f"scenario: create-property\n{text}")
    with pytest.raises(UsageError, match=told):
        request.read_file(str(path))
    path.write_text("scenario: create-property\nladder: auto")
    assert request.experiment({"EXPERIMENT": str(path)}).plan.ladder
    assert request.experiment({"EXPERIMENT": str(path), "RATE": "300"}).plan.levels == [300], "the command line counts"
    path.write_text("scenario: create-property\nladder: [100, 200]")
    assert request.experiment({"EXPERIMENT": str(path)}).variables["LADDER"] == "100,200"


@pytest.mark.parametrize("requested", [calibrate.requested, observers_cost.requested, tune.requested])
def test_commands_that_choose_their_load_take_no_ladder(requested: Callable[[dict[str, str]], object]) -> None:
    with pytest.raises(UsageError, match="LADDER goes with `make bench`"):
        requested({"SCENARIO": "create-property", "LADDER": "auto"})


@pytest.mark.parametrize("load", [{"LADDER": "1000,9000"}, {"LADDER": "", "RATE": "9000"}])
def test_a_rate_that_the_load_machine_cannot_offer_is_refused(machines: FakeMachines, load: dict[str, str]) -> None:
    here = examples.experiment().environment
    found = Calibration(measured=here.started, load_ceiling=8000.0, noise=0.02)
    keep_calibration(
        KeptCalibration(
            found=found, environment=here, steps=[], experiment="aa", blocks=5, ratio=1.0, low=0.98, high=1.02
        )
    )
    with pytest.raises(UsageError, match=r"9,000 requests/s are more than this load machine can offer \(8,000/s"):
        experiment_runner.conduct(machines, plan(**load), {}, Live())
    assert starts(machines) == [] and machines.there == set()
    assert comparison.out_of_reach(plan(LADDER="1000,7900"), found) is None
