"""`make up`: which app it starts, and that the one that was up comes back as it was."""

from pathlib import Path

import pytest

from bench.commands import up
from bench.errors import ThreadmillError, UsageError
from bench.report.live import Live
from bench.runner import experiment_runner
from bench.spec import settings
from bench.spec.request import experiment
from bench.testbed import stack
from bench.testbed.app import App
from bench.testbed.as_found import AsFound
from bench.tests.fakes import Behaviour, stage

pytestmark = pytest.mark.usefixtures("unset")
SCENARIO = {"SCENARIO": "create-property"}


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({}, "stock"),
        (SCENARIO, "tuned"),
        ({**SCENARIO, "APP_CPUS": "1.0"}, "stock"),
        ({**SCENARIO, "CONFIGURATION": "stock"}, "stock"),
        ({**SCENARIO, "CONFIGURATION": "tuned"}, "tuned"),
        ({"CONFIGURATION": "eventLoops.http=1+hooks=false"}, "eventLoops.http=1+hooks=false"),
    ],
)
def test_it_is_stock_unless_a_scenario_or_the_user_says_otherwise(given: dict[str, str], name: str) -> None:
    found = up.requested({"VARIANT": "reactor", **given})
    assert (found.variant, found.name) == ("reactor", name)
    assert ("-Dreactor.netty.ioWorkerCount=1" in App.configured(found).flags) == (name != "stock")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"VARIANT": "blocking,reactor"}, "starts one variant"),
        ({"CONFIGURATION": "both", **SCENARIO}, "one configuration: CONFIGURATION is stock, tuned, or settings"),
        ({"CONFIGURATION": "hooks=false,netty.unsafe=true"}, "one configuration: CONFIGURATION is stock, tuned, or"),
        ({"CONFIGURATION": "tuned"}, "belongs to a kind of load: name a SCENARIO of it"),
        ({"CONFIGURATION": "tuned", **SCENARIO, "APP_CPUS": "1.0"}, "tuned for another app"),
        ({"CONFIGURATION": "best"}, "none of: stock, tuned"),
        ({"CONFIGURATION": "eventLoops.http=1"}, "eventLoops.http"),
        ({"SCENARIO": "nothing"}, "there is no scenario 'nothing'"),
    ],
)
def test_what_it_cannot_start_is_told(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        up.requested(given)


def test_an_app_is_known_again_by_the_labels_that_compose_gives_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APP_JVM_FLAGS", "-Xss512k -Xlog:gc")
    app = App.configured(up.requested({"VARIANT": "reactor", **SCENARIO}))
    text = (Path(__file__).parents[2] / "compose.yaml").read_text()
    labels = {
        "threadmill.variant": app.environment["VARIANT"],
        "threadmill.configuration": app.environment["CONFIGURED"],
        "threadmill.tunables": app.environment["APP_TUNABLES"],
        "threadmill.scheduling": app.environment["APP_SCHEDULING"],
        "threadmill.settings": app.environment["APP_SETTINGS"],
    }
    assert all(f"{label}: ${{{name}" in text for label, name in zip(labels, app.environment, strict=True))
    assert App.labelled(labels) == app and app.flags and app.given == {"APP_JVM_FLAGS": "-Xss512k -Xlog:gc"}


def test_the_app_that_was_up_comes_back_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machines = stage(monkeypatch, tmp_path)
    monkeypatch.setattr(stack, "prepare", lambda _: machines)
    monkeypatch.setattr(machines, "observers", lambda: ())
    asked = up.requested({"VARIANT": "reactor", **SCENARIO})
    up.conduct(asked)
    spec = experiment({**SCENARIO, "VARIANT": "blocking", "RUNS": "1", "CONFIGURATION": "stock"})
    experiment_runner.conduct(machines, spec.plan, {}, Live())
    assert machines.asked[-1] == "up reactor" and machines.app_up() == App.configured(asked)


def test_it_comes_back_with_its_own_settings_and_not_with_those_of_the_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machines, held = stage(monkeypatch, tmp_path), list[dict[str, str]]()
    with settings.held({"APP_PORT": "18080"}):
        machines.start_fresh(App("reactor"))
    monkeypatch.setattr(machines, "up", lambda app, observers: held.append(settings.given()))
    with settings.held({"APP_CPUS": "2.0"}):
        found = AsFound.seen(machines)
        machines.remove(["app"])
        found.restore(machines)
        assert held == [{"APP_PORT": "18080"}] and settings.given() == {"APP_CPUS": "2.0"}


def test_the_app_that_was_up_comes_back_where_another_does_not_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machines = stage(monkeypatch, tmp_path, Behaviour(fatal=("-Dio.netty.noUnsafe=false",)))
    monkeypatch.setattr(stack, "prepare", lambda _: machines)
    monkeypatch.setattr(machines, "observers", lambda: ())
    asked = up.requested({"VARIANT": "blocking"})
    up.conduct(asked)
    with pytest.raises(ThreadmillError, match="did not become healthy"):
        up.conduct(up.requested({"VARIANT": "reactor", "CONFIGURATION": "netty.unsafe=true"}))
    assert machines.asked[-1] == "up blocking" and machines.app_up() == App.configured(asked)


def test_what_a_fault_leaves_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machines = stage(monkeypatch, tmp_path)
    monkeypatch.setattr(stack, "prepare", lambda _: machines)
    monkeypatch.setattr(machines, "up", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    machines.there |= {"db"}
    with pytest.raises(KeyboardInterrupt):
        up.conduct(up.requested({}))
    assert machines.there == {"db"}
