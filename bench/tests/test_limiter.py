from typing import Any

import pytest

from bench.analysis import limiter
from bench.analysis.limiter import AppCores
from bench.results import Ceiling
from bench.tests import examples

IDLE = {"cpu_share": 0.3, "throttled_share": 0.0}


def find(**changes: Any) -> str:
    use = {name: examples.use(**IDLE) for name in ("app", "db", "load")}
    given: dict[str, Any] = {"load": examples.summary(), "app": examples.app_use(), "use": use, "ceilings": []}
    return limiter.find(**{**given, **changes}).name


def together(app: float, db: float, cores: int = 1) -> dict[str, Any]:
    """App and database on the same cores, using so many of them."""
    use = {
        name: examples.use(**{**IDLE, "seconds": 20.0, "cpu_seconds": 20 * taken})
        for name, taken in (("app", app), ("db", db))
    }
    return {"use": use, "app_cores": AppCores(cores, ["app", "db"])}


def busy(name: str, **changes: Any) -> dict[str, Any]:
    use = {other: examples.use(**IDLE) for other in ("app", "db", "load")}
    return {"use": {**use, name: examples.use(**{**IDLE, **changes})}}


def ceiling(name: str, per_second: float) -> dict[str, Any]:
    return {"ceilings": [Ceiling(limiter=name, per_second=per_second, basis="arithmetic")]}


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        (busy("app", cpu_share=0.98), "app CPU"),
        (busy("app", throttled_share=0.8), "app CPU"),
        (busy("db", cpu_share=0.95), "db CPU"),
        (busy("load", cpu_share=0.95), "load machine"),
        ({"app": examples.app_use(workers_busy=199.0)}, "worker threads"),
        ({"app": examples.app_use(pool_busy=9.8, pool_waiting=40.0)}, "connection pool"),
        (ceiling("event loops", 520.0), "event loops"),
        (ceiling("offered rate", 500.0), "offered rate"),
        (ceiling("users", 505.0), "users"),
        (ceiling("users", 900.0), "unknown"),
        ({"load_core_full": 0.12}, "load machine"),
        ({"load_core_full": 0.02}, "unknown"),
        ({"load_core_full": 0.12, **busy("app", cpu_share=0.98)}, "app CPU"),
        (together(0.56, 0.40), "shared core"),
        ({**together(0.56, 0.40), "app": examples.app_use(pool_busy=9.8, pool_waiting=40.0)}, "shared core"),
        (together(0.50, 0.35), "unknown"),
        (together(0.56, 0.40, cores=2), "unknown"),
        ({**together(0.56, 0.40), "app_cores": limiter.ALONE}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_the_limiter_is_what_is_at_its_limit(changes: dict[str, Any], name: str) -> None:
    assert find(**changes) == name


def test_full_cpu_explains_busy_workers() -> None:
    found = limiter.find(
        examples.summary(), examples.app_use(workers_busy=200.0), busy("app", cpu_share=0.99)["use"], []
    )
    assert found.name == "app CPU"
    assert found.also == ["worker threads: 200 of 200 busy"]


def test_what_is_unknown_is_said_with_its_figures() -> None:
    use = {name: examples.use(**IDLE) for name in ("app", "db")}
    found = limiter.find(examples.summary(), examples.app_use(), use, [])
    assert found.evidence == (
        "nothing was at its limit: app CPU 30%, db CPU 30%, workers 45 of 200 busy, pool 4.0 of 10 busy"
    )
