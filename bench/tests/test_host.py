import socket

import pytest

from bench.analysis.limiter import AppCores
from bench.runner import window
from bench.testbed import host
from bench.testbed.machines import Machines

STAT = """cpu  300 0 100 1000 50 0 10 40 0 0
cpu0 200 0 60 400 50 0 10 30 0 0
cpu1 100 0 40 600 0 0 0 10 0 0
intr 12345
"""


def test_busy_time_counts_what_a_hypervisor_stole_and_no_idle_time() -> None:
    assert host.parse_stat(STAT) == {0: 300 / host.TICKS, 1: 150 / host.TICKS}


def test_what_others_took_is_busy_time_less_ours() -> None:
    assert window.contention({0: 100.0}, {0: 118.0}, {0}, seconds=20.0, ours=14.0) == 0.2
    assert window.contention({0: 0.0, 1: 0.0}, {0: 20.0, 1: 10.0}, {0, 1}, seconds=20.0, ours=26.0) == 0.1


def test_a_host_that_does_not_tell_is_not_guessed_at() -> None:
    assert window.contention({}, {}, {0}, seconds=20.0, ours=14.0) is None
    assert window.contention({0: 100.0}, {0: 118.0}, {0}, seconds=20.0, ours=None) is None


def test_what_a_machine_took_of_the_app_s_cores_is_not_known_where_it_has_others_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cores = {"app": {0, 1}, "db": {1}, "downstream": {1, 2}, "load": {2}}
    monkeypatch.setattr(window, "allowed_cores", lambda _, name: cores[name])
    machines = Machines.__new__(Machines)
    assert window.app_cores(machines, cores) == AppCores(2, ["app", "db"])
    assert window.partly_shared(machines, cores) == ["downstream"]


def test_a_taken_port_is_not_free() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        assert not host.port_is_free(holder.getsockname()[1])
