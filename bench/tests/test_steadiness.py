from bench.analysis import drift, steadiness
from bench.results import WarmupStep


def steps(throughputs: list[float], compiling: float = 0.02, costs: list[float] | None = None) -> list[WarmupStep]:
    return [
        WarmupStep(at=5.0 * (number + 1), throughput=value, compiling=compiling, cpu_us=cost)
        for number, (value, cost) in enumerate(zip(throughputs, costs or [400.0] * len(throughputs), strict=True))
    ]


def test_flat_and_quiet_is_steady() -> None:
    assert steadiness.judge(steps([1000, 1010, 990, 1005, 995, 1000]))[0]


def test_a_rising_throughput_is_not() -> None:
    steady, reason = steadiness.judge(steps([800, 850, 900, 950, 1000, 1050]))
    assert not steady and "+15%" in reason


def test_only_the_last_steps_count() -> None:
    assert steadiness.judge(steps([100, 500, 1000, 1000, 1000, 1000, 1000, 1000]))[0]


def test_busy_compilers_are_not_steady() -> None:
    steady, reason = steadiness.judge(steps([1000] * 6, compiling=0.4))
    assert not steady and "40% of the time" in reason


def test_requests_that_still_get_cheaper_are_not_steady() -> None:
    """As when the database's cap keeps throughput flat while the app's code is still being compiled."""
    steady, reason = steadiness.judge(steps([1000] * 6, costs=[500, 480, 460, 440, 420, 400]))
    assert not steady and "CPU per request still changes by -14%" in reason


def test_nothing_can_be_said_early() -> None:
    assert not steadiness.judge(steps([1000] * 3))[0]


def test_an_app_that_answers_nothing_is_not_steady() -> None:
    assert steadiness.judge(steps([0.0] * 6)) == (False, "no request is answered")


def test_what_ends_the_phase_is_said_to_be_unseen_and_not_to_be_none() -> None:
    _, reason = steadiness.judge(steps([3109.0, 2668.0, 2942.0, 2930.0]))
    assert reason.startswith("no change seen: -3% [-32%, +27%] over 15 s")


def test_a_change_that_drowns_in_scatter_is_not_seen() -> None:
    scattered = [1617.0, 1603.0, 1703.0, 1628.0, 1979.0, 1827.0]
    assert drift.trend(scattered) > steadiness.FLAT
    assert drift.trend(scattered) > 2 * drift.trend_error(scattered)  # a real one, all the same
    scattered[2], scattered[5] = 1950.0, 1700.0
    assert steadiness.judge(steps(scattered))[0]
