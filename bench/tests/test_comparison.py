from datetime import UTC, datetime
from typing import Any

from bench.analysis import comparison
from bench.results import Calibration, Run
from bench.tests import examples


def runs(*goods: int, **changes: Any) -> list[Run]:
    return [examples.run(f"variant-{index}", good, **changes) for index, good in enumerate(goods)]


def test_different_variants_at_their_limit_can_be_compared() -> None:
    assert comparison.complaints(examples.plan(), runs(10_000, 8_000)) == []


def test_a_rate_that_all_simply_met_shows_no_difference() -> None:
    """As in a public comparison that declared a winner at 71.45 against 69.26 requests/s: its script's own rate."""
    plan = examples.plan(model="open", levels=[70])
    load = examples.summary(model="open", vus=None, rate=70.0, requests=1_400, good=1_395)
    found = comparison.complaints(plan, runs(1_395, 1_400, load=load))
    assert [reason.split(":")[0] for reason in found] == [
        "every variant simply met the 70 requests/s that were offered"
    ]


def test_a_rate_that_one_did_not_meet_is_a_difference() -> None:
    plan = examples.plan(model="open", levels=[70])
    met, missed = (
        examples.summary(model="open", vus=None, rate=70.0, requests=good, good=good) for good in (1_400, 900)
    )
    assert comparison.complaints(plan, [*runs(0, load=met), *runs(0, load=missed)]) == []


def test_unequal_windows_are_told() -> None:
    """As in a public comparison of a 60 s run with a 31 s one."""
    found = comparison.complaints(examples.plan(), [*runs(1), *runs(1, ended=1_000_031.0)])
    assert found[0].startswith("at level 50 the windows lasted from 20.0 to 31.0 s")


def test_unequal_caps_are_told() -> None:
    one, other = runs(1, 1)
    capped = other.model_copy(update={"cpus": {"app": 1.0, "db": 0.5, "load": 1.0}})
    assert "different CPU caps" in comparison.complaints(examples.plan(), [one, capped])[0]


def test_what_comes_near_the_load_machines_own_ceiling_is_told() -> None:
    calibration = Calibration(measured=datetime(2026, 1, 1, tzinfo=UTC), load_ceiling=600.0, noise=0.04)
    found = comparison.complaints(examples.plan(), runs(10_000), calibration)
    assert found[0].startswith("500 requests/s are more than 80% of what this load machine can offer at all (600/s")
    roomy = calibration.model_copy(update={"load_ceiling": 5_000.0})
    assert comparison.complaints(examples.plan(), runs(10_000), roomy) == []
