"""Putting the simulated testbed in the place of engine, clock and network."""

import time
from functools import partial
from pathlib import Path

import httpx
import pytest

from bench import paths
from bench.commands import calibrate
from bench.probes import actuator, attestation, cores, prometheus
from bench.runner import capacity, k6, second_phase, warmup, window
from bench.testbed import engine, environment, probe
from bench.tests import examples
from bench.tests.fakes.actuator import answer
from bench.tests.fakes.behaviour import Behaviour
from bench.tests.fakes.load import FakeLoad
from bench.tests.fakes.machines import FakeMachines
from bench.tests.fakes.watch import CoreWatch, PaceWatch
from bench.tests.fakes.world import EPOCH, World

HEALTHY = Behaviour()
CPUS = {"app": 0.5, "db": 0.5, "downstream": 0.25, "load": 1.0, "prometheus": 0.2}


def stage(
    patch: pytest.MonkeyPatch,
    folder: Path,
    behaviour: Behaviour = HEALTHY,
    **cpus: float,
) -> FakeMachines:
    """Machines that behave so, with these CPU caps; time passes only in their world, results go to `folder`."""
    world = World(behaviour, {**CPUS, **cpus})
    machines = FakeMachines(world)
    patch.setattr(time, "sleep", world.advance)
    patch.setattr(time, "monotonic", lambda: world.now)
    patch.setattr(time, "time", lambda: EPOCH + world.now)
    patch.setattr(httpx, "get", lambda url, **_: answer(world, url))
    patch.setattr(httpx.Client, "get", lambda _, url, **__: answer(world, url))
    patch.setattr(cores, "watch_use", CoreWatch)
    patch.setattr(cores, "watch_speed", PaceWatch)
    for module in (capacity, second_phase, warmup, window, calibrate):
        patch.setattr(module, "Load", partial(FakeLoad, world))
    patch.setattr(actuator, "SCRAPES", 3)  # these two cost a test most of its time, and change nothing here
    patch.setattr(attestation, "HANDLERS", 2)
    patch.setattr(k6, "remove", lambda: None)
    patch.setattr(prometheus, "publish", lambda *told: machines.published.append(told[-2]))
    patch.setattr(probe, "busy_seconds", lambda _: {0: world.used["app"] + world.used["db"], 1: world.used["load"]})
    patch.setattr(engine, "running", machines.containers)
    patch.setattr(engine, "existing", machines.containers)
    patch.setattr(engine, "inspect", lambda *_: _inspected(world.variant))
    patch.setattr(environment, "describe", lambda *_: examples.experiment().environment)
    patch.setattr(environment, "app_images", lambda names: {name: _image(name) for name in names})
    patch.setattr(paths, "RESULTS", folder)
    return machines


def _inspected(variant: str) -> dict[str, object]:
    return {"Image": _image(variant)}


def _image(variant: str) -> str:
    return f"sha256:{variant}"
