"""A wanted precision in two stages: how many blocks, and that intervals hold the truth as often as they say."""

import math
import random
import statistics
from collections.abc import Sequence

import pytest

from bench.analysis import estimates, holm, student, two_stage
from bench.results import Configuration, Plan, Run, Verdict
from bench.spec import schedule
from bench.tests import examples

TRIES = 4_000
CHANCE = 0.01
"""Coverage may be off by so much: three standard errors of a share of 95 % in so many tries."""


def planned(runs: int = 5, **changes: object) -> Plan:
    configured = [Configuration(variant=name, name="stock") for name in ("blocking", "reactor")]
    values = {"precision": 0.05, "pilot": 5, "max_minutes": 240, **changes}
    return schedule.resized(examples.plan(configured=configured, seed=7, **values), runs)


def done(plan: Plan, ratios: Sequence[float]) -> list[Run]:
    found = []
    for one in schedule.scheduled(plan)[: 2 * len(ratios)]:
        good = 10_000 if one.variant == "blocking" else int(10_000 * ratios[one.block - 1])
        run = examples.run(one.variant, good, one.block)
        found.append(run.model_copy(update={"configured": Configuration(variant=one.variant, name="stock")}))
    return found


NOISY, QUIET = [0.5, 0.6, 0.5, 0.62, 0.55], [0.5, 0.501, 0.5, 0.502, 0.5]


def test_nothing_is_planned_before_the_pilot_is_whole() -> None:
    assert two_stage.second(planned(), done(planned(), NOISY[:4])) is None
    assert two_stage.second(planned(precision=None), done(planned(), NOISY)) is None


def test_a_noisy_pilot_asks_for_more_blocks_and_a_quiet_one_for_none() -> None:
    found = two_stage.second(planned(), done(planned(), NOISY))
    assert found is not None and found.variant == "reactor"
    logs = [math.log(ratio) for ratio in NOISY]
    wide = student.quantile(4) * math.sqrt(statistics.variance(logs) / found.needed)
    assert math.expm1(wide) <= 0.05, "so many blocks are too few"
    one_less = student.quantile(4) * math.sqrt(statistics.variance(logs) / (found.needed - 1))
    assert math.expm1(one_less) > 0.05, "one less would do"
    quiet = two_stage.second(planned(), done(planned(), QUIET))
    assert quiet is not None and quiet.planned == 5


def test_the_first_stage_s_blocks_stay_what_they_were() -> None:
    runs = done(planned(), NOISY)
    whole = two_stage.whole(planned(), runs)
    assert whole.runs > 5 and whole.blocks[:5] == planned().blocks
    assert two_stage.whole(whole, [*runs, *done(whole, [0.9] * whole.runs)[10:]]).runs == whole.runs
    assert {one.block for one in schedule.left(whole, runs)} == set(range(6, whole.runs + 1))


def test_the_minutes_are_a_limit_that_is_told() -> None:
    plan = planned(max_minutes=25)  # a block takes 186 s
    found = two_stage.second(plan, done(plan, NOISY))
    assert found is not None and found.planned == 8 < found.needed and found.reached > 0.05
    assert "25 minutes are enough for 8, which give" in two_stage.told(plan, done(plan, NOISY))


def test_the_primary_variant_alone_decides() -> None:
    names = ("blocking", "reactor", "coroutines")
    configured = [Configuration(variant=name, name="stock") for name in names]
    plan = schedule.resized(planned(primary="coroutines").model_copy(update={"configured": configured}), 5)
    goods = {"blocking": 10_000, "coroutines": 5_000}
    runs = []
    for one in schedule.scheduled(plan):
        run = examples.run(one.variant, goods.get(one.variant, 3_000 + 900 * one.block), one.block)
        runs.append(run.model_copy(update={"configured": Configuration(variant=one.variant, name="stock")}))
    found = two_stage.second(plan, runs)
    assert found is not None and (found.variant, found.needed) == ("coroutines", 5)
    every = two_stage.second(plan.model_copy(update={"primary": ""}), runs)
    assert every is not None and every.variant == "reactor" and every.needed > 5


