"""The kernel's scheduling policy is the configuration's, of every thread, without a privilege; and the app says so."""

from collections.abc import Iterator

import pytest

from bench.commands import up
from bench.testbed.app import App
from bench.testbed.machines import Machines
from tests.stack.stack import OF_EACH_POOL, Stack
from tests.stack.support import uncapped_stack

POLICIES = {"other": "SCHED_OTHER", "batch": "SCHED_BATCH"}


@pytest.fixture(scope="module")
def scheduled(asked: str, machines: Machines, unwatched: dict[str, str]) -> Iterator[Stack]:
    configured = up.requested({"VARIANT": OF_EACH_POOL[0], "CONFIGURATION": f"schedulingPolicy={asked}"})
    with uncapped_stack(machines, App.configured(configured)) as found:
        yield found


@pytest.mark.parametrize("asked", POLICIES, scope="module")
def test_every_thread_has_the_policy_of_its_configuration(asked: str, scheduled: Stack) -> None:
    assert scheduled.management.get("/actuator/attestation").json()["tunables"]["schedulingPolicy"] == asked
    told = scheduled.machines.exec("app", "chrt", "--all-tasks", "--pid", "1").splitlines()
    policies = {line.rsplit(": ", 1)[1] for line in told if "scheduling policy" in line}
    assert policies == {POLICIES[asked]} and len(told) > 20
