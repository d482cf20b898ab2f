"""The controls' table: how much of a ratio is the server stack and how much the driver."""

from typing import Any

import pytest

from bench.analysis import verdict
from bench.analysis.controls import splits
from bench.report import controls, markdown
from bench.results import Configuration, Run
from bench.spec.request import experiment as asked
from bench.spec.variants import APART, CONTROLS, RECORDS, VARIANTS
from bench.tests import examples

GOOD = {"blocking": 10_000, "reactor-jdbc": 8_000, "reactor": 4_000}


def runs(blocks: int = 3, **changes: Any) -> list[Run]:
    drift = (1.0, 1.1, 0.95)  # of the host, from block to block
    return [
        examples.run(name, int(good * drift[block]), block + 1, **changes)
        for block in range(blocks)
        for name, good in GOOD.items()
    ]


def test_the_two_factors_multiply_to_the_ratio_whatever_the_host_did_to_a_block() -> None:
    (found,) = splits(runs(), 0)
    assert found.ratio and found.server and found.driver
    assert found.server.value == pytest.approx(0.8, abs=0.001) and found.driver.value == pytest.approx(0.5, abs=0.001)
    assert found.ratio.value == pytest.approx(found.server.value * found.driver.value)


def test_a_configuration_that_only_the_baseline_has_is_compared_with_as_well() -> None:
    """Blocking with as many threads as the controls have statements at once queues as they do."""
    stock = [one.model_copy(update={"configured": Configuration(variant=one.variant, name="stock")}) for one in runs()]
    bounded = [
        examples.run("blocking", one.windows[0].load.good * 125 // 100, one.block).model_copy(
            update={"configured": Configuration(variant="blocking", name="workerThreads=10")}
        )
        for one in stock
        if one.variant == "blocking"
    ]
    to_stock, to_bounded = splits([*stock, *bounded], 0)
    assert (to_stock.to, to_bounded.to) == ("stock", "workerThreads=10")
    assert to_stock.server and to_stock.server.value == pytest.approx(0.8, abs=0.001)
    assert to_bounded.server and to_bounded.server.value == pytest.approx(0.64, abs=0.001)
    assert to_bounded.driver == to_stock.driver


def test_the_table_stands_in_the_summary() -> None:
    experiment = examples.experiment(blocks=[list(GOOD)] * 3, runs=3)
    text = markdown(experiment, runs())
    assert "How much of a ratio is the server stack, and how much the driver" in text
    (line,) = [
        line for line in text.splitlines() if line.startswith("| reactor |") and "server stack and driver" in line
    ]
    assert "| 0.40 [0.40, 0.40] | 0.80 [0.80, 0.80] | 0.50 [0.50, 0.50] |" in line


def test_without_interval_or_with_an_invalid_window_nothing_is_concluded() -> None:
    one = controls.grid(examples.plan(), runs(blocks=1))
    bad = controls.grid(examples.plan(), runs(verdict={"verdict": "INVALID", "reasons": ["it failed"]}))
    assert one and one.rows[0][-1] == "no interval: more RUNS"
    assert bad and bad.rows[0][-1] == "INVALID, no conclusion"


def test_a_start_that_ended_without_its_window_leaves_no_fair_sample() -> None:
    *others, last = runs()
    found = controls.grid(examples.plan(), [*others, examples.lost(last)])
    assert last.variant == "reactor" and found and found.rows[0][-1] == "INVALID, no conclusion"


def test_a_lower_bound_in_one_block_gives_no_ratio_of_the_others() -> None:
    """Where blocking did more than can be offered its ratios would be of the blocks in which it was slow."""
    first, *others = runs()
    found = controls.grid(examples.plan(), [examples.bounded(first), *others])
    assert first.variant == "blocking" and found and found.rows[0][-4:] == ("-", "-", "-", "at least, no ratio")


def test_at_equal_rates_the_table_splits_what_a_request_costs() -> None:
    def costly(run: Run) -> Run:
        app = run.windows[0].use["app"]
        factor = {"reactor": 3, "reactor-jdbc": 2}.get(run.variant, 1)
        dearer = app.model_copy(update={"cpu_seconds": app.cpu_seconds * factor})
        use = {**run.windows[0].use, "app": dearer}
        return run.model_copy(update={"windows": [run.windows[0].model_copy(update={"use": use})]})

    alike = [costly(examples.run(name, 10_000, block)) for block in (1, 2, 3) for name in GOOD]
    found = controls.grid(examples.plan(ladder=True), alike, noise=5.0)
    assert found and found.title.endswith(": the app's CPU for each request at equal rates")
    assert found.rows[0][4:] == (
        "3.00 [3.00, 3.00]", "2.00 [2.00, 2.00]", "1.50 [1.50, 1.50]", "server stack and driver shown to differ"
    )  # fmt: skip


def test_the_driver_counts_once_however_many_configurations_its_row_compares_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked_of: list[int] = []

    def among(found: dict[object, object]) -> dict[object, object]:
        asked_of.append(len(found))
        return {}

    monkeypatch.setattr("bench.report.controls.holm.among", among)
    bounded = [one.model_copy(update={"configured": _named(one, "workerThreads=10")}) for one in runs()[::3]]
    stock = [one.model_copy(update={"configured": _named(one, "stock")}) for one in runs()]
    with pytest.raises(KeyError):
        controls.grid(examples.plan(), [*stock, *bounded])
    assert asked_of == [3], "two of the server stack, one of the driver"


def _named(run: Run, name: str) -> Configuration:
    return Configuration(variant=run.variant, name=name)


def test_a_side_within_the_noise_floor_is_not_shown_to_differ() -> None:
    shown, within = (controls.grid(examples.plan(), runs(), noise) for noise in (None, 0.25))
    assert shown and shown.rows[0][-1] == "server stack and driver shown to differ"
    assert within and within.rows[0][-1] == "driver shown to differ", "the server stack's ratio is 0.80"


def test_an_experiment_without_controls_has_no_such_table() -> None:
    assert controls.grid(examples.plan(), [examples.run("blocking", 1), examples.run("reactor", 1)]) is None


def test_a_control_without_its_baseline_says_what_is_missing() -> None:
    (told,) = controls.notes([one for one in runs() if one.variant != "blocking"])
    assert "reactor has no row: it needs blocking and reactor-jdbc" in told


@pytest.mark.parametrize(("variant", "control"), CONTROLS.items())
def test_a_control_stands_apart_and_is_the_same_server_over_jdbc(variant: str, control: str) -> None:
    assert control in APART and control not in VARIANTS and RECORDS[control].colour
    own, other = RECORDS[control], RECORDS[variant]
    assert (own.server, own.event_loop) == (other.server, other.event_loop) and own.pool == "HikariCP"
    assert verdict.expected_statements(examples.plan(), control) == 2.0, "its SQL is the contract's"


def test_the_example_measures_all_that_the_table_needs() -> None:
    plan = asked({"EXPERIMENT": "experiments/controls.yaml"}).plan
    assert {"blocking", *CONTROLS, *CONTROLS.values()} == set(plan.blocks[0])
    bounded = [one.variant for one in plan.configured if one.name == "workerThreads=10"]
    assert bounded == ["blocking"], "as many as a control's statements at once"
    assert {one.name for one in plan.configured} == {"stock", "workerThreads=10"}
