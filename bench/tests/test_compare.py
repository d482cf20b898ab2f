"""Two experiments side by side: what forbids it, and what is said."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bench import report
from bench.analysis import estimates
from bench.analysis.estimates import Difference
from bench.analysis.paired import figure
from bench.errors import ThreadmillError
from bench.report import comparison, equal_rates, page
from bench.report.comparison import Comparison, Pair, compare
from bench.report.data import ReportData
from bench.report.rows import Row
from bench.report.table import latency
from bench.results import Experiment, Latency, LoadSummary, Store
from bench.tests import examples, golden
from bench.tests.examples import experiment


def material(name: str) -> ReportData:
    return ReportData.read(Store(golden.FOLDER / name))


def with_loads(given: ReportData, change: Callable[[LoadSummary], dict[str, Any]]) -> ReportData:
    """The same experiment with other loads."""
    runs = []
    for run in given.runs:
        windows = []
        for window in run.windows:
            load = window.load.model_copy(update=change(window.load))
            windows.append(window.model_copy(update={"load": load}))
        runs.append(run.model_copy(update={"windows": windows}))
    return ReportData("other", given.experiment, runs, given.samples)


def slower(given: ReportData, share: float) -> ReportData:
    """The same experiment with that share of its good answers."""
    return with_loads(given, lambda load: {"good": int(load.good * share)})


def changed(**environment: Any) -> Experiment:
    given = experiment()
    return given.model_copy(update={"environment": given.environment.model_copy(update=environment)})


def test_welch_s_interval() -> None:
    # by hand: logs 0 and 2 against 0 and 0: mean 1, standard error 1, degrees of freedom 1, t = 12.7062
    found = estimates.welch_ratio([1.0, math.e**2], [1.0, 1.0])
    assert found is not None and found.low is not None and found.high is not None
    assert (found.value, found.low, found.high) == pytest.approx(
        (math.e, math.exp(1 - 12.7062), math.exp(1 + 12.7062)), rel=1e-4
    )


def test_one_run_on_a_side_has_no_interval() -> None:
    found = estimates.welch_ratio([2.0], [1.0, 1.1])
    assert found is not None and found.low is None and found.high is None


def test_there_is_no_ratio_to_nothing() -> None:
    assert estimates.welch_ratio([1.0], []) is None
    assert estimates.welch_ratio([1.0], [0.0]) is None


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (experiment(scenario="no-io"), "scenario: create-property in A, no-io in B"),
        (experiment(model="open"), "load model: closed in A, open in B"),
        (experiment(levels=[50, 100]), "load levels: 50 in A, 50,100 in B"),
        (experiment(duration=60), "window (s): 20 in A, 60 in B"),
        (experiment(options={"THINK": "5"}), "options: none in A, THINK=5 in B"),
        (experiment(reset=False), "database reset before each window: yes in A, no in B"),
        (experiment(rows=3_000_000), "rows of agents: none in A, 3000000 in B"),
        (changed(host_cores=8), "host cores: 2 in A, 8 in B"),
        (changed(caps={"app": {"cpus": 1.0}}), "app's cpus: none in A, 1.0 in B"),
        (changed(figures={"DB_POOL_SIZE": "10"}), "DB_POOL_SIZE: none in A, 10 in B"),
    ],
)
def test_what_makes_a_comparison_wrong_is_named(other: Experiment, told: str) -> None:
    assert comparison.obstacles(experiment(), other) == [told]
    assert comparison.remarks(experiment(), other) == []


def test_figures_that_change_no_machine_of_the_load_do_not_matter() -> None:
    """A cap of .env is judged by what came of it; observers and ports may be others."""
    a = changed(figures={"DB_POOL_SIZE": "10", "PROMETHEUS_CPUS": "0.2", "OBSERVER_CORES": "1", "APP_PORT": "8080"})
    b = changed(figures={"DB_POOL_SIZE": "10", "PROMETHEUS_CPUS": "0.5", "OBSERVER_CORES": "2", "APP_PORT": "9"})
    assert comparison.obstacles(a, b) == []


def test_the_plan_is_named_where_what_it_sets_differs() -> None:
    a = changed(plan="8-cores", caps={"app": {"cpus": 1.0}})
    b = changed(plan="16-cores", caps={"app": {"cpus": 3.0}})
    told = ["the plan: 8-cores in A, 16-cores in B", "app's cpus: 1.0 in A, 3.0 in B"]
    assert comparison.obstacles(a, b) == told
    assert comparison.obstacles(a, changed(plan="own", caps={"app": {"cpus": 1.0}})) == [], "the same by another name"


def test_a_new_commit_is_what_comparing_is_for() -> None:
    other = changed(commit="1", images={"db": "sha256:1"})
    assert comparison.obstacles(experiment(), other) == []
    assert comparison.remarks(experiment(), other) == ["the commit: 0 in A, 1 in B"]


def test_latencies_that_count_from_other_moments_have_no_ratio_and_say_so() -> None:
    given = material("closed")
    late = with_loads(given, lambda _: {"latency_from": "arrival"})
    assert not any(pair.counted_apart for pair in compare(given, given, anyway=False).pairs)
    found = compare(given, late, anyway=False)
    told = "blocking at 50 users: latency counts from start in A and from arrival in B, so there is no ratio of p95"
    assert told in found.remarks
    assert all(pair.ratio(latency("p95")) is None and pair.ratio(figure) for pair in found.pairs)


def test_what_is_not_alike_is_refused_unless_asked_for() -> None:
    with pytest.raises(ThreadmillError, match=r"load levels: 50,200,400 in A, 50 in B.*ANYWAY=1"):
        compare(material("closed"), material("one-run"), anyway=False)
    found = compare(material("closed"), material("one-run"), anyway=True)
    assert found.answer.startswith("These experiments are not alike")
    assert len(found.pairs) == 4


def test_a_figure_that_is_compared_on_purpose_is_named_on_the_page() -> None:
    given = material("closed")
    environment = given.experiment.environment.model_copy(update={"figures": {"DB_POOL_SIZE": "20"}})
    other = replace(given, experiment=given.experiment.model_copy(update={"environment": environment}))
    with pytest.raises(ThreadmillError, match=r"DB_POOL_SIZE: none in A, 20 in B.*ANYWAY=1"):
        compare(given, other, anyway=False)
    assert "DB_POOL_SIZE: none in A, 20 in B" in page.render_comparison(compare(given, other, anyway=True))


def test_nothing_in_common_is_refused_in_any_case() -> None:
    with pytest.raises(ThreadmillError, match="in common"):
        compare(material("one-run"), material("overload"), anyway=True)


def test_an_experiment_does_not_differ_from_itself() -> None:
    found = compare(material("closed"), material("closed"), anyway=False)
    assert {pair.difference(lambda window: window.figure) for pair in found.pairs} == {Difference.NOT_SHOWN}
    assert "gave more" not in found.answer and "gave less" not in found.answer


def test_of_many_ratios_one_that_chance_may_have_given_is_not_shown() -> None:
    """Its p-value of 0.016 alone would do; as the least of six Holm's rule asks for 0.008."""
    given = material("one-run")
    one = pair("reactor", (10_000, 10_100, 9_900), (10_300, 10_500, 10_450))
    others = [pair(name, (10_000, 10_100, 9_900), (10_000, 10_100, 9_900)) for name in ("blocking", "coroutines")]
    ratio = one.ratio(figure)
    assert ratio and ratio.p_value and 0.0083 < ratio.p_value < 0.05 and one.difference(figure) is Difference.MORE
    alone, among = (Comparison(given, given, [], [], pairs) for pairs in ([one], [one, *others]))
    assert (alone.difference(one, figure), among.difference(one, figure)) == (Difference.MORE, Difference.NOT_SHOWN)
    assert "reactor gave no difference that is shown" in among.answer


