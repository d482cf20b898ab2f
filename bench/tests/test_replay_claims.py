"""Claims against invented windows: what is measured, and what becomes of the claim."""

import math
from typing import Any

import pytest

from bench.results import Ceiling, Latency, Limiter, Run, TimelineRow, Verdict
from bench.studies.claim import Claim, Measure
from bench.studies.judgement import Judgement, State, finding, judge
from bench.studies.measurement import Evidence, Measurement, knee, measure
from bench.tests import examples

INVALID = Verdict(verdict="INVALID", reasons=["the load machine used 99% of its CPU"])
SUSPECT = Verdict(verdict="SUSPECT", reasons=["cold JVM"])
WORKERS = Limiter(name="worker threads", evidence="200 of 200", also=[])


def claim(**changes: Any) -> Claim:
    base: dict[str, Any] = {
        "said": "Coroutines do 3 to 4 times as much.", "published": "3.1", "experiment": "any", "between": [3.0, 4.0],
        "measure": {"figure": "goodput", "of": "coroutines", "to": "blocking"}, "predicted": {"basis": "none"},
    }  # fmt: skip
    return Claim.model_validate({**base, **changes})


def pair(blocking: int, coroutines: int, block: int = 1, **changes: Any) -> list[Run]:
    return [examples.run("blocking", blocking, block, **changes), examples.run("coroutines", coroutines, block)]


def evidence(runs: list[Run]) -> Evidence:
    return Evidence(examples.plan(), runs)


def ratio(runs: list[Run], **changes: Any) -> Measurement:
    (found,) = measure(evidence(runs), claim(**changes).measure)
    return found


def verdict(published: list[Run], corrected: list[Run], **changes: Any) -> Judgement:
    one = claim(**changes)
    columns = {"as_published": published, "corrected": corrected}
    found = [finding(column, one, measure(evidence(runs), one.measure), 1) for column, runs in columns.items()]  # type: ignore[arg-type]
    return judge(one, *found)


THREE, ONE = pair(10_000, 32_000), pair(10_000, 10_500)


def test_a_ratio_of_one_run_has_no_interval() -> None:
    found = ratio(THREE)
    assert found.estimate is not None
    assert found.estimate.value == pytest.approx(3.2) and found.estimate.low is None


def test_a_ratio_of_several_runs_is_paired_by_block_and_has_one() -> None:
    found = ratio([*THREE, *pair(20_000, 66_000, block=2)])
    assert found.estimate is not None and found.estimate.low is not None
    assert found.estimate.value == pytest.approx(math.sqrt(3.2 * 3.3))
    assert found.estimate.runs == 2


def test_an_invalid_window_carries_no_claim() -> None:
    found = ratio(pair(10_000, 32_000, verdict=INVALID))
    assert found.estimate is None
    assert found.unusable == "blocking is INVALID: the load machine used 99% of its CPU"
    judged = verdict(THREE, pair(10_000, 32_000, verdict=INVALID))
    assert judged.word == "cannot be seen here" and "INVALID" in judged.why


def test_one_invalid_run_of_several_is_enough() -> None:
    assert ratio([*THREE, *pair(10_000, 32_000, 2, verdict=INVALID)]).estimate is None


def test_what_is_left_where_a_run_was_lost_carries_no_claim() -> None:
    blocking, coroutines = pair(10_000, 32_000, block=3)
    found = ratio([*THREE, *pair(10_000, 32_000, block=2), blocking, examples.lost(coroutines)])
    assert found.unusable == "coroutines has no window in run 3, so the others are no fair sample"


def test_a_variant_that_was_not_measured_carries_none_either() -> None:
    assert ratio(THREE[:1]).unusable == "coroutines was not measured"
    ended = THREE[1].model_copy(update={"windows": [], "ended": "app is gone: its heap was full"})
    assert ratio([THREE[0], ended]).unusable == "coroutines was not measured: app is gone: its heap was full"


def test_a_share_of_a_predicted_ceiling() -> None:
    ceilings = [Ceiling(limiter="worker threads", per_second=1000.0, basis="200 threads / 0.2 s")]
    measured = Measure(figure="goodput", of="blocking", share_of="worker threads")
    (found,) = measure(evidence([examples.run("blocking", 5_000, ceilings=ceilings)]), measured)
    assert found.estimate is not None and found.estimate.value == 0.25
    (found,) = measure(evidence([examples.run("blocking", 5_000)]), measured)
    assert found.unusable == "the windows do not have the figure"


