import pytest

from bench import noise
from bench.results import Run
from bench.statistics import Estimate
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
    assert found is not None and found.runs == 1 and noise.half_width(found) is None
    assert "no interval" in noise.words(found)


def test_the_half_width_is_the_floor() -> None:
    found = Estimate(1.0, 0.97, 1.03, 5)
    assert noise.half_width(found) == pytest.approx(0.03)
    assert "the noise floor is 3.0%" in noise.words(found)


def test_an_interval_beside_1_is_no_noise() -> None:
    assert "does not hold 1" in noise.words(Estimate(1.1, 1.05, 1.15, 5))


def test_nothing_answered_is_no_ratio() -> None:
    assert noise.ratio(arms((0, 1000))) is None
