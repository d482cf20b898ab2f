import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench.errors import MachineGoneError, ThreadmillError
from bench.spec import observers
from bench.testbed import engine, faults, loopback, observer_start
from bench.testbed.app import App
from bench.testbed.host import Host
from bench.testbed.machines import Machines

NAMES = ("db", "downstream", *observers.NAMES, "app")
CONFIG: dict[str, Any] = {
    "services": {
        name: {
            "image": f"{name}:1", "cpus": 0.1, "cpuset": "0", "mem_limit": 1, "memswap_limit": 1,
            "ulimits": {"nofile": 1}, "ports": [{"published": port + number} for port in (9000, 9100)],
            "environment": {"MARIADB_ROOT_PASSWORD": "secret"},
        }
        for number, name in enumerate(NAMES)
    }
}  # fmt: skip
"""As `docker compose config` gives it, as far as the harness reads it."""


COUNTED = """== uptime
100.5
== cpu.max
50000 100000
== cpu.stat
usage_usec 12500000
"""
"""What a machine tells of itself, as far as it must."""


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Machines:
    """The app's counters cannot be read."""

    def fail(*_: str, **__: object) -> str:
        raise ThreadmillError("docker exec failed: no reason given")

    monkeypatch.setattr(engine, "config", lambda: CONFIG)
    monkeypatch.setattr(engine, "docker", fail)
    monkeypatch.setattr(engine, "existing", dict)
    return Machines(missing={})


def test_a_machine_that_ends_while_it_is_asked_is_gone(monkeypatch: pytest.MonkeyPatch, machines: Machines) -> None:
    """As an app does whose heap fills up within the window."""
    answers = iter([{"app": "a1"}, {"app": "a1"}, {}])  # the engine is not the first to know
    monkeypatch.setattr(faults, "ENDING_STEP", 0.0)
    monkeypatch.setattr(engine, "running", lambda: next(answers))
    with pytest.raises(MachineGoneError, match="app is gone"):
        machines.counters(["app"])


def test_one_that_still_runs_has_another_fault(monkeypatch: pytest.MonkeyPatch, machines: Machines) -> None:
    monkeypatch.setattr(engine, "running", lambda: {"app": "a1"})
    monkeypatch.setattr(faults, "ENDED_WITHIN", 0.0)
    with pytest.raises(ThreadmillError, match="no reason given"):
        machines.counters(["app"])


def test_a_machine_whose_shell_ended_with_it_is_asked_anew(monkeypatch: pytest.MonkeyPatch, machines: Machines) -> None:
    """As one that was started again within the window; its incidents tell so."""

    class Ended:
        def ask(self) -> str:
            raise ThreadmillError("the shell in a1 has ended")

    monkeypatch.setitem(machines._shells, "app", Ended())
    monkeypatch.setattr(engine, "running", lambda: {"app": "a1"})
    monkeypatch.setattr(engine, "docker", lambda *_, **__: COUNTED)
    assert machines.counters(["app"])["app"].cpu_seconds == 12.5


class Started:
    """Machines whose observers start as told; `waited` is what Compose was asked to wait for."""

    def __init__(self, patch: pytest.MonkeyPatch, taken: int = 0, ill: Mapping[str, str] | None = None) -> None:
        self.waited: list[tuple[str, ...]] = []
        self.started: list[tuple[str, ...]] = []
        patch.setattr(engine, "config", lambda: CONFIG)
        self.machines = Machines(missing={})
        patch.setattr(engine, "running", dict)
        patch.setattr("bench.testbed.caps.port_is_free", lambda port: port != taken)
        patch.setattr(observer_start, "start", self._start)
        patch.setattr(observer_start, "settle", self._settle)
        patch.setattr(engine, "compose", self._compose)
        self._ill = dict(ill or {})

    def _start(self, names: tuple[str, ...]) -> dict[str, str]:
        self.started.append(names)
        return {}

    def _settle(self, names: tuple[str, ...], _: float) -> dict[str, str]:
        return {name: why for name, why in self._ill.items() if name in names}

    def _compose(self, *argv: str, **_: object) -> str:
        self.waited.append(argv)
        return ""


def test_only_the_essential_machines_are_waited_for_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Started(monkeypatch)
    begun.machines.up_support()
    assert begun.waited == [("up", "--detach", "--wait", "db", "downstream")]
    assert begun.started == [observers.NAMES[:-1]], "the viewer is for where Grafana is missing"
    assert begun.machines.missing == {} and begun.machines.dashboards_port() == 9005


def test_one_that_does_not_get_healthy_is_named_and_remembered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = Started(monkeypatch, ill={"grafana": "it ended with status 1"})
    begun.machines.up_support()
    assert capsys.readouterr().out.startswith("Grafana is missing (it ended with status 1): no dashboards in a browser")
    begun.machines.up_support()  # it is not tried again
    assert begun.started == [observers.NAMES[:-1], observers.NAMES[:-2]]
    assert (begun.machines.dashboards_port(), begun.machines.prometheus_url()) == (None, "http://127.0.0.1:9002")


