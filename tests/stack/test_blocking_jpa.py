"""blocking-jpa, which stands apart: it answers as the four do, at what Spring Data JPA costs in round trips."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bench.testbed import stack as stack_images
from bench.testbed.app import App
from bench.testbed.machines import Machines
from tests.stack.database import COUNTERS, Database
from tests.stack.estate import Json, agent, property_of
from tests.stack.probes import Quiet
from tests.stack.stack import Stack
from tests.stack.support import uncapped_stack
from tests.stack.test_round_trips import measure

VARIANT = "blocking-jpa"
TRANSACTION = {"Com_set_option": 2, "Com_commit": 1}
"""What each call of a repository costs beside its statements: autocommit off, commit, autocommit on."""
READ_ONLY = {"Com_set_option": 2}
"""What one that only reads costs beside that: the driver tells the server before and after it."""


@dataclass(frozen=True)
class Call:
    """A call that the four answer in the same way, its status, its statements and its transactions."""

    method: str
    path: str
    status: int
    statements: dict[str, int]
    transactions: int
    reading: int
    body: Json | None = None

    def cost(self) -> dict[str, int]:
        """The counters' growth; each statement is a question of its own."""
        control = {
            name: count * self.transactions + READ_ONLY.get(name, 0) * self.reading
            for name, count in TRANSACTION.items()
        }
        parts = {**self.statements, **control}
        return {**dict.fromkeys(COUNTERS, 0), **parts, "Questions": sum(parts.values())}


CALLS = (
    Call("POST", "/agents", 201, {"Com_insert": 1}, 1, 0, agent()),
    Call("GET", "/agents/7", 200, {"Com_select": 1}, 1, 1),
    Call("GET", "/agents?page=0&size=10", 200, {"Com_select": 2}, 1, 1),
    Call("POST", "/properties", 201, {"Com_select": 1, "Com_insert": 1}, 2, 1, property_of(7)),
    Call("GET", "/properties/7", 200, {"Com_select": 1}, 1, 1),
    Call("GET", "/properties?page=0&size=50", 200, {"Com_select": 52}, 1, 1),
)
"""The first fifty properties have fifty agents, and each is asked for."""


@pytest.fixture(scope="module")
def jpa(machines: Machines, unwatched: dict[str, str]) -> Iterator[Stack]:
    stack_images.prepare([VARIANT])
    with uncapped_stack(machines, App(VARIANT)) as found:
        yield found


@pytest.fixture(scope="module")
def quiet(jpa: Stack) -> Quiet:
    return Quiet(jpa.machines)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_it_answers_at_the_cost_of_its_transactions(jpa: Stack, quiet: Quiet, call: Call) -> None:
    bodies: list[Json] = []

    def act() -> None:
        response = jpa.api.request(call.method, call.path, json=call.body)
        assert response.status_code == call.status, f"{response.status_code} {response.text[:200]}"
        bodies.append(response.json())

    act()  # classes are loaded, so that the second is quick
    with Database(jpa.machines) as database:
        cost = measure(quiet, database, act)
    assert cost == call.cost()
    if call.body:
        assert bodies[-1] == {"id": bodies[-1]["id"], **call.body}
    elif "?" in call.path:
        assert bodies[-1]["totalElements"] >= len(bodies[-1]["items"]) == bodies[-1]["size"]
    else:
        assert bodies[-1]["id"] == 7
