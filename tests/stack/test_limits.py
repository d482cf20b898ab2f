"""Each machine really has the limits that compose.yaml states, the app is locked in, and only loopback is published."""

import re
import socket

import pytest

from bench.errors import ThreadmillError
from bench.spec.variants import VARIANTS
from bench.testbed import engine
from tests.stack import limits
from tests.stack.stack import Stack

ALWAYS_THERE = {"app", "db", "prometheus", "cadvisor", "mysqld-exporter"}
"""Grafana runs only where its image can be had, and its viewer only where not."""

KERNEL_TREES = ("/proc", "/sys", "/dev")
"""Mounted by the engine into every container."""

once = pytest.mark.parametrize("stack", VARIANTS[:1], indirect=True)
"""What is no matter of the variant: one of them is enough. The app's own limits are compared in test_parity.py."""

CAPABILITY_SETS = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")


@once
def test_every_running_machine_has_its_limits(stack: Stack) -> None:
    services = engine.config()["services"]
    running = engine.running()
    assert running.keys() >= ALWAYS_THERE, f"only {sorted(running)} run"
    for machine, container in sorted(running.items()):
        # in the host's process space, process 1 is not the machine's own
        shares_processes = engine.inspect(container)["HostConfig"]["PidMode"] == "host"
        process = engine.inspect(container)["State"]["Pid"] if shares_processes else 1
        found = stack.machines.exec(machine, "sh", "-c", limits.READ, "sh", container, str(process))
        assert limits.parse(found) == limits.wanted(services[machine]), f"{machine}: the kernel says\n{found}"


@once
def test_nothing_but_the_service_runs_in_a_measured_app(stack: Stack) -> None:
    """A health check would be a process every two seconds, on the app's own CPU."""
    assert "Health" not in stack.machines.inspect("app")["State"]
    assert stack.machines.inspect("downstream")["State"]["Health"]["Status"] == "healthy"


@once
def test_the_load_machine_has_its_limits(stack: Stack) -> None:
    found = engine.compose(
        "run", "--rm", "--no-deps", "-T", "--entrypoint", "sh", "load", "-c", limits.READ, "sh", "none", "1"
    )
    assert limits.parse(found) == limits.wanted(engine.config()["services"]["load"]), f"load: the kernel says\n{found}"


def test_the_app_has_no_privileges(stack: Stack) -> None:
    text = stack.machines.exec("app", "cat", "/proc/1/status")
    status = {name: value.split() for name, _, value in (line.partition(":") for line in text.splitlines())}
    assert all(int(uid) > 0 for uid in status["Uid"]), f"the app runs as user {status['Uid']}"
    assert all(int(gid) > 0 for gid in status["Gid"]), f"the app runs in group {status['Gid']}"
    held = {name: status[name] for name in CAPABILITY_SETS if int(status[name][0], 16)}
    assert not held, f"the app holds capabilities: {held}"
    assert status["NoNewPrivs"] == ["1"], "the app could gain privileges through a set-user-id program"


def test_the_app_s_files_are_read_only(stack: Stack) -> None:
    mounts = [line.split() for line in stack.machines.exec("app", "cat", "/proc/1/mounts").splitlines()]
    options = {mount[1]: mount[3].split(",") for mount in mounts}
    assert "ro" in options["/"], f"the app's root file system is mounted {options['/']}"
    writable = {at for at, how in options.items() if "rw" in how and not at.startswith(KERNEL_TREES)}
    assert writable == {"/tmp"}, f"writable in the app: {writable}"
    for path in ("/probe", "/etc/hosts", "/var/tmp/probe"):
        with pytest.raises(ThreadmillError):
            stack.machines.exec("app", "sh", "-c", f'echo "" >> {path}')


@once
def test_published_ports_are_on_loopback_only(stack: Stack) -> None:
    published = {}
    for machine, container in engine.running().items():
        for inside, outside in engine.inspect(container)["NetworkSettings"]["Ports"].items():
            for binding in outside or ():
                published[machine, inside] = binding["HostIp"]
    assert set(published.values()) == {"127.0.0.1"}, f"published beyond loopback: {published}"
    at_most = {
        ("app", "8080/tcp"),
        ("app", "8081/tcp"),
        ("prometheus", "9090/tcp"),
        ("grafana", "3000/tcp"),
        ("viewer", "3000/tcp"),
    }
    assert {("app", "8080/tcp"), ("app", "8081/tcp"), ("prometheus", "9090/tcp")} <= published.keys() <= at_most


@once
def test_no_other_address_of_the_host_answers(stack: Stack) -> None:
    addresses = {address for address in _addresses_of_this_host() if not address.startswith("127.")}
    answering = [
        f"{address}:{port}"
        for address in addresses
        for machine in ("app", "prometheus")
        for port in stack.machines.caps[machine].ports
        if _answers(address, port)
    ]
    assert not answering, f"reachable from other hosts: {answering}"
    assert _answers("127.0.0.1", stack.machines.caps["app"].ports[0]), "nothing would be seen to answer anywhere"


def _addresses_of_this_host() -> set[str]:
    """The address that leads outwards, and the project's own bridge."""
    networks = engine.inspect(engine.running()["app"])["NetworkSettings"]["Networks"]
    found = {network["Gateway"] for network in networks.values()}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; a datagram socket sends nothing by connecting
            found.add(probe.getsockname()[0])
        except OSError:
            pass  # a host without a way out has no such address
    return {address for address in found if re.fullmatch(r"[\d.]+", address)}


def _answers(address: str, port: int) -> bool:
    try:
        with socket.create_connection((address, port), timeout=1):
            return True
    except OSError:
        return False