def test_the_viewer_is_started_in_place_of_a_grafana_without_image(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Started(monkeypatch)
    begun.machines.missing["grafana"] = "no registry supplies it"
    begun.machines.up_support()
    assert begun.started == [(*observers.NAMES[:-2], "viewer")] and begun.machines.dashboards_port() == 9006


def test_the_viewer_makes_way_for_a_grafana_that_can_be_had_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Started(monkeypatch)
    removed: list[str] = []
    monkeypatch.setattr(engine, "running", lambda: {"viewer": "v1", "db": "d1"})
    monkeypatch.setattr(engine, "remove", removed.extend)
    begun.machines.up_support()
    assert removed == ["viewer"]


def test_a_port_that_an_observer_lacks_loses_that_observer_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = Started(monkeypatch, taken=9002)
    begun.machines.up_support()
    assert begun.started == [()], "without Prometheus the others serve nobody"
    assert begun.machines.prometheus_url() is None and begun.machines.dashboards_port() is None
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("Prometheus is missing (port 9002 ") and "PROMETHEUS_PORT=19002 make" in line


def test_the_port_of_an_essential_machine_stops_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Started(monkeypatch, taken=9000)
    monkeypatch.setattr("bench.testbed.host.describe", lambda: Host("6.1", "a CPU", 2, 2**33, 2**33, 2))
    with pytest.raises(ThreadmillError, match="which db needs, is in use"):
        begun.machines.check_host()


def test_an_observer_that_is_still_starting_is_not_blamed_for_a_database_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = Started(monkeypatch)
    states = {
        "cadvisor": {"Status": "running", "Health": {"Status": "starting"}},
        "db": {"Status": "exited", "ExitCode": 1},
    }

    def compose(*argv: str, **_: object) -> str:
        if argv[0] == "up":
            raise ThreadmillError("`docker compose up` failed")
        return "InnoDB: the disk is full"

    monkeypatch.setattr(engine, "compose", compose)
    monkeypatch.setattr(engine, "existing", lambda: {name: name for name in states})
    monkeypatch.setattr(engine, "inspect", lambda name, _: {"State": states[name]})
    with pytest.raises(ThreadmillError, match="db did not become healthy: it ended with status 1"):
        begun.machines.up_support()


class Starting:
    """An app that is started, and `ready` the second time it is asked, unless it `ends` before; what was `done`."""

    def __init__(self, patch: pytest.MonkeyPatch, ready: bool = True, ends: bool = False) -> None:
        self.done: list[str] = []
        state: dict[str, Any] = {"Status": "exited", "ExitCode": 3} if ends else {"Status": "running"}
        answers = iter([False, ready])
        patch.setattr(engine, "config", lambda: CONFIG)
        patch.setattr(engine, "existing", lambda: {"app": "a1"})
        patch.setattr(engine, "running", lambda: {} if ends else {"app": "a1"})
        patch.setattr(engine, "inspect", lambda *_: {"State": state})
        patch.setattr(engine, "cores", lambda _: 2)
        patch.setattr(engine, "compose", self._compose)
        patch.setattr(engine, "docker", lambda *argv, **_: self._did(argv[0], ""))
        patch.setattr(loopback, "succeeds", lambda *_: self._did("ask", next(answers)))
        patch.setattr(faults, "READY_STEP", 0.0)
        self.machines = Machines(missing={})

    def _compose(self, *argv: str, env: Mapping[str, str] | None = None, **_: object) -> str:
        self.created_with = env or {}
        return str(self._did(argv[0], "log: out of memory"))

    def _did(self, word: str, answer: Any) -> Any:
        self.done.append(word)
        return answer

    def start(self) -> None:
        self.machines.start_fresh(App("reactor"), meanwhile=lambda: self.done.append("reset"))


def test_what_is_to_be_done_meanwhile_is_done_while_the_app_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    starting = Starting(monkeypatch)
    starting.start()
    assert starting.done == ["rm", "up", "update", "start", "reset", "ask", "ask"]


def test_an_app_to_be_measured_has_no_health_check(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = [line for line in Path("compose.yaml").read_text().splitlines() if "disable: ${" in line]
    (name,) = re.findall(r"\$\{(\w+):-false\}", line)
    starting = Starting(monkeypatch)
    starting.start()
    assert starting.created_with[name] == "true"


def test_an_app_that_ends_as_it_starts_is_named_with_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ThreadmillError, match=r"app \(reactor\) did not become healthy: .*heap was full") as raised:
        Starting(monkeypatch, ends=True).start()
    assert raised.value.logs == "log: out of memory"


def test_an_app_that_is_not_ready_in_time_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "healthy_within", lambda: 0)
    with pytest.raises(
        ThreadmillError, match=r"app \(reactor\) did not become healthy: .* does not say that it is ready"
    ):
        Starting(monkeypatch, ready=False).start()
