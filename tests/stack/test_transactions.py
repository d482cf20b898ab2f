"""With transactions a request that writes is one of them, over each driver: both round trips, and what it costs."""

from collections.abc import Iterator

import pytest

from bench.commands import up
from bench.testbed.app import App
from bench.testbed.machines import Machines
from tests.stack.database import COUNTERS, Database
from tests.stack.estate import NOBODY, property_of
from tests.stack.probes import Quiet
from tests.stack.stack import OF_EACH_POOL, Stack
from tests.stack.support import uncapped_stack
from tests.stack.test_round_trips import measure

BEGUN = {"HikariCP": {"Com_set_option": 2}, "r2dbc-pool": {"Com_begin": 1}}
"""What a driver asks besides the end: JDBC's turns autocommit off and on again."""


@pytest.fixture(scope="module", params=OF_EACH_POOL)
def transactional(request: pytest.FixtureRequest, machines: Machines, unwatched: dict[str, str]) -> Iterator[Stack]:
    configured = up.requested({"VARIANT": request.param, "CONFIGURATION": "transactions=true"})
    with uncapped_stack(machines, App.configured(configured)) as found:
        yield found


@pytest.mark.parametrize(
    ("agent", "status", "statements"),
    [
        (7, 201, {"Com_select": 1, "Com_insert": 1, "Com_commit": 1}),
        (NOBODY, 422, {"Com_select": 1, "Com_rollback": 1}),
    ],
)
def test_a_request_is_one_transaction(
    transactional: Stack, agent: int, status: int, statements: dict[str, int]
) -> None:
    def act() -> None:
        response = transactional.api.post("/properties", json=property_of(agent))
        assert response.status_code == status, f"{response.status_code} {response.text[:200]}"

    act()  # classes are loaded, so that the second is quick
    with Database(transactional.machines) as database:
        cost = measure(Quiet(transactional.machines), database, act)
    parts = {**statements, **BEGUN[transactional.record.pool]}
    assert cost == {**dict.fromkeys(COUNTERS, 0), **parts, "Questions": sum(parts.values())}
