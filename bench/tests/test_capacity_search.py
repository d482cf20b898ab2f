"""The search for a capacity, on services whose capacity is known: its bias and spread, its end, its bounded length."""

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings, strategies

from bench.analysis import capacity_search, estimates, two_stage
from bench.analysis.capacity_search import CONFIRMATIONS, MOST_STEPS, RESOLUTION
from bench.results import CapacitySearch, SearchStep
from bench.runner.capacity import Search
from bench.runner.walltime import USUAL_STEPS, USUAL_WINDOWS
from bench.spec.objective import parse
from bench.tests import examples
from bench.tests.simulated import Service, capacity

SEARCHES = 60
OBJECTIVE = parse("p99<100ms failed<0.1%")


def search(served: float, chance: np.random.Generator, **like: float) -> CapacitySearch:
    return Search(Service(served, chance, **like), None, chance.random()).conduct()  # type: ignore[arg-type]


def searches(count: int, served: float, **like: float) -> list[CapacitySearch]:
    chance = np.random.default_rng(1)
    return [search(served, chance, **like) for _ in range(count)]


def found(searched: list[CapacitySearch]) -> np.ndarray:
    return np.array([one.steps[-1].level for one in searched if one.outcome == "confirmed"])


def just_met(searched: list[CapacitySearch]) -> np.ndarray:
    """What is published of each: the rate that just meets the objective by all that it offered."""
    return np.array([capacity_search.found(OBJECTIVE, one) for one in searched], dtype=float)


def held_below(limit: int) -> Callable[[int], bool]:
    return lambda rate: rate <= limit


class Exact:
    """Holds every rate that `holds` says, without chance; `windows` says the same of windows."""

    def __init__(
        self, goodput: float, holds: Callable[[int], bool], windows: Callable[[int], bool] | None = None,
        spent_above: float = math.inf,
    ) -> None:  # fmt: skip
        self.goodput, self.holds, self.windows, self.spent = goodput, holds, windows or holds, spent_above

    def closed(self) -> SearchStep:
        return made(50, True, goodput=self.goodput, model="closed")

    def step(self, rate: int) -> SearchStep:
        return made(rate, self.holds(rate) and rate < self.spent, spent="its CPU" if rate >= self.spent else "")

    def confirm(self, rate: int) -> SearchStep:
        return made(rate, self.windows(rate), confirming=True)


def made(level: int, held: bool, **changes: object) -> SearchStep:
    return examples.step(level, held=held, **changes)


@settings(deadline=None)
@given(
    capacity=strategies.integers(1, 20_000), times=strategies.floats(0.2, 20), drawn=strategies.floats(0, 1),
)  # fmt: skip
def test_whatever_the_capacity_the_search_ends_within_its_resolution(capacity: int, times: float, drawn: float) -> None:
    """The closed model may tell a fifth of it, as where users think, or twenty times as much."""
    steps = Search(Exact(capacity * times, held_below(capacity)), None, drawn).conduct()
    assert steps.outcome == "confirmed" and len(steps.steps) <= MOST_STEPS + 2
    rate = steps.steps[-1].level
    assert rate <= capacity and (capacity <= rate * (1 + RESOLUTION) or capacity - rate <= 1)


def test_steps_are_the_same_every_time_and_end_with_a_second_look_at_what_failed() -> None:
    once, again = (Search(Exact(1000, held_below(950))).conduct() for _ in range(2))
    assert once == again
    assert [step.level for step in once.steps] == [50, 800, 1000, 894, 946, 973, 973, 946]
    assert [step.held for step in once.steps[1:]] == [True, False, True, True, False, False, True]
    assert [step.confirming for step in once.steps].count(True) == 1 and once.steps[-1].confirming


def test_runs_that_begin_alike_do_not_offer_the_same_rates() -> None:
    rates = {
        step.level
        for drawn in (0.1, 0.4, 0.7)
        for step in Search(Exact(1000, held_below(950)), None, drawn).conduct().steps
    }
    assert len(rates) > 15


def test_a_moment_that_fails_a_step_is_not_believed() -> None:
    """The first offer of a rate below the capacity fails, as if the host had stood still."""
    offered: list[int] = []

    def holds(rate: int) -> bool:
        offered.append(rate)
        return rate <= 950 and len(offered) != 1

    searched = Search(Exact(1000, holds, held_below(950))).conduct()
    assert searched.outcome == "confirmed" and 950 / (1 + RESOLUTION) <= searched.steps[-1].level <= 950
    assert capacity_search.crossed(searched.steps) == (800, searched.steps[-1].level)


def test_a_window_that_fails_steps_down_by_its_rule() -> None:
    searched = Search(Exact(1000, held_below(950), held_below(900))).conduct()
    windows = [step for step in searched.steps if step.confirming]
    assert [step.level for step in windows] == [946, round(946 / 1.04), round(946 / 1.04**3)]
    assert [step.held for step in windows] == [False, False, True] and searched.outcome == "confirmed"


def test_a_rate_that_no_window_confirms_is_no_capacity() -> None:
    searched = Search(Exact(1000, held_below(950), lambda _: False)).conduct()
    assert [step.confirming for step in searched.steps].count(True) == CONFIRMATIONS
    assert searched.outcome == "unconfirmed"
    told = capacity_search.why_none(parse("p99<100ms"), searched)
    assert "no window confirmed a rate under p99<100ms failed<1%: steps held 946/s" in told


def test_an_objective_that_is_never_held_ends_at_the_lowest_rate() -> None:
    searched = Search(Exact(1000, lambda _: False)).conduct()
    assert searched.outcome == "not held" and searched.steps[-1].level == 20 and len(searched.steps) <= 8
    told = capacity_search.why_none(parse("p99<1ms"), searched)
    assert told == "does not hold p99<1ms failed<1% even at 20/s, nearly idle: p99 was 131 ms"


