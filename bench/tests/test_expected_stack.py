from typing import Any

import pytest

from bench.analysis import expected_stack
from bench.results import Configuration, Handler, MachineLimits
from bench.spec.variants import RECORDS
from bench.tests import attested

MIB = 2**20


def stock(variant: str) -> Configuration:
    return Configuration(variant=variant, name="stock")


@pytest.mark.parametrize("variant", RECORDS)
def test_a_variant_that_is_what_it_claims_has_no_mismatch(variant: str) -> None:
    assert (
        expected_stack.app_mismatches(
            stock(variant), attested.app(variant), attested.handlers(variant), attested.ENVIRONMENT
        )
        == []
    )


@pytest.mark.parametrize(
    ("part", "name", "value", "told"),
    [
        ("server", "name", "Netty", "server is Netty, not Tomcat"),
        ("database", "open", 9, "open database connections is 9, not 10"),
        ("limits", "workerThreads", 100, "worker threads is 100, not 200"),
        ("parity", "db.poolSize", 20, "parity setting db.poolSize (database connections at most) is 20, not 10"),
        ("parity", "jvm.heapMaxBytes", 128 * MIB, "parity setting jvm.heapMaxBytes"),
        ("parity", "http.idleTimeoutMs", None, "parity setting http.idleTimeoutMs"),
    ],
)
def test_every_difference_is_told(part: str, name: str, value: Any, told: str) -> None:
    app = attested.app("blocking")
    app[part] = {**app[part], name: value}
    found = expected_stack.app_mismatches(stock("blocking"), app, attested.handlers("blocking"), attested.ENVIRONMENT)
    assert len(found) == 1
    assert found[0].startswith(told)


def test_a_variant_on_the_wrong_kind_of_thread_is_told() -> None:
    handlers = [Handler(thread="tomcat-handler-3", virtual=True, event_loop=False)]
    found = expected_stack.app_mismatches(stock("blocking"), attested.app("blocking"), handlers, attested.ENVIRONMENT)
    assert found == ["a handler ran on the thread 'tomcat-handler-3', which is not this variant's kind"]


def test_a_heap_may_be_given_in_gibibytes() -> None:
    environment = {**attested.ENVIRONMENT}
    environment["JDK_JAVA_OPTIONS"] = environment["JDK_JAVA_OPTIONS"].replace("448m", "1g")
    found = expected_stack.app_mismatches(
        stock("reactor"), attested.app("reactor"), attested.handlers("reactor"), environment
    )
    heap, flags = found
    assert heap.endswith(f"not {2**30}") and "jvm.flags" in flags and "-Xmx1g" in flags


def test_silent_handlers_are_no_proof() -> None:
    found = expected_stack.app_mismatches(stock("reactor"), attested.app("reactor"), [], attested.ENVIRONMENT)
    assert found == ["no handler said which thread it runs on"]


def test_connections_that_gather_on_one_loop_are_no_mismatch() -> None:
    app = attested.app("reactor")
    app["database"] = {**app["database"], "loops": {"a": 10, "b": 0}}
    assert (
        expected_stack.app_mismatches(stock("reactor"), app, attested.handlers("reactor"), attested.ENVIRONMENT) == []
    )


def test_a_tuned_variant_is_what_its_configuration_sets() -> None:
    configured = Configuration(variant="blocking", name="tuned", settings={"workerThreads": 16})
    handlers = attested.handlers("blocking")
    tuned = attested.app("blocking", "-Dserver.tomcat.threads.max=16")
    assert expected_stack.app_mismatches(configured, tuned, handlers, attested.ENVIRONMENT) == []
    found = expected_stack.app_mismatches(configured, attested.app("blocking"), handlers, attested.ENVIRONMENT)
    assert found == [
        "worker threads is 200, not 16",
        "tunable workerThreads (Tomcat's worker threads) is 200, not 16",
    ]


def test_a_cap_that_is_not_there_is_told() -> None:
    found = {"app": MachineLimits(cpu=None, cores="0-1", memory=768 * MIB, swap=256 * MIB)}
    assert expected_stack.machine_mismatches(
        {"app": MachineLimits(cpu=0.5, cores="0", memory=768 * MIB, swap=0)}, found
    ) == [
        "app's CPU cap is None, not 0.5",
        "app's cores is 0-1, not 0",
        "app may swap 256 MiB",
    ]
