"""A bench over three hosts, each with a Docker engine of its own: what it records, what stops it, what it leaves."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.paths import RESULTS
from bench.results import Store
from tests.hosts.engines import Engines, Host, leftovers
from tests.hosts.namespaces import NETWORK, run
from tests.note import Note
from tests.stack.commands import Command, Outcome, make

WITHIN = 15 * 60.0
MACHINES = {"app": 0, "db": 1, "downstream": 1, "load": 2, "observers": 2}
"""The host of each, by its place among the engines."""
PORTS = ("APP_PORT=18080", "APP_MANAGEMENT_PORT=18081", "PROMETHEUS_PORT=19090", "GRAFANA_PORT=13000")
"""A developer's own machines may have the usual ones."""
BENCH = (
    "bench", "SCENARIO=create-property", "VARIANT=blocking,reactor", "CONFIGURATION=stock", "DURATION=5", "WARMUP=15",
    "DB_CORES=1", *PORTS,
)  # fmt: skip


@pytest.fixture(scope="module")
def engines() -> Iterator[Engines]:
    with Engines() as three:
        yield three
    assert leftovers() == []


@pytest.fixture(scope="module")
def hosts(engines: Engines, tmp_path_factory: pytest.TempPathFactory) -> str:
    """HOSTS, as it is given after `make`."""
    return _file(tmp_path_factory.mktemp("hosts"), {name: engines.hosts[at].context for name, at in MACHINES.items()})


def _file(folder: Path, contexts: dict[str, str]) -> str:
    path = folder / "hosts.yaml"
    path.write_text("".join(f"{name}: {context}\n" for name, context in contexts.items()))
    return f"HOSTS={path}"


def test_a_bench_of_two_variants_over_three_hosts(engines: Engines, hosts: str, note: Note) -> None:
    known = set(RESULTS.glob("*"))
    told = make(*BENCH, hosts, within=WITHIN)
    assert told.status == 0, told.text[-4000:]
    store = _new(known)
    here = store.experiment().environment
    assert {name: number for number, one in enumerate(here.hosts) for name in one.machines if name in MACHINES} == {
        name: number for name, number in MACHINES.items() if name != "observers"
    }
    assert len({one.node for one in here.hosts}) == 3
    assert [one.address for one in here.hosts] == [host.address for host in engines.hosts]
    for way in (one.way for one in here.hosts[1:]):
        assert way and 0 < way.round_trip_ms < 50 and abs(way.clock_ahead) < 0.05
    runs = store.runs()
    assert {one.variant for one in runs} == {"blocking", "reactor"}
    for window in (one.windows[0] for one in runs):
        carried = window.attestation.nodes
        assert carried["app"] == here.hosts[0].node != carried["db"]
        assert window.goodput > 10 and window.load.failed == 0 and window.contention is not None
        assert window.work_ms and window.load_core_full is not None
        assert window.attestation.mismatches == []
    assert all(store.samples(one, 0).load for one in runs), "k6's series did not come to Prometheus over the network"
    note(f"two variants over three engines took {told.seconds:.0f} s, the copies of their images included")
    for host in engines.hosts:
        assert _machines_on(host) == []


def test_a_host_that_another_command_has_is_refused(engines: Engines, hosts: str) -> None:
    db = engines.hosts[1]
    db.docker(
        "create", "--name", "threadmill-lock", "--label", "threadmill.holder=somebody", "threadmill/lock:dev", "x"
    )
    try:
        told = make(*BENCH, hosts, within=120)
    finally:
        db.docker("rm", "threadmill-lock")
    assert told.status and f"docker --context {db.context} rm threadmill-lock" in told.text


def test_a_host_that_cannot_be_reached_is_told_before_anything_starts(engines: Engines, tmp_path: Path) -> None:
    contexts = {name: engines.hosts[at].context for name, at in MACHINES.items()}
    run("docker", "context", "create", f"{contexts['db']}-nobody", "--docker", f"host=ssh://root@{NETWORK}.99")
    try:
        told = make(*BENCH, _file(tmp_path, contexts | {"db": f"{contexts['db']}-nobody"}), within=120)
    finally:
        run("docker", "context", "rm", f"{contexts['db']}-nobody")
    assert told.status and f"{contexts['db']}-nobody cannot be reached" in told.text
    assert all(_machines_on(host) == [] for host in engines.hosts)
    told = make(*BENCH, _file(tmp_path, contexts | {"db": "no-such-context"}), within=120)
    assert told.status and "there is no Docker context 'no-such-context'" in told.text


def test_an_image_that_differs_is_replaced_by_the_one_that_was_built(engines: Engines, hosts: str) -> None:
    load = engines.hosts[2]
    load.docker("tag", "threadmill/probe:dev", "grafana/k6:1.8.1")
    wrong = load.docker("image", "inspect", "--format", "{{.Id}}", "grafana/k6:1.8.1")
    with contextlib.ExitStack() as stack:
        bench = stack.enter_context(Command(*BENCH, hosts))
        bench.wait_for(
            lambda: load.docker("image", "inspect", "--format", "{{.Id}}", "grafana/k6:1.8.1") != wrong, "copy", WITHIN
        )
        bench.wait_for(lambda: "threadmill-app-1" in _machines_on(engines.hosts[0]), "running app", WITHIN)
        bench.interrupt()
        bench.outcome(within=120).interrupted_well()
    assert all(_machines_on(host) == [] for host in engines.hosts), "Ctrl-C left something on a host"


def test_a_host_that_dies_stops_the_experiment_which_goes_on_later(engines: Engines, hosts: str, note: Note) -> None:
    known, db = set(RESULTS.glob("*")), engines.hosts[1]
    with Command(*BENCH, hosts) as bench:
        bench.wait_for(lambda: len(_runs(known)) == 1, "finished run", WITHIN)
        bench.wait_for(lambda: "threadmill-load" in _machines_on(engines.hosts[2]), "second run's load", WITHIN)
        db.kill()
        told: Outcome = bench.outcome(within=300)
    assert told.status and f"{db.context} no longer answers" in told.text, told.text[-4000:]
    store = _new(known)
    assert f"make bench RESUME={store.folder.name}" in told.text
    assert len(store.runs()) == 1, "the run under way was kept"
    # but for the network, of which the swarm does not know whether the dead host still uses it
    assert all(_containers_on(host) == [] for host in engines.hosts if host != db), "left on a host that answers"
    db.revive()
    told = make("bench", f"RESUME={store.folder.name}", hosts, *PORTS, within=WITHIN)
    assert told.status == 0, told.text[-4000:]
    assert {one.variant for one in store.runs()} == {"blocking", "reactor"}
    assert all(_machines_on(host) == [] for host in engines.hosts)
    note(f"after its database's host had died and come back, the experiment went on and took {told.seconds:.0f} s more")


def _new(known: set[Path]) -> Store:
    (folder,) = set(RESULTS.glob("*")) - known
    return Store(folder)


def _runs(known: set[Path]) -> list[Path]:
    return [path for folder in set(RESULTS.glob("*")) - known for path in folder.glob("runs/*.json")]


def _machines_on(host: Host) -> list[str]:
    """All that a command has to remove: containers, networks and volumes; Prometheus' record is to stay."""
    networks = host.docker("network", "ls", "--format", "{{.Name}}").split()
    volumes = host.docker("volume", "ls", "--format", "{{.Name}}").split()
    return [*_containers_on(host), *(name for name in (*networks, *volumes) if name.startswith("threadmill-"))]


def _containers_on(host: Host) -> list[str]:
    return host.docker("ps", "--all", "--format", "{{.Names}}").split()
