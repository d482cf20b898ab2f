from typing import Any

import pytest

from bench.analysis import verdict
from bench.analysis.verdict import Evidence
from bench.results import ChangePoint, Drift, Latency
from bench.runner import warmup
from bench.tests import examples

RISING = Drift(change=0.26, low=0.22, high=0.3)
FLAT = Drift(change=0.01, low=-0.03, high=0.05)
DIP = ChangePoint(begin=8.0, end=12.0, change=-0.3, share=0.2, p_value=0.001)


def evidence(**changes: Any) -> Evidence:
    """Of a clean window, with these changes to what is judged or to the window."""
    base: dict[str, Any] = {
        "plan": examples.plan(), "variant": "blocking", "warmup": examples.warmup(), "speed_change": 0.0,
        "read_after": 0.3,
    }  # fmt: skip
    of_window = {name: changes.pop(name) for name in [*changes] if name not in base}
    return Evidence(**{**base, **changes}, window=examples.window(**{"drift": FLAT, **of_window}))


def summary(**changes: Any) -> dict[str, Any]:
    return {"load": examples.summary(**changes)}


def machine(name: str, **changes: Any) -> dict[str, Any]:
    return {"use": examples.machines(**{name: examples.use(**{"cpu_share": 0.2, "throttled_share": 0.0, **changes})})}


def latency(mean: float) -> Latency:
    return Latency(mean=mean, p50=mean, p90=mean, p95=mean, p99=mean, max=mean)


def test_a_clean_window_is_valid() -> None:
    assert verdict.judge(evidence()).reasons == []


@pytest.mark.parametrize(
    ("changes", "word", "reason"),
    [
        (summary(good=0, failed=10_000, failures={"5xx": 10_000}), "INVALID", "no request was answered correctly"),
        (summary(good=9_800, failed=200, failures={"wrong-content": 200}), "INVALID", "200 of 10000 requests failed"),
        (summary(good=9_990, failed=10, failures={"5xx": 10}), "SUSPECT", "10 of 10000 requests failed (0.1%: 10 5xx)"),
        (summary(failed=500, failures={"dropped": 500}), "INVALID", "500 of 10500 requests failed (4.8%: 500 dropped)"),
        (machine("load", cpu_share=0.85), "INVALID", "the load machine used 85% of its CPU"),
        (machine("load", throttled_share=0.4), "INVALID", "the load machine was throttled in 40% of its periods"),
        ({"load_core_full": 0.12}, "SUSPECT", "the load machine's core was full for 12% of the window"),
        ({"load_core_full": 0.4}, "INVALID", "the load machine's core was full for 40% of the window"),
        ({"read_after": 2.6}, "INVALID", "the machines' counters were read 2.6 s after the window, when the load had"),
        ({"contention": 0.15}, "SUSPECT", "other work on the host took 15%"),
        ({"contention": 0.45}, "INVALID", "other work on the host took 45%"),
        ({"warmup": examples.warmup(steady=False)}, "SUSPECT", "the run never got steady"),
        ({"drift": RISING}, "SUSPECT", "throughput changed by +26% [+22%, +30%] within"),
        (
            {"drift": Drift(change=0.12, low=-0.06, high=0.29)},
            "SUSPECT",
            "throughput changed by +12% [-6%, +29%] within the window, though that is not shown: a longer",
        ),
        (
            {"drift": Drift(change=-0.25, low=-0.75, high=0.25), "change_point": DIP},
            "SUSPECT",
            "throughput was 30% lower from second 8 to 12 than in the rest",
        ),
        ({"change_point": DIP}, "SUSPECT", "throughput was 30% lower from second 8 to 12 than in the rest"),
        (
            {"app": examples.app_use(compiler_share=0.08)},
            "SUSPECT",
            "JIT compilers took 8% of the CPU that the app may use",
        ),
        (
            summary(model="open", vus=None, rate=500.0, collecting_seconds=0.6),
            "SUSPECT",
            "k6 collected garbage for 3.0% of the window, so that p99 may be its own; give it more in LOAD_MEMORY",
        ),
        ({"ended": examples.window().started + 12}, "INVALID", "the window lasted 12.0 s, not 20"),
        (summary(window_seconds=12.0, requests=6_000, good=6_000), "INVALID", "the window lasted 12.0 s, not 20"),
        ({"incidents": ["app was started again"]}, "INVALID", "app was started again"),
        ({"attestation": examples.attestation(mismatches=["pool size is 20"])}, "INVALID", "pool size is 20"),
        ({"app": examples.app_use(requests_per_second=None)}, "INVALID", "the app answered no scrape in time"),
        ({"app": examples.app_use(requests_per_second=400.0)}, "INVALID", "k6 counted 500.0 requests/s, the app 400.0"),
        ({"database": examples.database_use(500.0)}, "INVALID", "500.0 requests/s need 1,000.0 statements/s"),
    ],
)
def test_every_flaw_is_told(changes: dict[str, Any], word: str, reason: str) -> None:
    found = verdict.judge(evidence(**changes))
    assert found.verdict == word
    assert found.reasons[0].startswith(reason)


def test_littles_law_shows_a_script_that_sleeps() -> None:
    found = verdict.judge(evidence(load=examples.summary(latency_ms=latency(20.0))))
    assert found.verdict == "INVALID"
    assert "is 10 users, not 50" in found.reasons[0]


