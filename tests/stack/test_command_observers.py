"""When an observer cannot be had, the main job goes on without it, and says what is missing.

A bench whose Prometheus is missing is in test_bench.py.
"""

from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.stack.commands import TWO_CORES, make


def test_an_observer_that_never_gets_healthy_is_removed_and_named(machines: Machines, watched: dict[str, str]) -> None:
    """With a megabyte more than the least that Docker allows, none of its processes survives its start."""
    machines.remove(["cadvisor"])
    told = make("up", "VARIANT=blocking", "CADVISOR_MEMORY=7m", *TWO_CORES, within=360)
    assert told.status == 0, told.text
    assert len(told.lines_with("cAdvisor is missing (it ")) == 1, told.text
    assert "cadvisor" not in engine.existing() and {"app", "db", "downstream"} <= engine.running().keys()