def test_a_ratio_for_each_of_the_users_per_worker_thread() -> None:
    measured = Measure(figure="goodput", of="coroutines", to="blocking", per="users per worker thread")
    crowd = [examples.run("blocking", 1_000, level=1000), examples.run("coroutines", 5_000, level=1000)]
    (found,) = measure(evidence(crowd), measured)
    assert found.estimate is not None and found.estimate.value == pytest.approx(5 / (1000 / 200))


def test_the_share_that_was_answered() -> None:
    measured = Measure(figure="answered", of="blocking")
    load = examples.summary(requests=9_000, good=8_000, failed=2_000, failures={"5xx": 1_000, "dropped": 1_000})
    (found,) = measure(evidence([examples.run("blocking", 0, load=load)]), measured)
    assert found.estimate is not None and found.estimate.value == 0.8


@pytest.mark.parametrize(("failed", "state"), [(0, State.REFUTED), (10, State.REFUTED), (98, State.OPEN)])
def test_a_share_of_all_requests_strays_less_the_nearer_it_is_to_all(failed: int, state: State) -> None:
    one = claim(measure={"figure": "answered", "of": "blocking"}, between=None, at_most=0.99)
    load = examples.summary(requests=10_000, good=10_000 - failed, failed=failed)
    assert (
        finding("corrected", one, measure(evidence([examples.run("blocking", 0, load=load)]), one.measure), 1).state
        is state
    )


def test_of_a_varying_load_all_arrivals_count_those_answered_late_too() -> None:
    timeline = [step(0, 1000, 500), step(5, 1000, 500), step(10, 0, 900)]
    load = examples.summary(requests=1_000, good=1_000, timeline=timeline)
    (found,) = measure(evidence([examples.run("blocking", 0, load=load)]), Measure(figure="answered", of="blocking"))
    assert found.estimate is not None and found.estimate.value == 0.95


def test_no_more_than_all_are_answered() -> None:
    timeline = [step(0, 1000, 1010), step(5, 0, 0)]  # ten had come before the window
    load = examples.summary(requests=1_010, good=1_010, timeline=timeline)
    (found,) = measure(evidence([examples.run("blocking", 0, load=load)]), Measure(figure="answered", of="blocking"))
    assert found.estimate is not None and found.estimate.value == 1


def test_failures_count_as_nothing_only_where_that_was_published() -> None:
    one = claim(measure={"figure": "mean", "of": "blocking", "failures_at_zero": True}, between=[1.0, 2.0])
    latency = Latency(mean=100.0, p50=1, p90=1, p95=1, p99=1, max=1)
    runs = [examples.run("blocking", 0, load=examples.summary(good=5_000, failed=5_000, latency_ms=latency))]
    values = [
        found.estimate.value
        for column in ("as_published", "corrected")
        if (found := measure(evidence(runs), one.measure_of(column))[0]).estimate
    ]
    assert values == [50.0, 100.0]


def step(at: float, offered: int, good: int) -> TimelineRow:
    return TimelineRow(at=at, offered=offered, good=good, failed=0, p95_ms=None)


def ramp(most: float) -> list[TimelineRow]:
    """10 to 500/s in 60 s; answers come a second later, and never more than `most` a second."""
    rows = []
    for at in range(0, 60, 5):
        offered = 10 + (at + 2.5) * 490 / 60
        rows.append(step(at, round(offered * 5), round(min(max(offered - 8.2, 0), most) * 5)))
    return rows


def test_the_knee_is_where_the_answers_stay() -> None:
    assert knee(ramp(200)) == pytest.approx(200)
    assert knee([*ramp(200), step(60, 0, 1000)]) == pytest.approx(200), "answers after the ramp are no part of it"


def test_no_knee_where_all_is_answered() -> None:
    assert knee(ramp(1e9)) == math.inf


def test_a_knee_that_is_not_there_refutes_that_it_is_somewhere() -> None:
    one = claim(measure={"figure": "knee", "of": "blocking"}, between=[180.0, 215.0], scales=True)
    runs = [examples.run("blocking", 0, load=examples.summary(timeline=ramp(1e9)))]
    assert finding("corrected", one, measure(evidence(runs), one.measure), 1).state is State.REFUTED


def test_a_band_of_rates_goes_with_the_scale() -> None:
    assert claim(scales=True).band(0.5) == (1.5, 2.0)
    assert claim().band(0.5) == (3.0, 4.0)
    assert claim(between=None, at_least=2.0).band(1) == (2.0, math.inf)


