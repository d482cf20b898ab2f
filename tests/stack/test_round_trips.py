"""The database's own counters: each call costs exactly the statements that the design allows, in every variant."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx
import pytest

from tests.stack.database import COUNTERS, Database
from tests.stack.estate import NOBODY, Json, agent, create_agent, create_property, property_of
from tests.stack.probes import Quiet
from tests.stack.stack import Stack

QUIET = 0.5
"""Seconds without a health check that one measurement needs."""
QUIET_FOR_A_SECOND = 1.4
"""The same for a call that waits a second. The database is checked every five seconds."""


@dataclass(frozen=True)
class Call:
    """A call, the status it must get, and the statements it may cost: nothing else is allowed.

    A path may hold {agent} or {property}: the id of a row that is made for the call beforehand.
    """

    name: str
    method: str
    path: str
    status: int
    body: Json | None = None
    select: int = 0
    insert: int = 0
    update: int = 0
    delete: int = 0
    quiet: float = QUIET
    """Seconds without a health check that it needs: more where it waits for something else than the database."""

    def allowed(self) -> dict[str, int]:
        """The counters' growth: no transaction, no prepare, no ping, no session setting."""
        kinds = {"select": self.select, "insert": self.insert, "update": self.update, "delete": self.delete}
        by_kind = {f"Com_{kind}": count for kind, count in kinds.items()}
        return {**dict.fromkeys(COUNTERS, 0), **by_kind, "Questions": sum(kinds.values())}


CALLS = (
    Call("create agent", "POST", "/agents", 201, agent(), insert=1),
    Call("page agents", "GET", "/agents?page=0&size=10", 200, select=2),
    Call("page agents beyond the end", "GET", "/agents?page=100000&size=10", 200, select=2),
    Call("read agent", "GET", "/agents/{agent}", 200, select=1),
    Call("update agent", "PUT", "/agents/{agent}", 200, agent(phone="1"), update=1),
    Call("delete agent", "DELETE", "/agents/{agent}", 204, delete=1),
    Call("create property", "POST", "/properties", 201, property_of(7), select=1, insert=1),
    Call("page properties", "GET", "/properties?page=0&size=50", 200, select=2),
    Call("read property", "GET", "/properties/{property}", 200, select=1),
    Call("update property", "PUT", "/properties/{property}", 200, property_of(8), select=1, update=1),
    Call("delete property", "DELETE", "/properties/{property}", 204, delete=1),
    Call("read no agent", "GET", f"/agents/{NOBODY}", 404, select=1),
    Call("update no agent", "PUT", f"/agents/{NOBODY}", 404, agent(), update=1),
    Call("delete no agent", "DELETE", f"/agents/{NOBODY}", 404, delete=1),
    Call("read no property", "GET", f"/properties/{NOBODY}", 404, select=1),
    Call("update no property", "PUT", f"/properties/{NOBODY}", 404, property_of(8), select=1, update=1),
    Call("delete no property", "DELETE", f"/properties/{NOBODY}", 404, delete=1),
    Call("create property of nobody", "POST", "/properties", 422, property_of(NOBODY), select=1),
    Call("move property to nobody", "PUT", "/properties/{property}", 422, property_of(NOBODY), select=1),
    Call("pass message", "POST", "/passthrough/messages", 200, {"id": "1", "payload": "hello", "delay": 0}),
    Call("pass stream", "GET", "/passthrough/stream?seed=568042&elements=1", 200),
    Call("need a number", "GET", "/need-a-number", 200),
    Call("wait for a number", "GET", "/need-a-number/default?least=10&most=10", 200),
    Call("make a person", "GET", "/person?number=1", 200, quiet=QUIET_FOR_A_SECOND),
    Call("create bad agent", "POST", "/agents", 400, agent(email="")),
    Call("read bad id", "GET", "/agents/abc", 400),
    Call("page too far", "GET", "/agents?page=100001", 400),
)


@pytest.fixture(scope="module", autouse=True)
def nobody_else_asks(stack: Stack) -> Iterator[None]:
    """The exporter reads the server's state each second; it stops. (Paused, it would come back as unhealthy.)"""
    stack.machines.command("stop", "mysqld-exporter")
    yield
    stack.machines.command("start", "mysqld-exporter")


@pytest.fixture(scope="module")
def quiet(stack: Stack) -> Quiet:
    return Quiet(stack.machines)


def measure(quiet: Quiet, database: Database, act: Callable[[], object], seconds: float = QUIET) -> dict[str, int]:
    """What `act`, which needs so many seconds, added to each counter, less what reading the counters adds.

    A measurement that a health check may have run into, as its end time tells, says nothing and is made again.
    """
    for _ in range(10):
        until = quiet.begin(seconds)
        first = database.counters()
        idle = database.counters()
        act()
        after = database.counters()
        if time.time() < until:
            return {name: (after[name] - idle[name]) - (idle[name] - first[name]) for name in COUNTERS}
    raise AssertionError("no measurement fitted between two health checks")


def fill(path: str, api: httpx.Client) -> str:
    """The path with a fresh row's id in place of {agent} or {property}."""
    if "{agent}" in path:
        return path.format(agent=create_agent(api)["id"])
    return path.format(property=create_property(api, 7)["id"]) if "{property}" in path else path


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_call_costs_its_statements(stack: Stack, quiet: Quiet, database: Database, call: Call) -> None:
    answers: list[httpx.Response] = []

    def act() -> None:
        answers.append(stack.api.request(call.method, path, json=call.body))

    path = fill(call.path, stack.api)
    cost = measure(quiet, database, act, call.quiet)
    assert answers[0].status_code == call.status, f"{call.name}: {answers[0].status_code} {answers[0].text[:200]}"
    allowed = call.allowed()
    wrong = {name: f"{cost[name]}, not {allowed[name]}" for name in COUNTERS if cost[name] != allowed[name]}
    assert not wrong, f"{call.name} in {stack.variant} costs other statements: {wrong}"


def test_an_owner_that_stays_costs_one_delete(stack: Stack, quiet: Quiet, database: Database) -> None:
    owner = create_agent(stack.api)["id"]
    create_property(stack.api, owner)
    cost = measure(quiet, database, lambda: stack.api.delete(f"/agents/{owner}"))
    assert cost == Call("delete owner", "DELETE", "", 409, delete=1).allowed(), f"a refused delete cost {cost}"


def test_many_reads_cost_as_many_selects(stack: Stack, quiet: Quiet, database: Database) -> None:
    """More calls than the pool has connections: nothing is done only now and then."""
    times = 2 * stack.setting("DB_POOL_SIZE")
    cost = measure(quiet, database, lambda: [stack.api.get(f"/agents/{number}") for number in range(1, times + 1)])
    assert cost == Call("reads", "GET", "", 200, select=times).allowed(), f"{times} reads cost {cost}"
