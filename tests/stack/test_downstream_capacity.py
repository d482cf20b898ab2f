"""Downstream holds more streams than any scenario opens, inside its memory cap: it is never what is measured."""

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.note import Note
from tests.stack.downstream import Downstream

STREAMS = 10_000
ELEMENTS = 100
"""With waits of half a second on average a stream is open for some 50 s: longer than it takes to open all of them."""

REQUEST = f"GET /stream?seed=1&elements={ELEMENTS} HTTP/1.1\r\nHost: downstream\r\n\r\n".encode()
PATIENCE = 45.0
"""Seconds in which all must be open, without the CPU cap: how many it holds is the question, and not how fast."""

HELD = 5.0
"""Seconds for which they then stay so, under the cap."""

SPARE_FILES = 500


@pytest.fixture
def files() -> Iterator[None]:
    """Enough open files for a client of so many connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = STREAMS + SPARE_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, need), max(hard, need)))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def uncapped(machines: Machines, unwatched: dict[str, str]) -> Iterator[None]:
    """Downstream without its CPU cap, until the test puts it back."""
    machines.lift_caps(["downstream"])
    yield
    put_back(machines)


def put_back(machines: Machines) -> None:
    machines.restore_caps({"downstream": machines.caps["downstream"].cpus})


@pytest.mark.usefixtures("files", "uncapped")
def test_downstream_holds_10_000_open_streams(machines: Machines, note: Note) -> None:
    address = _address(machines)
    started_at = machines.started_at(["downstream"])
    begun = time.monotonic()
    with Downstream(machines) as downstream, ExitStack() as clients:
        for _ in range(STREAMS):  # nobody reads: a whole stream fits into the sockets' buffers
            clients.enter_context(socket.create_connection((address, 8080), timeout=PATIENCE)).sendall(REQUEST)
        while (count := downstream.count("open_streams")) < STREAMS:
            assert time.monotonic() - begun < PATIENCE, f"only {count} of {STREAMS} streams are open"
            time.sleep(0.2)
        took = time.monotonic() - begun
        put_back(machines)
        time.sleep(HELD)
        held = downstream.count("open_streams")
    assert held == STREAMS, f"{STREAMS - held} streams ended within {HELD} s"
    assert machines.incidents(started_at) == []
    used = machines.counters(["downstream"])["downstream"]
    assert used.memory_limit, "downstream has no memory cap"
    peak = used.memory_peak or 0  # 0: the kernel keeps none; then that nothing was killed must do
    assert peak < used.memory_limit
    note(
        f"downstream held {held} open streams, {took:.0f} s after the first was asked for: "
        f"memory peak {peak / 2**20:.0f} of {used.memory_limit / 2**20:.0f} MiB"
    )


def _address(machines: Machines) -> str:
    """Downstream's own address on the bridge: its port is not published."""
    networks = engine.inspect(machines.container_id("downstream"))["NetworkSettings"]["Networks"]
    return str(next(iter(networks.values()))["IPAddress"])
