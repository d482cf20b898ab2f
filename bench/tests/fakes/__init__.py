"""A testbed that is not there: simulated time, machines, app and load, on which a whole experiment runs in no time."""

from bench.tests.fakes.behaviour import Behaviour
from bench.tests.fakes.fault import fail_at
from bench.tests.fakes.machines import FakeMachines
from bench.tests.fakes.stage import stage
from bench.tests.fakes.world import World

__all__ = ["Behaviour", "FakeMachines", "World", "fail_at", "stage"]