def test_a_level_that_was_measured_twice_is_compared_window_by_window() -> None:
    def twice(first: int, second: int) -> ReportData:
        runs = [examples.run("blocking", first, block) for block in (1, 2)]
        runs = [one.model_copy(update={"windows": [*one.windows, examples.window(second)]}) for one in runs]
        given = experiment()
        levels = given.plan.model_copy(update={"levels": [50, 50]})
        return ReportData.of(given.model_copy(update={"plan": levels}), runs)

    found = compare(twice(10_000, 20_000), twice(20_000, 20_000), anyway=False)
    assert [round(ratio.value, 2) for one in found.pairs if (ratio := one.ratio(figure))] == [2, 1]


def test_a_rate_that_meets_the_objective_is_not_compared_with_what_a_window_confirmed() -> None:
    """Older results know the latter alone, which is lower on average: the newer ones would always look better."""

    def searched(rate: float | None) -> ReportData:
        runs = [examples.run("blocking", 10_000, block) for block in (1, 2)]
        known = [one.windows[0].model_copy(update={"rate_at_objective": rate}) for one in runs]
        return ReportData.of(
            experiment(), [one.model_copy(update={"windows": [new]}) for one, new in zip(runs, known, strict=True)]
        )

    (mixed,) = compare(searched(None), searched(600.0), anyway=False).pairs
    (alike,) = compare(searched(500.0), searched(600.0), anyway=False).pairs
    one, other = mixed.ratio(figure), alike.ratio(figure)
    assert one and other and (one.value, round(other.value, 2)) == (1, 1.2)