@pytest.mark.parametrize(
    ("goodput", "state"),
    [
        (32_000, State.SHOWN),
        (27_000, State.OPEN),
        (45_000, State.OPEN),
        (20_000, State.REFUTED),
        (60_000, State.REFUTED),
    ],
)
def test_one_run_refutes_only_what_it_misses_by_far(goodput: int, state: State) -> None:
    assert finding("corrected", claim(), [ratio(pair(10_000, goodput))], 1).state is state


@pytest.mark.parametrize(
    ("goodputs", "state"),
    [
        ((28_000, 28_010), State.REFUTED),
        ((20_000, 30_000), State.OPEN),
        ((33_000, 33_100), State.SHOWN),
        ((39_900, 39_950), State.SHOWN),
        ((31_000, 36_000), State.OPEN),
    ],
)
def test_an_interval_shows_what_it_stays_near_and_refutes_what_it_leaves_out(
    goodputs: tuple[int, int], state: State
) -> None:
    runs = [run for block, goodput in enumerate(goodputs, start=1) for run in pair(10_000, goodput, block)]
    found = finding("corrected", claim(), [ratio(runs)], 1)
    assert found.state is state
    assert ("interval reaches" in found.reason) == (state is State.OPEN)


def test_every_level_must_show_it_and_one_refutes_it() -> None:
    shown, refuted = ratio(THREE), ratio(ONE)
    assert finding("corrected", claim(), [shown, shown], 1).state is State.SHOWN
    assert finding("corrected", claim(), [shown, refuted], 1).state is State.REFUTED


def test_the_more_levels_may_refute_it_the_further_one_has_to_miss() -> None:
    level = {1: (10_000, 27_890), 2: (10_000, 28_110)}
    runs = [run for block, (blocking, coroutines) in level.items() for run in pair(blocking, coroutines, block)]
    twice = [run.model_copy(update={"windows": run.windows * 2}) for run in runs]
    both = measure(Evidence(examples.plan(levels=[50, 50]), twice), claim().measure)
    assert finding("corrected", claim(), [ratio(runs)], 1).state is State.REFUTED
    assert finding("corrected", claim(), both, 1).state is State.OPEN
    assert both[0].interval == ratio(runs).interval, "what is printed stays an interval of 95 %"


@pytest.mark.parametrize(
    ("published", "corrected", "word", "why"),
    [
        (THREE, THREE, "holds", "both ways"),
        (ONE, THREE, "holds", "though the protocol as published hides it"),
        (THREE, ONE, "holds for another reason", "only the protocol as published shows it"),
        (ONE, ONE, "does not hold", "neither as published nor corrected"),
        (THREE[:1], ONE, "does not hold", "coroutines was not measured"),
        (THREE, THREE[:1], "cannot be seen here", "coroutines was not measured"),
    ],
)
def test_the_verdicts(published: list[Run], corrected: list[Run], word: str, why: str) -> None:
    found = verdict(published, corrected)
    assert found.word == word and why in found.why


def test_another_limiter_is_another_reason() -> None:
    blamed = {"because": {"blocking": "worker threads"}}
    found = verdict(THREE, THREE, **blamed)
    assert (found.word, found.why) == (
        "holds for another reason", "blocking was limited by app CPU, not by worker threads",
    )  # fmt: skip
    assert verdict(THREE, pair(10_000, 32_000, limiter=WORKERS), **blamed).word == "holds"


def test_nothing_at_its_limit_contradicts_no_limiter_but_is_told() -> None:
    unknown = Limiter(name="unknown", evidence="nothing", also=[])
    found = verdict(THREE, pair(10_000, 32_000, limiter=unknown), because={"blocking": "worker threads"})
    assert found.word == "holds" and "nothing was measured at its limit" in found.why


def test_a_suspect_window_carries_a_claim_and_is_told() -> None:
    found = verdict(THREE, pair(10_000, 32_000, verdict=SUSPECT))
    assert found.word == "holds" and found.why.endswith("a window is SUSPECT")


def test_a_claim_may_be_about_another_variant_once_corrected() -> None:
    one = claim(
        measure={"figure": "goodput", "of": "coroutines", "to": "blocking-jpa"},
        differs={"to": "blocking", "why": "it has the same statements"},
    )
    assert one.measure_of("as_published").to == "blocking-jpa"
    assert one.measure_of("corrected").to == "blocking"
