from bench.runner import walltime
from bench.spec import schedule
from bench.tests.examples import plan, run


def test_what_is_not_measuring_is_the_harness() -> None:
    parts = {"start": 15.0, "warm-up": 120.0, "windows": 55.0, "harness": 9.0}
    runs = [run("blocking", 100).model_copy(update={"seconds": parts})] * 2
    told = "start 30 s, warm-up 240 s, settling 12 s, windows 110 s, harness 38 s (10%)"
    assert walltime.breakdown(plan(settle=6), runs, wall_seconds=430.0) == told


def test_users_who_start_one_by_one_are_no_work_of_the_harness() -> None:
    told = walltime.breakdown(plan(settle=6, options={"RAMP": "30"}), [run("blocking", 100)], wall_seconds=130.0)
    assert "settling 36 s" in told and "harness 6 s" in told


def test_a_scenario_s_own_ramp_counts_in_the_closed_model_alone() -> None:
    here = {"scenario": "passthrough-message", "settle": 6}
    assert [schedule.lead_in(plan(**here, model=model)) for model in ("closed", "open")] == [16, 6]
    assert schedule.lead_in(plan(**here, options={"RAMP": "0"})) == 6


def test_what_a_search_settles_for_is_its_own() -> None:
    searched = run("blocking", 100)
    searched = searched.model_copy(update={"seconds": {**searched.seconds, "search": 90.0}})
    told = walltime.breakdown(plan(settle=6), [searched], wall_seconds=200.0)
    assert "search 90 s, settling 0 s" in told


def test_an_experiment_without_a_run_has_no_share() -> None:
    assert walltime.breakdown(plan(), [], 12.0) == "harness 12 s"


def test_a_warm_run_is_budgeted_with_all_of_its_warm_up_and_a_cold_one_with_a_slow_start() -> None:
    blocks = [["blocking", "reactor"]] * 3
    # 10 s start, 75 s warm-up, loads of 3 and 13 s with 4 s around each, and 6 + 20 + 8 s for each of two windows
    assert walltime.budget(plan(warmup_limit=75, levels=[50, 100], blocks=blocks)) == 6 * (10 + 75 + 7 + 17 + 2 * 34)
    # where requests wait: loads of 3 and 8 s, and 5 s more until the last of them have ended
    waiting = plan(warmup_limit=75, wait_ms=300.0, blocks=blocks)
    assert walltime.budget(waiting) == 6 * (10 + 75 + 7 + 12 + 34 + 5)
    assert walltime.budget(plan(warmup_limit=0, settle=0, blocks=blocks)) == 6 * (20 + 28)


def test_what_ends_after_the_window_and_what_grows_before_it_is_budgeted() -> None:
    cold = {"warmup_limit": 0, "settle": 0, "blocks": [["blocking"]]}
    assert walltime.budget(plan(**cold, failures_expected=True)) == 48 + walltime.DRAIN
    assert walltime.budget(plan(**cold, wait_ms=300.0)) == 48 + walltime.WAITING_DRAIN
    assert walltime.budget(plan(**cold, rows=3_000_000)) == 48 + walltime.GROWING
