import math

import pytest

from bench.analysis import noise
from bench.analysis.estimates import Difference, Estimate, find
from bench.results import Limiter, Run, Verdict
from bench.tests.examples import run


def arms(*goodputs: tuple[int, int]) -> list[Run]:
    return [
        run("blocking", good, block).model_copy(update={"arm": arm})
        for block, pair in enumerate(goodputs, start=1)
        for arm, good in zip("AB", pair, strict=True)
    ]


def test_the_ratio_is_b_over_a_within_blocks() -> None:
    found = noise.ratio(arms((1000, 1100), (2000, 2200)))
    assert found is not None and found.value == pytest.approx(1.1) and found.runs == 2


def test_a_block_of_one_arm_does_not_count() -> None:
    found = noise.ratio(arms((1000, 1000), (2000, 2000))[:-1])
    assert found is not None and found.runs == 1 and found.half_width is None
    assert "no interval" in noise.words(found)


def test_an_invalid_window_widens_no_floor() -> None:
    runs = arms((1000, 1010), (2000, 1990), (1500, 700))
    invalid = runs[-1].windows[0].model_copy(update={"verdict": Verdict(verdict="INVALID", reasons=["a busy host"])})
    found = noise.ratio([*runs[:-1], runs[-1].model_copy(update={"windows": [invalid]})])
    assert found is not None and found.runs == 2 and found.value == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(("found", "floor"), [((1.0, 0.98, 1.03), 0.03), ((0.98, 1 / 1.05, 1.01), 0.05)])
def test_the_farther_end_of_the_interval_is_the_floor(found: tuple[float, float, float], floor: float) -> None:
    """Half the width would forget that the host favoured one side."""
    estimate = Estimate(*found, 5)
    assert noise.floor(estimate) == pytest.approx(floor)
    assert f"the noise floor is {floor:.1%}" in noise.words(estimate)


def test_the_floor_is_the_same_whichever_of_the_two_is_divided_by_the_other() -> None:
    for low, high in ((1 / 1.06, 1 / 1.055), (1.055, 1.06)):
        assert (
            find(Estimate(math.sqrt(low * high), low, high, 5), invalid=False, noise=0.05) is not Difference.NOT_SHOWN
        )
    for low, high in ((1 / 1.05, 1 / 1.04), (1.04, 1.05)):
        assert find(Estimate(math.sqrt(low * high), low, high, 5), invalid=False, noise=0.05) is Difference.NOT_SHOWN


def test_an_interval_beside_1_is_no_noise() -> None:
    assert "does not hold 1" in noise.words(Estimate(1.1, 1.05, 1.15, 5))


def paced(*works: float | None, limiter: str = "app CPU") -> list[Run]:
    """Two blocks of A and B, of which B once does less than A, and once more, as the host's pace had it."""
    found = Limiter(name=limiter, evidence="", also=[])
    return [
        run("blocking", good, 1 + place // 2, work_ms=work, limiter=found).model_copy(update={"arm": "AB"[place % 2]})
        for place, (good, work) in enumerate(zip((1000, 800, 1000, 1250), works, strict=True))
    ]


def test_what_core_speed_explains_is_no_noise_of_the_adjusted_ratio() -> None:
    told = noise.at_equal_pace(paced(0.2, 0.25, 0.25, 0.2))
    assert told == "speed-adjusted: B/A = 1.000 [1.000, 1.000], ±0.0%"


def test_one_window_without_a_pace_leaves_nothing_to_say_of_it() -> None:
    assert noise.at_equal_pace(paced(None, 0.25, 0.25, 0.2)) is None


def test_the_pace_counts_only_where_the_apps_cpu_is_the_limit() -> None:
    assert noise.at_equal_pace(paced(0.2, 0.25, 0.25, 0.2, limiter="worker threads")) is None


def test_nothing_answered_is_no_ratio() -> None:
    assert noise.ratio(arms((0, 1000))) is None
