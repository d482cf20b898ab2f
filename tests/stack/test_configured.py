"""What a configuration sets, and the running app does: its threads' policy, its transactions and how long it waits.

Each app has all of a variant's settings that can be asked for together, since a start takes longer than the questions.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bench.commands import up
from bench.spec.variants import RECORDS
from bench.testbed.app import App
from bench.testbed.machines import Machines
from tests.note import Note
from tests.stack.attempt import attempt
from tests.stack.database import COUNTERS, Database
from tests.stack.estate import NOBODY, property_of
from tests.stack.probes import Quiet
from tests.stack.stack import Stack
from tests.stack.support import uncapped_stack
from tests.stack.test_round_trips import measure

WATCHED = "transactions=true+schedulingPolicy=batch+answerLimit=watchdog+virtualThreads.requests=10"
CONFIGURED = {
    "blocking": "transactions=true+answerLimit=socket+servletFilters=false+requestContextFilter=false",
    "virtual-threads": WATCHED,
    "coroutines": "transactions=true+reactor.queueSize=16+timeLimits=watchdog+handOver=false",
}
POLICIES = {"other": "SCHED_OTHER", "batch": "SCHED_BATCH"}

BEGUN = {"HikariCP": {"Com_set_option": 2}, "r2dbc-pool": {"Com_begin": 1}}
"""What a driver asks besides the end of a transaction: JDBC's turns autocommit off and on again."""

LIMIT, GRACE = 2.0, 3.0
"""Seconds that the database has for an answer, and on top: a tenth of it until a watchdog looks, and a slow host."""


@pytest.fixture(scope="module", params=CONFIGURED)
def configured(request: pytest.FixtureRequest, machines: Machines, unwatched: dict[str, str]) -> Iterator[Stack]:
    app = App.configured(up.requested({"VARIANT": request.param, "CONFIGURATION": CONFIGURED[request.param]}))
    limited = replace(app, flags=f"{app.flags} -Dthreadmill.db-timeout-ms={LIMIT * 1000:.0f}".strip())
    with uncapped_stack(machines, limited) as found:
        yield found


def test_every_thread_has_the_policy_of_its_configuration(configured: Stack) -> None:
    """Without a privilege."""
    asked = "batch" if "batch" in CONFIGURED[configured.variant] else "other"
    assert configured.management.get("/actuator/attestation").json()["tunables"]["schedulingPolicy"] == asked
    told = configured.machines.exec("app", "chrt", "--all-tasks", "--pid", "1").splitlines()
    policies = {line.rsplit(": ", 1)[1] for line in told if "scheduling policy" in line}
    assert policies == {POLICIES[asked]} and len(told) > 20


@pytest.mark.parametrize(
    ("agent", "status", "statements"),
    [
        (7, 201, {"Com_select": 1, "Com_insert": 1, "Com_commit": 1}),
        (NOBODY, 422, {"Com_select": 1, "Com_rollback": 1}),
    ],
)
def test_a_request_is_one_transaction(configured: Stack, agent: int, status: int, statements: dict[str, int]) -> None:
    def act() -> None:
        response = configured.api.post("/properties", json=property_of(agent))
        assert response.status_code == status, f"{response.status_code} {response.text[:200]}"

    act()  # classes are loaded, so that the second is quick
    with Database(configured.machines) as database:
        cost = measure(Quiet(configured.machines), database, act)
    parts = {**statements, **BEGUN[configured.record.pool]}
    assert cost == {**dict.fromkeys(COUNTERS, 0), **parts, "Questions": sum(parts.values())}


def test_a_silent_database_ends_a_request_at_the_limit(configured: Stack, note: Note) -> None:
    """By the driver's own socket timeout and by a watchdog alike."""
    limit = configured.management.get("/actuator/attestation").json()["parity"]["db.answerTimeoutMs"] / 1000
    assert limit == LIMIT and configured.api.get("/agents/1").status_code == 200
    configured.machines.command("pause", "db")
    try:
        silent = attempt(configured.api, "GET", "/agents/1")
    finally:
        configured.machines.command("unpause", "db")
    note(f"{configured.variant}: a limit of {limit:g} s ended a request after {silent.seconds:.1f} s")
    assert silent.response.status_code == 503 and limit <= silent.seconds < limit + GRACE, str(silent)
    after = configured.api.get("/agents/1").status_code
    if RECORDS[configured.variant].pool == "HikariCP":
        assert after == 200, "the next request has a connection that answers"
    else:  # r2dbc-pool, which must not retry, may give the closed one once more
        assert after in (200, 503)
    assert configured.api.get("/agents/1").status_code == 200, "the one after it, too"
