from typing import Any

import pytest

from bench.analysis import limiter
from bench.tests import examples


def predicted(variant: str = "blocking", loops: int | None = None, **changes: Any) -> dict[str, float]:
    plan = examples.plan(**changes.pop("plan", {}))
    load = examples.summary(**changes.pop("load", {}))
    app = examples.app_use(**changes.pop("app", {}))
    found = limiter.predict(plan, variant, load, app, changes.pop("use", {}), loops)
    return {ceiling.limiter: round(ceiling.per_second, 1) for ceiling in found}


def test_two_hundred_workers_that_wait_300_ms_do_667_a_second() -> None:
    waiting: dict[str, Any] = {
        "plan": {"wait_ms": 300.0},
        "load": {"vus": 1500, "think_ms": 1500.0},
        "app": {"pool_size": None},
    }
    assert predicted(**waiting) == {"worker threads": 666.7, "users": 833.3}
    assert predicted("virtual-threads", **waiting) == {"users": 833.3}


def test_a_flux_holds_no_worker_while_it_waits() -> None:
    plan = {"wait_ms": 2500.0, "options": {"RELAY": "flux"}}
    assert predicted(plan=plan, load={"vus": 500}, app={"pool_size": None}) == {"users": 200.0}


@pytest.mark.parametrize(
    ("variant", "waiting", "ceiling"),
    [
        ("coroutines", "sleep-on-event-loop", {"event loops": 4.0}),
        ("coroutines", "sleep-on-io-pool", {"thread pool for waiting": 64.0}),
        ("reactor", "sleep-on-io-pool", {"thread pool for waiting": 10.0}),
        ("coroutines", "delay-on-io-pool", {}),
        ("reactor", "default", {}),
    ],
)
def test_a_way_of_waiting_has_its_ceiling(variant: str, waiting: str, ceiling: dict[str, float]) -> None:
    plan = {"wait_ms": 1000.0, "options": {"WAITING": waiting}, "model": "open"}
    load = {"model": "open", "vus": None, "rate": 450.0}
    found = predicted(variant, 4, plan=plan, load=load, app={"pool_size": None})
    assert found == {**ceiling, "offered rate": 450.0}


def test_a_pool_is_predicted_from_what_was_busy() -> None:
    """500/s with 4 of 10 connections busy: a request holds one for 8 ms, so ten allow 1,250/s."""
    assert predicted() == {"connection pool": 1250.0}


def test_cpu_is_predicted_from_what_a_request_cost() -> None:
    half = examples.use(seconds=20.0, cpu_seconds=5.0, cpu_share=0.5)
    assert predicted(use={"app": half}, app={"pool_size": None}) == {"app CPU": 1000.0}


def test_the_lowest_ceiling_comes_first() -> None:
    found = limiter.predict(
        examples.plan(), "blocking", examples.summary(), examples.app_use(), {"app": examples.use()}, None
    )
    assert [ceiling.limiter for ceiling in found] == ["app CPU", "connection pool"]