def test_an_app_that_answers_nothing_is_searched_at_one_request_a_second() -> None:
    searched = Search(Exact(0, lambda _: False)).conduct()
    assert [step.level for step in searched.steps] == [50, 1] and searched.outcome == "not held"


def test_the_calibrated_ceiling_is_the_highest_rate_and_makes_a_lower_bound() -> None:
    searched = Search(Exact(5000, lambda _: True), most=4000).conduct()
    assert max(step.level for step in searched.steps[1:]) == 4000
    assert (searched.outcome, searched.steps[-1].level) == ("at least", 4000)
    assert Search(Exact(5000, held_below(3000)), most=4000).conduct().outcome == "confirmed"


def test_a_load_machine_that_gives_out_makes_a_lower_bound_and_is_the_limiter() -> None:
    searched = Search(Exact(1000, lambda _: True, spent_above=900)).conduct()
    assert searched.outcome == "at least" and 900 / (1 + RESOLUTION) ** 2 < searched.steps[-1].level < 900
    limit = capacity_search.limiter(searched.steps, examples.window().limiter)
    assert limit.name == "load machine" and "its CPU" in limit.evidence


def test_what_was_full_at_the_lowest_rate_that_failed_limits() -> None:
    searched = Search(Exact(1000, held_below(950))).conduct()
    limit = capacity_search.limiter(searched.steps, examples.window().limiter)
    assert (limit.name, limit.evidence) == ("app CPU", "at 973/s p99 was 131 ms; 98% of it")


@cache
def usual() -> list[CapacitySearch]:
    return searches(SEARCHES, 1000)


def test_the_search_is_right_on_average() -> None:
    truth = capacity(1000, 100)
    rates = found(usual())
    assert len(rates) == SEARCHES
    assert rates.mean() / truth == pytest.approx(1, abs=0.02), "its bias"
    assert rates.std() / truth < RESOLUTION, "its spread"


def test_a_line_through_all_offers_is_right_on_average_and_scatters_less() -> None:
    truth = capacity(1000, 100)
    rates = just_met(usual())
    assert rates.mean() / truth == pytest.approx(1, abs=0.01), "its bias"
    assert rates.std() < 0.7 * found(usual()).std(), "its spread"


def test_what_a_search_takes_is_what_its_price_says() -> None:
    steps = np.mean([sum(not step.confirming for step in one.steps) for one in usual()])
    windows = np.mean([sum(step.confirming for step in one.steps) for one in usual()])
    assert steps == pytest.approx(USUAL_STEPS, abs=1) and windows == pytest.approx(USUAL_WINDOWS, abs=0.3)


def test_a_host_that_stands_still_now_and_then_costs_little() -> None:
    """In one offer of twenty, for half a second, which fails any step."""
    rates = found(searches(SEARCHES, 1000, hiccups=0.05))
    assert len(rates) == SEARCHES and rates.mean() / capacity(1000, 100) == pytest.approx(1, abs=0.03)


def test_few_requests_a_second_are_searched_by_longer_steps() -> None:
    rates = found(searches(40, 200))
    assert len(rates) == 40 and rates.mean() / capacity(200, 100) == pytest.approx(1, abs=0.05)


def test_a_cliff_is_found_to_the_resolution() -> None:
    rates = found(searches(20, 2000, cliff=1500))
    assert len(rates) == 20 and rates.max() <= 1500 and rates.min() >= 1500 / (1 + RESOLUTION)


def test_an_idle_service_that_is_too_slow_holds_nothing() -> None:
    assert {one.outcome for one in searches(5, 1000, least_ms=150)} == {"not held"}


def test_a_load_machine_s_ceiling_below_the_capacity_is_a_lower_bound() -> None:
    ended = searches(10, 2000, load_most=1200)
    assert {one.outcome for one in ended} == {"at least"}
    assert all(1200 / (1 + RESOLUTION) ** 2 <= one.steps[-1].level <= 1200 for one in ended)


@cache
def pools(scatter: float, count: int = 120) -> tuple[np.ndarray, np.ndarray]:
    """Capacities of two services by their searches; each start of either is a little faster or slower."""
    chance = np.random.default_rng(2)
    served = (1000 * np.exp(chance.normal(0, scatter, count)), 700 * np.exp(chance.normal(0, scatter, count)))
    one, other = (just_met([search(speed, chance) for speed in side]) for side in served)
    return one, other


def test_a_precision_of_3_percent_is_reached_and_its_intervals_hold_the_truth() -> None:
    """Blocks are drawn from many searches of each service."""
    one, other = pools(0.03)
    truth = np.exp(np.log(one).mean() - np.log(other).mean())
    assert truth == pytest.approx(capacity(1000, 100) / capacity(700, 100), rel=0.015)
    chance, held, blocks = np.random.default_rng(3), 0, []
    for _ in range(tries := 1000):
        logs = [math.log(chance.choice(one) / chance.choice(other)) for _ in range(5)]
        needed = two_stage.blocks(logs, 0.03)
        rest = np.log(chance.choice(one, needed - 5) / chance.choice(other, needed - 5))
        interval = estimates.mean([*logs, *rest.tolist()], pilot=5)
        assert interval.half_width is not None and interval.low is not None and interval.high is not None
        assert interval.half_width <= math.log1p(0.03) * (1 + 1e-9)
        held += interval.low <= math.log(truth) <= interval.high
        blocks.append(needed)
    assert held / tries == pytest.approx(0.95, abs=0.025) and np.median(blocks) < 60
