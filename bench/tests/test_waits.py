"""The mean latency of a window in parts that add up to it."""

import pytest

from bench.analysis import waits
from bench.report import waits as shown
from bench.report.data import ReportData
from bench.results import Store, Window
from bench.results.attestation import MachineLimits
from bench.tests import examples, golden


def window(latency: float = 20.0, **changes: object) -> Window:
    """1,000 requests/s for 20 s, of which the app's cap stopped the app for 4."""
    load = examples.summary(requests=20_000, good=20_000)
    load = load.model_copy(update={"latency_ms": load.latency_ms.model_copy(update={"mean": latency})})
    use = {
        "app": examples.use(cpu_seconds=8.0, throttled_seconds=4.0),
        "db": examples.use(cpu_seconds=2.0, throttled_seconds=0.0),
    }
    app = {"in_flight": 10.0, "workers": 200, "workers_busy": 11.0, "pool_busy": 4.0, "pool_waiting": 3.0, **changes}
    return examples.window(load=load, use=use, app=examples.app_use(**app))


def parts(found: waits.Waits | None) -> dict[str, float]:
    assert found is not None
    assert sum(part.ms for part in found.parts) == pytest.approx(found.latency_ms)
    return {part.name: round(part.ms, 3) for part in found.parts}


def test_gauges_become_times_by_little_s_law_and_stops_are_taken_out() -> None:
    found = parts(waits.split(examples.plan(wait_ms=None), window()))
    assert found == {
        waits.CONNECTION: pytest.approx(3 * 0.8), waits.HOLDING: pytest.approx(3.9 * 0.8), waits.DATABASE: 0.1,
        waits.RUNNING: 0.4,
        waits.HANDLER: pytest.approx((10 - 7 - 0.4) * 0.8), waits.STOPPED: pytest.approx(0.2 * 19.5, abs=1e-3),
        waits.REMAINDER: pytest.approx(10 * 0.8, abs=1e-3),
    }  # fmt: skip


def test_a_queue_for_workers_exists_only_where_all_are_busy() -> None:
    full = parts(waits.split(examples.plan(wait_ms=None), window(workers=16, workers_busy=16.0)))
    assert full[waits.WORKER] == pytest.approx(4 * 0.8)
    assert waits.WORKER not in parts(waits.split(examples.plan(wait_ms=None), window()))
    assert waits.WORKER not in parts(waits.split(examples.plan(wait_ms=None), window(workers=None, workers_busy=None)))


def test_what_the_scenario_waits_is_declared_and_not_scaled() -> None:
    found = waits.split(examples.plan(wait_ms=12.0), window(pool_busy=None, pool_waiting=None))
    assert parts(found)[waits.DOWNSTREAM] == 12.0
    assert {part.name: part.how for part in found.parts if found}[waits.DOWNSTREAM] == "declared"  # type: ignore[union-attr]


def test_stops_of_several_cores_are_shared_among_them() -> None:
    limits = {"app": MachineLimits(cpu=0.5, cores="0-2,4", memory=None, swap=None)}
    given = window()
    several = given.model_copy(update={"attestation": examples.attestation(machines=limits)})
    found, alone = (parts(waits.split(examples.plan(wait_ms=None), one)) for one in (several, given))
    assert found[waits.STOPPED] == pytest.approx(alone[waits.STOPPED] / 4, abs=1e-3)


def test_gauges_beyond_the_latency_leave_a_negative_remainder_that_is_told() -> None:
    given = window(latency=8.0)
    assert parts(waits.split(examples.plan(wait_ms=None), given))[waits.REMAINDER] == pytest.approx(-2.0)
    data = ReportData(
        "over", examples.experiment(), [examples.run("blocking", 1).model_copy(update={"windows": [given]})]
    )
    assert shown.notes(data) == [
        "blocking at 50 users: the parts add up to 2.0 ms more than the latency: the gauges were read at moments "
        "that are not typical."
    ]


def test_without_an_answer_or_with_a_load_that_varies_there_is_nothing_to_split() -> None:
    load = examples.summary(requests=0, good=0)
    assert waits.split(examples.plan(), examples.window(load=load)) is None
    overload = ReportData.read(Store(golden.FOLDER / "overload"))
    assert shown.chart(overload) is None and shown.notes(overload) == []


def test_every_part_says_how_it_is_known() -> None:
    chart = shown.chart(ReportData.read(Store(golden.FOLDER / "one-run")))
    assert chart is not None
    assert chart.grid.headings[-2:] == ("how", "made of")
    assert {row[-2] for row in chart.grid.rows} >= {"measured", "derived", "remainder"}
