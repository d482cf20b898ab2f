from typing import Any

import pytest

from bench import claims
from bench.results import Handler, MachineLimits
from bench.tests import attested

MIB = 2**20


@pytest.mark.parametrize("variant", claims.STYLES)
def test_a_variant_that_is_what_it_claims_has_no_mismatch(variant: str) -> None:
    assert claims.app_mismatches(variant, attested.app(variant), attested.handlers(variant), attested.ENVIRONMENT) == []


@pytest.mark.parametrize(
    ("part", "name", "value", "told"),
    [
        ("server", "name", "Netty", "server is Netty, not Tomcat"),
        ("database", "size", 20, "database pool size is 20, not 10"),
        ("database", "open", 9, "open database connections is 9, not 10"),
        ("database", "maxWaitMs", 30000, "wait for a database connection, ms is 30000, not 5000"),
        ("downstream", "maxConnections", 25, "downstream connections is 25, not 8000"),
        ("limits", "workerThreads", 100, "worker threads is 100, not 200"),
        ("jvm", "processors", 2, "processors is 2, not 1"),
        ("jvm", "collectors", ["G1 Young Generation"], "collector is ('G1 Young Generation',), not ('Copy', 'MarkSw"),
        ("jvm", "heapMaxBytes", 128 * MIB, "heap is 128 MiB, not 448"),
    ],
)
def test_every_difference_is_told(part: str, name: str, value: Any, told: str) -> None:
    app = attested.app("blocking")
    app[part] = {**app[part], name: value}
    found = claims.app_mismatches("blocking", app, attested.handlers("blocking"), attested.ENVIRONMENT)
    assert len(found) == 1
    assert found[0].startswith(told)


def test_a_variant_on_the_wrong_kind_of_thread_is_told() -> None:
    handlers = [Handler(thread="tomcat-handler-3", virtual=True, event_loop=False)]
    found = claims.app_mismatches("blocking", attested.app("blocking"), handlers, attested.ENVIRONMENT)
    assert found == ["a handler ran on the thread 'tomcat-handler-3', which is not this variant's kind"]


def test_a_heap_may_be_given_in_gibibytes() -> None:
    environment = {**attested.ENVIRONMENT}
    environment["JDK_JAVA_OPTIONS"] = environment["JDK_JAVA_OPTIONS"].replace("448m", "1g")
    found = claims.app_mismatches("reactor", attested.app("reactor"), attested.handlers("reactor"), environment)
    assert len(found) == 1 and found[0].endswith("not 1024")


def test_silent_handlers_are_no_proof() -> None:
    found = claims.app_mismatches("reactor", attested.app("reactor"), [], attested.ENVIRONMENT)
    assert found == ["no handler said which thread it runs on"]


@pytest.mark.parametrize(
    ("loops", "wrong"),
    [({"a": 3, "b": 1, "c": 2}, False), ({"a": 10, "b": 0}, True), ({"a": 9, "b": 1, "c": 0, "d": 0}, True)],
)
def test_connections_that_gather_on_one_loop_are_told(loops: dict[str, int], wrong: bool) -> None:
    app = attested.app("reactor")
    app["database"] = {**app["database"], "loops": loops}
    found = claims.app_mismatches("reactor", app, attested.handlers("reactor"), attested.ENVIRONMENT)
    assert bool(found) == wrong


def test_a_cap_that_is_not_there_is_told() -> None:
    found = {"app": MachineLimits(cpu=None, cores="0-1", memory=768 * MIB, swap=256 * MIB)}
    assert claims.machine_mismatches({"app": (0.5, "0", 768 * MIB)}, found) == [
        "app's CPU cap is None, not 0.5",
        "app's cores is 0-1, not 0",
        "app may swap 256 MiB",
    ]
