"""Which machines only watch, what is told where one is missing, and how each is started apart from the others."""

import json
from collections.abc import Mapping

import pytest
import yaml

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.spec import observers
from bench.testbed import engine, health, images, observer_start, stack
from bench.testbed.caps import Caps
from bench.testbed.images import Choice
from bench.tests import examples

ESSENTIAL = {"app", "db", "downstream", "load"}
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
HEALTHY = {"Status": "running", "Health": {"Status": "healthy"}}
STARTING = {"Status": "running", "Health": {"Status": "starting"}}
UNHEALTHY = {"Status": "running", "Health": {"Status": "unhealthy"}}
State = Mapping[str, object]
ENDED = {"Status": "exited", "ExitCode": 2, "Health": {"Status": "unhealthy"}}


class FakeCompose:
    """Containers with states; a wait ends well when all are healthy, and badly otherwise, as Compose's does.

    `turns` are the states after each wait, the last for ever; `unstartable` are refused by the engine.
    """

    def __init__(self, *turns: Mapping[str, State], unstartable: Mapping[str, str] | None = None) -> None:
        self.turns = list(turns)
        self.states = dict(turns[0]) if turns else {}
        self.unstartable = dict(unstartable or {})
        self.removed: list[str] = []

    def compose(self, *argv: str, **_: object) -> str:
        names = [word for word in argv if word in observers.NAMES]
        if argv[0] == "rm":
            self.removed += names
            self.states = {name: state for name, state in self.states.items() if name not in names}
        elif argv[0] == "logs":
            return f"opening the store\n{argv[-1]}: out of file handles\n"
        elif "--wait" in argv:
            self._wait(names)
        elif refused := [self.unstartable[name] for name in names if name in self.unstartable]:
            raise ThreadmillError("`docker compose up` failed", f"Container x  Starting\n{refused[0]}\n")
        return ""

    def _wait(self, names: list[str]) -> None:
        if len(self.turns) > 1:
            kept = self.states.keys()
            self.turns.pop(0)
            self.states = {name: state for name, state in self.turns[0].items() if name in kept}
        if any(health.fault(self.states.get(name, ENDED)) for name in names):
            raise ThreadmillError("`docker compose up` failed: container is unhealthy")

    def install(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(engine, "compose", self.compose)
        patch.setattr(engine, "existing", lambda: {name: name for name in self.states})
        patch.setattr(engine, "inspect", lambda name, _: {"State": self.states[name]})


def test_every_machine_of_compose_is_essential_or_an_observer() -> None:
    assert set(observers.NAMES) == SERVICES.keys() - ESSENTIAL


def test_no_essential_machine_needs_an_observer_to_start() -> None:
    for name in ESSENTIAL:
        assert not SERVICES[name].get("depends_on", {}).keys() & set(observers.NAMES), name


def test_each_line_says_why_and_what_is_lost_and_what_is_not() -> None:
    lines = observers.told({"grafana": "no registry supplies it", "prometheus": "port 9090 is in use"})
    assert [line.split(":")[0] for line in lines] == [
        "Prometheus is missing (port 9090 is in use)", "Grafana is missing (no registry supplies it)",
    ]  # fmt: skip
    assert lines[0].endswith(
        "no dashboards and no per-second view of the users; goodput, latency and verdict are not affected"
    )
    assert observers.told({}) == []


def test_without_prometheus_the_others_serve_nobody_and_are_not_started() -> None:
    assert observers.startable({"prometheus": "why"}) == ()
    assert observers.startable({"cadvisor": "why"}) == ("prometheus", "mysqld-exporter", "grafana")


def test_the_viewer_takes_grafana_s_place_and_the_line_says_so() -> None:
    lost = {"grafana": "no registry supplies it"}
    assert observers.startable(lost)[-1] == "viewer"
    assert observers.told(lost)[0].endswith("a viewer of this project shows the same dashboards at the same port")
    both = {**lost, "viewer": "no network"}
    assert observers.startable(both) == ("prometheus", "cadvisor", "mysqld-exporter")
    assert all("no dashboards in a browser" in line for line in observers.told(both)) and len(observers.told(both)) == 2
    assert observers.needed({"viewer": "not on this engine"}) == {}


def test_what_costs_something_must_be_there_to_measure_its_cost() -> None:
    observers.require_all({"grafana": "no registry supplies it"})
    with pytest.raises(ThreadmillError, match=r"but cAdvisor is missing \(the build failed\); mend that first"):
        observers.require_all({"cadvisor": "the build failed"})


def test_an_image_that_cannot_be_had_makes_its_observer_missing() -> None:
    plan = {name: Caps(f"{name}:1", 1.0, "0", 1, 1, 1, ()) for name in (*ESSENTIAL, *observers.NAMES)}
    chosen = {f"{name}:1": Choice(f"{name}:1", "local", "official") for name in plan}
    chosen["prometheus:1"] = Choice("prometheus:1", "missing", "sid does not answer")
    assert stack.without_image(plan, chosen) == {"prometheus": "prometheus:1: sid does not answer"}
    here = [image for image in chosen if image != "grafana:1"]
    assert observers.absent(stack.image_of(plan), here) == {"grafana": "grafana:1 is not on this engine"}


def test_all_that_get_healthy_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    compose = FakeCompose({"prometheus": STARTING, "cadvisor": STARTING}, {"prometheus": HEALTHY, "cadvisor": HEALTHY})
    compose.install(monkeypatch)
    assert observer_start.start(["prometheus", "cadvisor"]) == {}
    assert observer_start.settle(["prometheus", "cadvisor"], 9) == {}
    assert compose.removed == []


@pytest.mark.parametrize(
    ("state", "how"),
    [
        (UNHEALTHY, "its health check says 'unhealthy'"),
        (ENDED, "it ended with status 2"),
        ({"Status": "exited", "ExitCode": 137, "OOMKilled": True}, "it was killed because it went over its memory cap"),
    ],
)
def test_one_that_fails_is_removed_alone_and_the_others_are_waited_for(
    monkeypatch: pytest.MonkeyPatch, state: State, how: str
) -> None:
    compose = FakeCompose(
        {"prometheus": STARTING, "cadvisor": STARTING},
        {"prometheus": STARTING, "cadvisor": state},
        {"prometheus": HEALTHY},
    )
    compose.install(monkeypatch)
    lost = observer_start.settle(["prometheus", "cadvisor"], 9)
    assert lost == {"cadvisor": f"it did not become healthy: {how}; it said last: cadvisor: out of file handles"}
    assert compose.removed == ["cadvisor"] and compose.states.keys() == {"prometheus"}


def test_one_that_is_never_ready_is_given_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    compose = FakeCompose({"prometheus": HEALTHY, "grafana": STARTING})
    compose.install(monkeypatch)
    lost = observer_start.settle(["prometheus", "grafana"], 9)
    assert lost.keys() == {"grafana"} and "'starting'" in lost["grafana"]
    assert compose.states.keys() == {"prometheus"}


def test_one_that_the_engine_refuses_is_told_in_the_engine_s_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words are Docker Desktop's for a path that it does not share (google/cadvisor#2838 has the setting)."""
    compose = FakeCompose({}, unstartable={"cadvisor": "mounts denied: the path / is not shared from the host"})
    compose.install(monkeypatch)
    found = observer_start.start(["prometheus", "cadvisor"])
    assert found == {"cadvisor": "it cannot be started: mounts denied: the path / is not shared from the host"}
    assert compose.removed == ["cadvisor"]


def test_a_result_of_before_opens_and_a_new_one_says_what_was_missing() -> None:
    here = examples.experiment().environment
    before = json.loads(here.model_dump_json())
    del before["missing"]
    assert type(here).model_validate(before).missing == {}
    assert type(here).model_validate({**before, "missing": {"cadvisor": "why"}}).missing == {"cadvisor": "why"}


def test_the_images_of_observers_alone_are_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[frozenset[str]] = []
    plan = {name: Caps(f"{name}:1", 1.0, "0", 1, 1, 1, ()) for name in (*ESSENTIAL, *observers.NAMES)}

    def ensure(names: list[str], *_: object, optional: frozenset[str], **__: object) -> dict[str, Choice]:
        asked.append(optional)
        return {name: Choice(name, "missing" if name in optional else "local", "") for name in names}

    monkeypatch.setattr("bench.testbed.host.engine_facts", lambda: None)
    monkeypatch.setattr("bench.testbed.probe.know", lambda *_: None)
    monkeypatch.setattr("bench.testbed.host.refuse_unfit", lambda _: None)
    monkeypatch.setattr(engine, "config", dict)
    monkeypatch.setattr("bench.testbed.caps.read", lambda _: plan)
    monkeypatch.setattr(images, "ensure", ensure)
    monkeypatch.setattr(stack, "Machines", lambda missing: missing)
    assert set(stack.prepare(["blocking"])) == set(observers.NAMES)  # type: ignore[call-overload]
    assert asked == [frozenset(f"{name}:1" for name in observers.NAMES)]
