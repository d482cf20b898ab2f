"""`make doctor` shows the engine, what would be missing, and what cannot start."""

import pytest

from bench.commands import doctor
from bench.spec import observers
from bench.testbed import engine, host, images, services
from bench.testbed.caps import Caps
from bench.testbed.host import EngineFacts
from bench.testbed.images import Choice

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
