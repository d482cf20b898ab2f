"""`make doctor` shows the engine, what would be missing, and what cannot start."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.commands import doctor
from bench.errors import UsageError
from bench.spec import observers, plans, settings
from bench.testbed import engine, host, images, services, topology
from bench.testbed.caps import Caps
from bench.testbed.host import EngineFacts
from bench.testbed.images import Choice
from bench.tests.topologies import RECORDED

INFO = {
    "ServerVersion": "29.4.0", "OperatingSystem": "Debian", "KernelVersion": "6.12", "Architecture": "x86_64",
    "NCPU": 2, "MemTotal": 2**33, "CgroupVersion": "2", "CgroupDriver": "systemd", "Driver": "overlayfs",
}  # fmt: skip
FACTS = EngineFacts.model_validate(INFO)
PLAN = {
    name: Caps(f"{name}:1", 0.1, "0", 2**20, 2**20, 1, (9000,) if name == "prometheus" else ())
    for name in ("app", "db", *observers.NAMES)
}


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that lacks Grafana's image, and on which nothing runs."""
    chosen = {cap.image: Choice(cap.image, "local", "official") for cap in PLAN.values()}
    chosen["grafana:1"] = Choice("grafana:1", "missing", "no registry supplies it")
    monkeypatch.setattr(host, "describe", lambda: host.Host("6.12", "a CPU", 2, 2**33, 2**33, 2))
    monkeypatch.setattr("bench.testbed.caps.describe", host.describe)
    monkeypatch.setattr(host, "engine_facts", lambda: FACTS)
    monkeypatch.setattr("bench.testbed.caps.read", lambda _: PLAN)
    monkeypatch.setattr(engine, "config", dict)
    monkeypatch.setattr(engine, "running", dict)
    monkeypatch.setattr(engine, "docker", lambda *_: "2.40\n")
    monkeypatch.setattr(images, "plan", lambda *_, instead: chosen)
    monkeypatch.setattr(services, "stale", lambda _: [])
    monkeypatch.setattr("bench.testbed.caps.port_is_free", lambda _: True)


def test_a_missing_observer_is_told_and_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.examine()
    told = capsys.readouterr().out
    assert "Docker 29.4.0 on Debian, Compose 2.40, overlayfs image store" in told and "cgroup v2 (systemd)" in told
    assert "goes on without it: Grafana is missing (grafana:1: no registry supplies it): a viewer of this" in told
    assert "ready" in told


def test_the_viewer_is_told_as_missing_only_where_grafana_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = Choice("viewer:1", "missing", "no network")
    every = {cap.image: Choice(cap.image, "local", "official") for cap in PLAN.values()} | {"viewer:1": lost}
    monkeypatch.setattr(images, "plan", lambda *_, instead: every)
    assert doctor.examine() and "goes on without it" not in capsys.readouterr().out
    both = every | {"grafana:1": Choice("grafana:1", "missing", "no registry supplies it")}
    monkeypatch.setattr(images, "plan", lambda *_, instead: both)
    assert doctor.examine()
    told = capsys.readouterr().out
    assert "Grafana is missing (grafana:1: no registry supplies it): no dashboards in a browser;" in told
    assert "the dashboard viewer is missing (viewer:1: no network): no dashboards in a browser, since" in told


def test_a_port_that_an_observer_lacks_is_told_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bench.testbed.caps.port_is_free", lambda port: port != 9000)
    assert doctor.examine()
    told = capsys.readouterr().out
    assert "goes on without it: Prometheus is missing (port 9000 " in told and "PROMETHEUS_PORT=19000" in told


def test_a_rootless_engine_cannot_start_the_stack(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rootless = EngineFacts.model_validate({**INFO, "SecurityOptions": ["name=rootless"]})
    monkeypatch.setattr(host, "engine_facts", lambda: rootless)
    assert not doctor.examine()
    assert "cannot start: this Docker engine runs rootless" in capsys.readouterr().out


@pytest.fixture
def eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine's host is this one and has 8 cores; the machines are as in .env."""
    monkeypatch.setattr(topology, "of", lambda _: topology.parse(RECORDED["8"]))
    for name in (*settings.names(), "PLAN"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("eight_cores")
def test_a_plan_is_proposed_and_kept_where_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "own.env"
    assert doctor.examine(str(kept))
    told = capsys.readouterr().out
    assert "LOAD_CORES=2-3\n" in told and "`make doctor SAVE=plans/own.env` keeps it" in told
    assert plans.read(str(kept))["LOAD_CORES"] == "2-3" and "next: `make calibrate PLAN=" in " ".join(told.split())
    with pytest.raises(UsageError, match="exists already; name a new file"):
        doctor.examine(str(kept))
    with pytest.raises(UsageError, match="is in no folder that exists"):
        doctor.examine(str(tmp_path / "nowhere" / "own.env"))


@pytest.mark.usefixtures("eight_cores")
def test_nothing_new_is_proposed_where_the_plan_holds_already(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"PLAN": "8-cores", **plans.read("8-cores")}.items():
        monkeypatch.setenv(name, value)
    assert doctor.examine()
    told = capsys.readouterr().out
    assert "plan     8-cores" in told and "have the cores and caps that would be proposed" in told
    assert "LOAD_CORES=" not in told


@pytest.mark.usefixtures("eight_cores")
def test_two_cores_are_told_to_be_shared(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(topology, "of", lambda _: topology.parse(RECORDED["2"]))
    assert doctor.examine()
    told = capsys.readouterr().out
    assert "have the cores and caps that would be proposed" in told and "CPU 0 is shared by app, db, whose caps" in told


@pytest.mark.usefixtures("eight_cores")
def test_threads_of_one_core_that_machines_divide_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    apart = {**PLAN, "db": replace(PLAN["db"], cores="1")}
    monkeypatch.setattr("bench.testbed.caps.read", lambda _: apart)
    monkeypatch.setattr(topology, "of", lambda _: topology.parse(RECORDED["1 with threads"]))
    assert doctor.examine()
    told = capsys.readouterr().out
    assert "CPU 0-1 are hardware threads of one core, divided between app, db, the observers" in told
    assert "no plan is proposed: this host has one core" in told


def test_the_cores_of_another_system_are_not_guessed_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.examine()
    assert "no plan is proposed: the cores of the engine's host (2 CPUs, kernel 6.12)" in capsys.readouterr().out


@pytest.mark.usefixtures("eight_cores")
def test_a_plan_for_more_cores_cannot_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    large = {**PLAN, "app": replace(PLAN["app"], cores="8-10")}
    monkeypatch.setattr("bench.testbed.caps.read", lambda _: large)
    monkeypatch.setenv("PLAN", "16-cores")
    assert not doctor.examine()
    assert "cannot start: PLAN=16-cores gives app CPU 8-10, but the host has 2 (0 to 1)" in capsys.readouterr().out
