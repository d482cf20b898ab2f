"""When an observer cannot be had, the main job goes on without it, and says what is missing."""

import socket

import pytest

from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.stack import results
from tests.stack.commands import SHORT_BENCH, make

MINUTES = 60.0


@pytest.mark.usefixtures("nothing_runs")
def test_an_observer_s_port_in_use_stops_nothing(machines: Machines) -> None:
    (port,) = machines.caps["prometheus"].ports
    with socket.create_server(("127.0.0.1", port)):
        told = make(*SHORT_BENCH, "WARMUP=2", "APP_CPUS=1.0", within=6 * MINUTES)
    store = results.of(told)
    (line,) = told.lines_with("Prometheus is missing (")
    assert f"port {port}" in line and "PROMETHEUS_PORT=" in line and "no per-second view" in line
    assert store.experiment().environment.missing.keys() >= {"prometheus"}
    (run,) = store.runs()
    assert run.windows[0].load.good > 0 and store.samples(run, 0).load == []
    assert "Prometheus is missing" in (store.folder / "summary.md").read_text()
    assert engine.existing() == {}


@pytest.mark.usefixtures("nothing_runs")
def test_an_observer_that_never_gets_healthy_is_removed_and_named() -> None:
    """With a megabyte more than the least that Docker allows, none of its processes survives its start."""
    told = make("up", "VARIANT=blocking", "CADVISOR_MEMORY=7m", within=6 * MINUTES)
    assert told.status == 0, told.text
    assert len(told.lines_with("cAdvisor is missing (it ")) == 1, told.text
    assert "cadvisor" not in engine.existing() and {"app", "db", "downstream"} <= engine.running().keys()
