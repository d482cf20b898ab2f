"""The database goes away for seconds and comes back, under a client that keeps writing.

While it is away: prompt 503 problems. Afterwards: recovery without a restart of the app, and no acknowledged row lost.
Recovery is the pool's and the driver's; that each variant says 503 is among the services' own tests, too.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.note import Note
from tests.stack.database import Database
from tests.stack.health import wait_until_healthy
from tests.stack.inserts import Insert, Inserts
from tests.stack.stack import OF_EACH_POOL, Stack

pytestmark = [
    pytest.mark.parametrize("stack", OF_EACH_POOL, indirect=True),
    pytest.mark.usefixtures("uncapped"),
]

RATE = 20
AWAY = 4.0
BEFORE = 1.0
"""Seconds for which it is away, and for which writing works first."""

GRACE = 3.0
"""Seconds on top of the wait for a connection within which every call must be answered."""

RECOVERED_WITHIN = 12.0
"""Seconds after the database is healthy from which every call must succeed."""

AFTERWARDS = 5.0
"""Seconds for which it is then watched to go on succeeding: as long as a call waits for a connection before it fails.
Who still waits then is waited for."""


@dataclass(frozen=True)
class Outage:
    """What was seen, on the monotonic clock: the database told to stop, and healthy again."""

    stopped: float
    healthy: float
    inserts: list[Insert]
    longest_allowed: float
    app_before: tuple[str, str]
    app_after: tuple[str, str]


@pytest.fixture(scope="module")
def outage(stack: Stack) -> Iterator[Outage]:
    """One outage, which all tests of this file judge."""
    longest_allowed = stack.setting("DB_POOL_WAIT_MS") / 1000 + GRACE
    app_before = identity(stack.machines)
    with Inserts(stack.machines.caps["app"].ports[0], RATE, patience=longest_allowed + 5) as inserts:
        time.sleep(BEFORE)
        stopped = time.monotonic()
        stack.machines.command("stop", "db")
        time.sleep(AWAY)
        stack.machines.command("start", "db")
        healthy = wait_until_healthy(stack.machines, "db", within=60)
        watch_recovery(inserts, healthy)
    yield Outage(stopped, healthy, inserts.all, longest_allowed, app_before, identity(stack.machines))


def watch_recovery(inserts: Inserts, healthy: float) -> None:
    """Until calls have succeeded for AFTERWARDS seconds, or could do so no more within the time that recovery has."""
    quiet = healthy
    while time.monotonic() < min(quiet, healthy + RECOVERED_WITHIN) + AFTERWARDS:
        time.sleep(0.2)
        quiet = max([healthy, *(insert.ended for insert in inserts.all if not insert.acknowledged)])


def identity(machines: Machines) -> tuple[str, str]:
    """Which app container this is, and since when its process runs."""
    app = engine.inspect(machines.container_id("app"))
    return app["Id"], app["State"]["StartedAt"]


def test_writing_worked_before(outage: Outage) -> None:
    before = [insert for insert in outage.inserts if insert.ended < outage.stopped]
    assert len(before) >= RATE * BEFORE / 2, f"only {len(before)} answers in {BEFORE} s"
    assert all(insert.acknowledged for insert in before), f"failed before the outage: {before}"


def test_every_failure_is_a_503_problem(outage: Outage) -> None:
    failed = [insert for insert in outage.inserts if not insert.acknowledged]
    # how many depends on how long a variant lets a call wait for a connection; none would mean that nothing was away
    assert failed, f"no call failed although the database was away for {AWAY} s"
    due = (503, "application/problem+json", "urn:threadmill:problem:database-unavailable")
    others = [insert for insert in failed if (insert.status, insert.kind, insert.problem) != due]
    assert not others, f"{len(others)} of {len(failed)} failures are something else, such as {others[0]}"


def test_no_call_hangs(stack: Stack, outage: Outage, note: Note) -> None:
    slowest = max(outage.inserts, key=lambda insert: insert.seconds)
    note(f"{stack.variant}: slowest call while the database restarted: {slowest.seconds:.2f} s")
    assert slowest.seconds <= outage.longest_allowed, f"a call took {slowest.seconds:.1f} s: {slowest}"


def test_recovery_without_a_restart(stack: Stack, outage: Outage, note: Note) -> None:
    last_failure = max(insert.begun for insert in outage.inserts if not insert.acknowledged)
    took = max(0.0, last_failure - outage.healthy)
    note(f"{stack.variant}: last failed call {took:.1f} s after the database was healthy again")
    assert took <= RECOVERED_WITHIN, f"calls still failed {took:.1f} s after the database was healthy"
    assert outage.app_after == outage.app_before, "the app was restarted"
    since = [insert for insert in outage.inserts if insert.begun > max(last_failure, outage.healthy)]
    assert len(since) >= RATE * AFTERWARDS / 2, f"only {len(since)} calls in the {AFTERWARDS} s after recovery"


def test_every_acknowledged_row_is_there(stack: Stack, outage: Outage) -> None:
    acknowledged = [insert.agent_id for insert in outage.inserts if insert.acknowledged]
    assert len(set(acknowledged)) == len(acknowledged), "two inserts were acknowledged with the same id"
    with Database(stack.machines) as database:
        rows = database.rows("SELECT id FROM unrealestate.agents WHERE nickname LIKE 'restart-%'")
    lost = set(acknowledged) - {int(row[0]) for row in rows}
    assert not lost, (
        f"{len(lost)} of {len(acknowledged)} acknowledged rows are gone, such as {sorted(lost, key=str)[:5]}"
    )