def test_a_window_that_ends_before_most_answers_is_no_fault_of_the_script() -> None:
    load = examples.summary(vus=50_000, latency_ms=latency(500.0))
    found = verdict.judge(evidence(load=load))
    assert found.verdict == "INVALID"
    assert "each had 0.2 answers in it: raise DURATION, or the load script" in found.reasons[0]


def test_thinking_users_obey_littles_law_as_well() -> None:
    load = examples.summary(vus=900, latency_ms=latency(300.0), think_ms=1500.0)
    assert verdict.judge(evidence(load=load)).verdict == "VALID"


def test_a_window_must_hold_many_requests_of_each_user() -> None:
    load = examples.summary(vus=1000, latency_ms=latency(2_000.0))
    assert verdict.judge(evidence(load=load)).reasons == [
        "the window holds only 10 times the mean latency of 2.00 s; raise DURATION"
    ]


def test_failures_that_a_scenario_is_about_do_not_spoil_its_goodput() -> None:
    load = examples.summary(model="open", vus=None, rate=500.0, good=6_000, failed=4_000, failures={"refused": 4_000})
    assert verdict.judge(evidence(load=load, plan=examples.plan(failures_expected=True))).verdict == "SUSPECT"
    assert verdict.judge(evidence(load=load)).verdict == "INVALID"


def test_wrong_answers_are_never_expected() -> None:
    load = examples.summary(good=6_000, failed=4_000, failures={"wrong-content": 4_000})
    assert verdict.judge(evidence(load=load, plan=examples.plan(failures_expected=True))).verdict == "INVALID"


def test_what_was_asked_for_as_published_is_a_flaw_all_the_same() -> None:
    found = verdict.judge(evidence(plan=examples.plan(warmup_limit=0, reset=False), warmup=warmup.none()))
    assert found.verdict == "SUSPECT"
    assert [reason.partition(":")[0] for reason in found.reasons] == ["cold JVM", "database not reset"]


def test_rows_that_nobody_resets_do_not_matter_where_there_is_no_database() -> None:
    plan = examples.plan(reset=False, needs=["downstream"], statements=None)
    assert verdict.judge(evidence(plan=plan, database=None)).verdict == "VALID"


def test_a_grown_table_is_no_flaw() -> None:
    assert verdict.judge(evidence(plan=examples.plan(rows=3_000_000))).verdict == "VALID"


def test_a_variant_apart_costs_its_own_statements() -> None:
    """1,000 statements a second are two for each request, as the four have them."""
    plan = examples.plan(statements_apart={"blocking-jpa": 52.0})
    assert verdict.judge(evidence(plan=plan)).verdict == "VALID"
    assert verdict.judge(evidence(plan=plan, variant="blocking-jpa")).verdict == "INVALID"
    of_jpa = evidence(plan=plan, variant="blocking-jpa", database=examples.database_use(26_000.0))
    assert verdict.judge(of_jpa).verdict == "VALID"


def test_where_nobody_knows_its_statements_a_variant_apart_is_not_blamed() -> None:
    assert verdict.judge(evidence(variant="blocking-jpa", database=examples.database_use(9.0))).verdict == "VALID"


@pytest.mark.parametrize(
    ("pace", "advice"),
    [
        (0.2, "and the host's cores changed their own speed by +20% (clock, or somebody else on them): repeat"),
        (0.1, "warm up longer, or measure longer"),
        (-0.2, "warm up longer, or measure longer"),
        (0.0, "warm up longer, or measure longer"),
    ],
)
def test_a_drift_that_the_host_shares_is_not_laid_to_the_warm_up(pace: float, advice: str) -> None:
    found = verdict.judge(evidence(drift=RISING, speed_change=pace))
    (reason,) = found.reasons
    assert reason.startswith("throughput changed by +26% [+22%, +30%] within the window") and reason.endswith(advice)
    assert found.notes == []


@pytest.mark.parametrize(("low", "high", "shown"), [(-0.03, 0.1, True), (-0.03, 0.11, False), (-0.11, 0.03, False)])
def test_what_is_not_shown_to_be_steady_is_noted_and_stays_valid(low: float, high: float, shown: bool) -> None:
    found = verdict.judge(evidence(drift=Drift(change=(low + high) / 2, low=low, high=high)))
    assert found.verdict == "VALID"
    assert [note.partition(";")[0] for note in found.notes] == (
        [] if shown else ["it is not shown that throughput changed by less than 10% within the window"]
    )


def test_too_few_samples_say_nothing() -> None:
    assert verdict.judge(evidence(drift=None)).notes == []


def test_a_dip_that_moves_the_mean_by_little_is_noted() -> None:
    short = ChangePoint(begin=8.0, end=10.0, change=-0.16, share=0.1, p_value=0.001)
    found = verdict.judge(evidence(change_point=short))
    assert (found.verdict, found.notes) == (
        "VALID",
        ["throughput was 16% lower from second 8 to 10 than in the rest of the window"],
    )


@pytest.mark.parametrize(
    ("change", "share", "moved"), [(-0.3, 0.2, 0.06), (0.25, 0.8, 0.04), (0.1, 0.5, 0.05), (-1.0, 0.9, 1.0)]
)
def test_the_mean_is_moved_away_from_the_longer_part(change: float, share: float, moved: float) -> None:
    found = ChangePoint(begin=0, end=1, change=change, share=share, p_value=0)
    assert found.moved == pytest.approx(moved)