def test_a_pilot_with_an_invalid_window_plans_nothing_for_that_ratio_and_says_so() -> None:
    """The report gives no ratio then: hours of further blocks would end without an answer."""
    runs = done(planned(), NOISY)
    bad = Verdict(verdict="INVALID", reasons=["another load on the host"])
    spoilt = runs[0].model_copy(update={"windows": [runs[0].windows[0].model_copy(update={"verdict": bad})]})
    assert two_stage.second(planned(), [spoilt, *runs[1:]]) is None
    assert two_stage.whole(planned(), [spoilt, *runs[1:]]) == planned()
    assert two_stage.told(planned(), [spoilt, *runs[1:]]) == two_stage.NONE
    for useless in (examples.lost(runs[0]), examples.bounded(runs[0])):
        assert two_stage.told(planned(), [useless, *runs[1:]]) == two_stage.NONE
    assert two_stage.told(planned(), runs[:-1]) == two_stage.told(planned(precision=None), runs) == ""


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Whatever the scatter: few more blocks, or many."""
    chance = random.Random(1)
    for scatter in (0.03, 0.06, 0.12):
        held = narrow = 0
        for _ in range(TRIES):
            pilot = [chance.gauss(0, scatter) for _ in range(5)]
            needed = two_stage.blocks(pilot, 0.05)
            # the mean of the second stage's blocks is drawn as one number: there may be hundreds
            rest = [chance.gauss(0, scatter / math.sqrt(needed - 5))] * (needed - 5) if needed > 5 else []
            found = estimates.mean([*pilot, *rest], pilot=5)
            assert found.low is not None and found.high is not None
            held += found.low <= 0 <= found.high
            narrow += (found.high - found.low) / 2 <= math.log1p(0.05) * (1 + 1e-9)
        assert held / TRIES == pytest.approx(0.95, abs=CHANCE), f"scatter {scatter}"
        assert narrow == TRIES


def test_the_variance_of_all_blocks_would_make_them_too_narrow() -> None:
    """Why the pilot's is kept: measuring on until the interval looks narrow holds the truth less often."""
    chance = random.Random(2)
    held = 0
    for _ in range(TRIES):
        values = [chance.gauss(0, 0.06) for _ in range(3)]
        while (half := estimates.mean(values)).high is not None and half.high - half.value > math.log1p(0.05):
            values.append(chance.gauss(0, 0.06))
        found = estimates.mean(values)
        assert found.low is not None and found.high is not None
        held += found.low <= 0 <= found.high
    assert held / TRIES < 0.93


def test_t_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(3)
    for count in (2, 3, 5, 20):
        held = 0
        for _ in range(TRIES):
            found = estimates.mean([chance.gauss(0, 1) for _ in range(count)])
            assert found.low is not None and found.high is not None
            held += found.low <= 0 <= found.high
        assert held / TRIES == pytest.approx(0.95, abs=CHANCE), f"{count} values"


def test_holm_calls_nothing_shown_that_is_not() -> None:
    """Three comparisons with one baseline, as in a table of four variants, of which none differs."""
    chance = random.Random(4)
    wrong = plain = 0
    for _ in range(TRIES):
        base = [chance.gauss(0, 1) for _ in range(5)]
        values = {name: [chance.gauss(0, 1) - one for one in base] for name in "abc"}
        found = {name: estimates.mean(own).p_value or 0.0 for name, own in values.items()}
        wrong += bool(holm.shown(found))
        plain += any(one < 0.05 for one in found.values())
    assert wrong / TRIES < 0.05 + CHANCE
    assert plain / TRIES > 0.08, "without Holm's procedure it would be as good"


def test_holm_by_hand() -> None:
    assert holm.shown({"a": 0.01, "b": 0.04, "c": 0.03}) == {"a"}
    assert holm.shown({"a": 0.01, "b": 0.02, "c": 0.03}) == {"a", "b", "c"}
    assert holm.shown({"a": 0.04}) == {"a"}
    assert holm.shown({}) == set()
