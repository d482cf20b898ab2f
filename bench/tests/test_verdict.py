from bench import verdict
from bench.results import Latency
from bench.tests.examples import machines, summary, use, warmup


def test_a_clean_window_is_valid() -> None:
    found = verdict.judge(summary(), machines(), warmup())
    assert (found.verdict, found.reasons) == ("VALID", [])


def test_some_failures_are_suspect_and_many_invalid() -> None:
    few = verdict.judge(summary(good=9_995, failed=5, failures={"5xx": 5}), machines(), warmup())
    many = verdict.judge(summary(good=9_800, failed=200, failures={"5xx": 200}), machines(), warmup())
    assert (few.verdict, many.verdict) == ("SUSPECT", "INVALID")
    assert "200 5xx" in many.reasons[0]


def test_no_good_answer_is_invalid() -> None:
    nothing = Latency(mean=None, p50=None, p90=None, p95=None, p99=None, max=None)
    found = verdict.judge(summary(requests=0, good=0, latency_ms=nothing), machines(), warmup())
    assert found.verdict == "INVALID"


def test_a_busy_load_machine_is_invalid() -> None:
    found = verdict.judge(summary(), machines(load=use(cpu_share=0.85)), warmup())
    assert found.verdict == "INVALID" and "85%" in found.reasons[0]


def test_other_work_on_the_app_s_cores_is_suspect() -> None:
    assert verdict.judge(summary(), machines(), warmup(), others_share=0.09).verdict == "VALID"
    found = verdict.judge(summary(), machines(), warmup(), others_share=0.3)
    assert found.verdict == "SUSPECT" and "30%" in found.reasons[0]


def test_a_run_that_never_got_steady_is_suspect() -> None:
    assert verdict.judge(summary(), machines(), warmup(steady=False)).verdict == "SUSPECT"


def test_a_window_of_few_cycles_is_suspect() -> None:
    slow = Latency(mean=2000.0, p50=2000.0, p90=2000.0, p95=2000.0, p99=2000.0, max=2000.0)
    found = verdict.judge(summary(latency_ms=slow), machines(), warmup())
    assert found.verdict == "SUSPECT" and "short" in found.reasons[0]
