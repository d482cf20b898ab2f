"""The commands do what the manual says: up, down, replacing the variant, and wrong usage before anything starts."""

import httpx
import pytest

from bench.spec import observers, scenarios
from bench.spec.variants import VARIANTS
from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.stack.commands import TWO_CORES, make
from tests.stack.stack import client

SCENARIOS = scenarios.comparing()
AT_ONCE = 3.0
"""Seconds in which wrong usage must be told."""

STARTED_WITHIN = 400.0


def test_make_alone_prints_the_manual() -> None:
    told = make(within=60)
    assert told.status == 0, told.text
    for command in ("up", "bench", "down", "logs", "test", "doctor"):
        assert told.lines_with(f"make {command} "), f"the manual does not name `make {command}`:\n{told.text}"
    for word in ("VARIANT", "SCENARIO", *VARIANTS):
        assert word in told.text, f"the manual does not name {word}:\n{told.text}"


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize(
    ("arguments", "right"),
    [
        pytest.param("up VARIANT=nope", VARIANTS, id="up, unknown variant"),
        pytest.param("bench SCENARIO=create-agent VARIANT=blocking,nope", VARIANTS, id="bench, unknown variant"),
        pytest.param("bench SCENARIO=nope", SCENARIOS, id="unknown scenario"),
        pytest.param("bench", SCENARIOS, id="no scenario"),
        pytest.param("bench SCENARIO=create-agent VUS=0", ["VUS"], id="no users"),
        pytest.param("bench SCENARIO=create-agent DURATION=soon", ["DURATION"], id="no number"),
        pytest.param("bench SCENARIO=create-agent VUS=5 RATE=5", ["VUS", "RATE"], id="two load models"),
        pytest.param("bench SCENARIO=create-agent OBSERVERS=no", ["OBSERVERS", "off"], id="neither on nor off"),
        pytest.param("bench SCENARIO=null", ["null", "make calibrate"], id="a scenario that compares nothing"),
        pytest.param("bench EXPERIMENT=none.yaml", ["experiments/create-property.yaml"], id="no such file"),
        pytest.param("bench RESUME=none", ["none", "results"], id="no such results"),
    ],
)
def test_wrong_usage_is_told_at_once(arguments: str, right: list[str]) -> None:
    told = make(*arguments.split(), within=60)
    assert told.status != 0, f"accepted: {told.text}"
    assert told.seconds < AT_ONCE, f"told only after {told.seconds:.1f} s"
    errors = told.lines_with("error:")
    assert len(errors) == 1, f"not one line of error:\n{told.text}"
    missing = [name for name in right if name not in errors[0]]
    assert not missing, f"{missing} not named in: {errors[0]}"
    assert engine.existing() == {}, "something was started"


@pytest.mark.usefixtures("nothing_runs_yet")
def test_up_starts_all_and_then_replaces_the_variant_and_nothing_else() -> None:
    """One story, since each start of a stack takes half a minute: up, another variant, the same again, logs."""
    ids = []
    for variant in ("coroutines", "reactor", "reactor"):
        told = make("up", f"VARIANT={variant}", *TWO_CORES, within=STARTED_WITHIN)
        assert told.status == 0, told.text
        with client(Machines().caps["app"].ports[0]) as api:
            assert api.get("/agents/1").status_code == 200
            assert told.lines_with(f":{api.base_url.port}"), f"no address of the app in:\n{told.text}"
        ids.append(engine.running())
    before, after, again = ids
    assert {"app", "db", "prometheus", "cadvisor", "mysqld-exporter"} <= before.keys()
    assert again == after
    assert before.keys() == after.keys()
    assert {machine for machine in after if after[machine] != before[machine]} == {"app"}
    app = engine.inspect(after["app"])
    assert app["Config"]["Labels"]["threadmill.variant"] == "reactor"
    assert app["State"]["Health"]["Status"] == "healthy"
    assert _runs_on_netty(), "the app that answers is not the one that was asked for"
    assert make("logs", within=60).lines_with("app"), "no log of the app"


@pytest.mark.usefixtures("something_runs")
def test_down_removes_all() -> None:
    stopped = make("down", within=120)
    assert stopped.status == 0, stopped.text
    assert engine.existing() == {}, "make down left machines"


def test_doctor_shows_the_plan() -> None:
    told = make("doctor", within=120, COLUMNS="200")
    assert told.status == 0, told.text
    machines = Machines()
    # Grafana, or the viewer in its place
    started = {
        name: cap for name, cap in machines.caps.items() if name not in observers.NAMES or name in machines.observers()
    }
    for machine, cap in started.items():
        plan = {f"{cap.cpus:g}", cap.cores, cap.image}
        assert any(plan <= set(line.split()) for line in told.lines_with(machine)), (
            f"no plan of {machine}:\n{told.text}"
        )


def _runs_on_netty() -> bool:
    with client(Machines().caps["app"].ports[1]) as management:
        answer: httpx.Response = management.get("/actuator/threaddump", headers={"accept": "application/json"})
    return "reactor-http-" in answer.text
