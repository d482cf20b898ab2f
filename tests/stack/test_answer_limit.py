"""A database that is silent ends a request at the limit, by the driver's own socket timeout and by a watchdog alike."""

from collections.abc import Iterator

import pytest

from bench.commands import up
from bench.spec.variants import RECORDS
from bench.testbed.app import App
from bench.testbed.machines import Machines
from tests.note import Note
from tests.stack.attempt import attempt
from tests.stack.stack import Stack
from tests.stack.support import uncapped_stack

GRACE = 3.0
"""Seconds after the limit: a tenth of it until a watchdog looks, and a slow host."""
ASKED = {
    "blocking, a socket timeout": ("blocking", "answerLimit=socket"),
    "virtual threads, a watchdog": ("virtual-threads", "answerLimit=watchdog+virtualThreads.requests=10"),
    "reactor, its own": ("reactor", "stock"),
}


@pytest.fixture(scope="module", params=ASKED.values(), ids=list(ASKED))
def limited(request: pytest.FixtureRequest, machines: Machines, unwatched: dict[str, str]) -> Iterator[Stack]:
    variant, configuration = request.param
    configured = up.requested({"VARIANT": variant, "CONFIGURATION": configuration})
    with uncapped_stack(machines, App.configured(configured)) as found:
        yield found


def test_a_silent_database_ends_a_request_at_the_limit(limited: Stack, note: Note) -> None:
    limit = limited.management.get("/actuator/attestation").json()["parity"]["db.answerTimeoutMs"] / 1000
    assert limited.api.get("/agents/1").status_code == 200
    limited.machines.command("pause", "db")
    try:
        silent = attempt(limited.api, "GET", "/agents/1")
    finally:
        limited.machines.command("unpause", "db")
    note(f"{limited.variant}: a limit of {limit:g} s ended a request after {silent.seconds:.1f} s")
    assert silent.response.status_code == 503 and limit <= silent.seconds < limit + GRACE, str(silent)
    after = limited.api.get("/agents/1").status_code
    if RECORDS[limited.variant].pool == "HikariCP":  # r2dbc-pool may give the closed one once more (acquire-retry: 0)
        assert after == 200, "the next request has a connection that answers"
    assert limited.api.get("/agents/1").status_code == 200, "the one after it, too"