def pair(variant: str, a: Sequence[int], b: Sequence[int]) -> Pair:
    sides = ({block: examples.window(good) for block, good in enumerate(each, start=1)} for each in (a, b))
    row_a, row_b = (Row(variant, side, None, Difference.BASELINE, level="50 users") for side in sides)
    return Pair(row_a, row_b, 0.0, equal_rates.compared_by(examples.plan()))


def test_at_equal_rates_cost_is_compared_and_not_goodput() -> None:
    def ladder(cpu: float) -> ReportData:
        runs = [examples.run("blocking", 10_000, block) for block in (1, 2, 3)]
        used = [one.windows[0].use["app"].model_copy(update={"cpu_seconds": cpu}) for one in runs]
        dearer = [
            one.windows[0].model_copy(update={"use": {**one.windows[0].use, "app": app}})
            for one, app in zip(runs, used, strict=True)
        ]
        changed = [one.model_copy(update={"windows": [new]}) for one, new in zip(runs, dearer, strict=True)]
        return ReportData.of(experiment(ladder=True, model="open"), changed)

    found = compare(ladder(5.0), ladder(10.0), anyway=False)
    assert found.answer.startswith("The app's CPU for each request at equal rates of B compared with A: blocking gave")
    assert "more (2.00 [2.00, 2.00] times)" in found.answer
    assert found.grid.headings[2:5] == ("app CPU, µs a request, A", "app CPU, µs a request, B", "ratio B/A")
    assert found.grid.rows[0][2:4] == ("500 ± 0", "1,000 ± 0")


def test_the_noise_floor_of_goodput_says_nothing_of_latency() -> None:
    given = material("closed")
    faster = with_loads(
        given, lambda load: {"good": int(load.good * 1.01), "latency_ms": quicker(load.latency_ms, 0.99)}
    )
    (quiet, *_) = compare(given, faster, anyway=False).pairs
    noisy = replace(quiet, noise=0.5)
    assert noisy.difference(figure) is Difference.NOT_SHOWN
    assert noisy.difference(comparison.P95) is quiet.difference(comparison.P95)


def quicker(given: Latency, times: float) -> Latency:
    values = given.model_dump().items()
    return Latency.model_validate({name: value if value is None else value * times for name, value in values})


def test_a_difference_that_the_cores_speed_explains_is_not_shown() -> None:
    one = pair("reactor", (10_000, 10_100, 9_900), (8_000, 8_080, 7_920))
    slow = {block: window.model_copy(update={"work_ms": 0.3125}) for block, window in one.b.windows.items()}
    slower = replace(one, b=replace(one.b, windows=slow))
    assert (one.difference(figure), one.cores) == (Difference.LESS, "")
    assert slower.difference(figure) is Difference.NOT_SHOWN
    assert slower.cores.startswith("reactor at 50 users: the host's cores were 20% slower in B; the speed-adjusted")
    unknown = replace(one, b=replace(one.b, windows={**slow, 1: examples.window(8_000, work_ms=None)}))
    assert unknown.speed_adjusted is None and unknown.difference(figure) is Difference.LESS


def test_where_a_pilot_has_decided_the_number_of_runs_its_variance_counts() -> None:
    first, more = [1.0, 1.2, 0.9, 1.1], [1.05] * 20
    stein = estimates.welch_ratio([*first, *more], [1.0, 1.01] * 12, (4, None))
    usual = estimates.welch_ratio([*first, *more], [1.0, 1.01] * 12)
    assert stein and usual and stein.half_width and usual.half_width
    assert stein.value == usual.value and stein.half_width > 1.5 * usual.half_width


def test_less_goodput_is_told_with_its_interval() -> None:
    given = material("closed")
    found = compare(given, slower(given, 0.7), anyway=False)
    assert "blocking gave less at every level (intervals from 0.6" in found.answer


@pytest.fixture
def alike() -> Comparison:
    given = material("overload")
    return compare(given, slower(given, 0.5), anyway=False)


def test_the_page_asks_for_nothing_outside(alike: Comparison) -> None:
    html = page.render_comparison(alike)
    assert "ratio B/A" in html
    assert "http" not in html and "<script" not in html


def test_the_command_prints_and_writes(tmp_path: Path) -> None:
    a, b = golden.write("overload", tmp_path / "a"), golden.write("overload", tmp_path / "b")
    screen = StringIO()
    path = report.compare(a, b, False, Console(file=screen, width=180))
    assert path == b.folder / "compare.html" and path.is_file()
    assert "no difference shown" in screen.getvalue()
