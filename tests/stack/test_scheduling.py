"""The kernel's scheduling policy is the configuration's, of every thread, without a privilege; and the app says so."""

from collections.abc import Iterator

import pytest

from bench.testbed.machines import Machines
from tests.stack.stack import OF_EACH_POOL, Stack
from tests.stack.support import uncapped_stack

POLICIES = {"other": "SCHED_OTHER", "batch": "SCHED_BATCH"}


@pytest.fixture(scope="module", params=POLICIES)
def scheduled(request: pytest.FixtureRequest, machines: Machines, unwatched: dict[str, str]) -> Iterator[Stack]:
    with uncapped_stack(machines, OF_EACH_POOL[0], scheduling=request.param) as found:
        yield found


def test_every_thread_has_the_policy_of_its_configuration(scheduled: Stack) -> None:
    asked = scheduled.settings["APP_SCHEDULING"]
    assert scheduled.management.get("/actuator/attestation").json()["tunables"]["schedulingPolicy"] == asked
    told = scheduled.machines.exec("app", "sh", "-c", "chrt --all-tasks --pid 1").splitlines()
    policies = {line.rsplit(": ", 1)[1] for line in told if "scheduling policy" in line}
    assert policies == {POLICIES[asked]} and len(told) > 20
