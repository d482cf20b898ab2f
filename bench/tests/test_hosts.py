"""Machines on several hosts, as far as no engine is needed: who carries what, what is refused, what is told."""

import json
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench import cli
from bench.analysis import compatibility, parity
from bench.errors import UsageError
from bench.paths import ROOT
from bench.report import environment as shown
from bench.results import HostFacts, HostLink, Run, Store
from bench.spec import hosts
from bench.testbed import caps, connection, copies, host, placement, probe, several, swarm
from bench.testbed.caps import Caps
from bench.testbed.placement import HERE, Engine
from bench.tests import golden

GOOD = {"app": "a", "db": "b", "downstream": "b", "load": "c", "observers": "c"}
A, B, C = (Engine(name, f"unix:///{name}.sock", number) for number, name in enumerate("abc", 1))
ON = {"app": A, "cadvisor": A, "db": B, "downstream": B, "load": C, "prometheus": C}


@pytest.fixture
def three() -> Iterator[None]:
    with placement.placed(ON):
        yield


def written(folder: Path, contexts: dict[str, str]) -> str:
    path = folder / "hosts.yaml"
    path.write_text("".join(f"{role}: {context}\n" for role, context in contexts.items()))
    return str(path)


def test_the_file_says_which_context_carries_which_machine(tmp_path: Path) -> None:
    file = hosts.read(written(tmp_path, GOOD))
    assert file.contexts == ["a", "b", "c"]
    assert [file.context(name) for name in ("app", "db", "load", "prometheus", "viewer")] == ["a", "b", "c", "c", "c"]
    assert file.context("cadvisor") == "a", "beside the app; the others have one as well"


@pytest.mark.parametrize(
    ("contexts", "told"),
    [
        (
            {name: context for name, context in GOOD.items() if name != "db"},
            "'db' is missing; it is the Docker context",
        ),
        (GOOD | {"web": "d"}, "'web' is no key; the keys are: app, db, downstream, load, observers"),
        (GOOD | {"load": "-oProxyCommand=x"}, "load: it names no Docker context"),
        (dict.fromkeys(GOOD, "a"), "on one engine leave HOSTS out"),
    ],
)
def test_a_wrong_file_is_refused_with_the_key(tmp_path: Path, contexts: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        hosts.read(written(tmp_path, contexts))


def test_a_file_that_is_not_there_is_refused_before_anything_is_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOSTS", "")  # the command sets it for all that it does
    assert cli.run(["check", "bench", "--hosts", "none.yaml", "--scenario", "no-io"]) == 2
    assert "there is no file HOSTS=none.yaml; docs/real-machines.md" in capsys.readouterr().err


def test_without_hosts_one_engine_carries_all() -> None:
    assert placement.of("db") == HERE and placement.every() == [HERE] and not placement.several()
    assert placement.grouped(["app", "db", "cadvisor"]) == {HERE: ["app", "db", "cadvisor"]}


@pytest.mark.usefixtures("three")
def test_each_host_has_its_machines_and_one_of_those_that_are_everywhere() -> None:
    assert placement.every() == [A, B, C]
    assert placement.grouped(["db", "load", "cadvisor"]) == {
        A: ["cadvisor"],
        B: ["db", "cadvisor"],
        C: ["load", "cadvisor"],
    }
    assert placement.together("db", "downstream") and not placement.together("db", "app")
    placement.lose(B)
    assert placement.every() == [A, C], "what is left can still be tidied"


@pytest.mark.usefixtures("three")
def test_the_cpu_of_an_idle_database_on_another_host_is_not_the_app_s() -> None:
    plan = {name: Caps("x:1", 0.5, "0", 1, 1, 1, ()) for name in ("app", "db", "downstream", "load")}
    assert caps.for_scenario(plan, [])["app"] == 0.5
    placement.lose(B)
    assert caps.for_scenario(plan, [])["app"] == 1.5, "they stand together now"


def test_ssh_is_told_what_to_forward_and_asks_nothing() -> None:
    told = connection.command(
        "ssh://bench@10.0.0.2:2222", {"/tmp/1.sock": "/var/run/docker.sock", "127.0.0.1:8080": ""}
    )
    assert told[:2] == ["ssh", "-N"] and told[-3:] == ["-p", "2222", "bench@10.0.0.2"]
    assert "/tmp/1.sock:/var/run/docker.sock" in told and "127.0.0.1:8080:127.0.0.1:8080" in told
    assert {"BatchMode=yes", "ExitOnForwardFailure=yes"} <= set(told)
    with pytest.raises(UsageError, match="names no host"):
        connection.command("ssh://-oProxyCommand=x/", {})


def info(node: str, manager: bool = False, state: str = "active", address: str = "10.0.0.1") -> dict[str, Any]:
    """As `docker info --format '{{json .Swarm}}'` prints it (Docker 20.10.24), as far as it is read."""
    return {"NodeID": node, "NodeAddr": address, "LocalNodeState": state, "ControlAvailable": manager}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({A: info("1", True), B: info("", state="inactive")}, "b is in no swarm .inactive.; `docker swarm init"),
        ({A: info("1", True), B: info("1", True)}, "contexts a and b are the same engine"),
        ({A: info("1"), B: info("2")}, "none of a, b is a manager"),
    ],
)
def test_engines_that_are_no_swarm_are_refused_with_the_next_step(told: dict[Engine, Any], words: str) -> None:
    assert swarm.unfit({A: info("1", True), B: info("2")}) is None
    found = swarm.unfit(told)
    assert found
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(found)


def test_an_engine_of_another_swarm_and_a_public_address_are_told() -> None:
    members = {A: info("1", True), B: info("9", address="93.184.216.34")}
    assert swarm.foreign(members, ["1", "9"]) is None
    assert "b is in another swarm than a" in str(swarm.foreign(members, ["1", "2"]))
    (line,) = swarm.exposed(members)
    assert line.startswith("b is in the swarm by the public address 93.184.216.34")


def test_clocks_that_differ_are_refused_and_the_others_are_not() -> None:
    ways = {("a", "b"): HostLink(round_trip_ms=0.2, clock_ahead=0.01)}
    assert several.apart({"a": 0.002, "b": -0.1}, ways) is None
    assert "the clock of b is +0.40 s from that of a; let both follow one time server" in str(
        several.apart({"a": 0.0}, {("a", "b"): HostLink(round_trip_ms=0.2, clock_ahead=0.4)})
    )
    assert "the clock of b is -0.30 s from that of this system" in str(several.apart({"b": 0.3}, ways))


@pytest.mark.usefixtures("three")
def test_a_volume_holds_what_compose_mounts_at_its_place() -> None:
    usual = {"services": {"db": {"volumes": [{"type": "bind", "source": "/p/db/init", "target": "/init"}]}, "load": {}}}
    over = {
        "services": {
            "db": {"volumes": [{"type": "volume", "source": "init", "target": "/init"}]},
            "load": {"volumes": [{"type": "bind", "source": "/", "target": "/x"}]},
        },
        "volumes": {"init": {"name": "threadmill-db-init", "external": True}},
    }
    assert copies.folders(usual, over) == {B: {"threadmill-db-init": Path("/p/db/init")}}
    assert json.loads(copies.targets())[2] == {"targets": ["cadvisor-3:8080"], "labels": {"engine": "c"}}


def test_no_machine_of_several_hosts_mounts_the_harness_s_disk() -> None:
    """Only cAdvisor mounts folders, which are its own host's."""
    import yaml

    class Loader(yaml.SafeLoader):
        """Compose's own tag says that a network is replaced, and not merged."""

    Loader.add_constructor("!override", lambda loader, node: loader.construct_mapping(node))  # type: ignore[arg-type]
    usual = yaml.safe_load((ROOT / "compose.yaml").read_text())
    over = yaml.load((ROOT / "compose.hosts.yaml").read_text(), Loader)
    assert over["networks"]["net"] == {"name": swarm.NETWORK, "external": True}
    for name, service in usual["services"].items():
        replaced = over["services"].get(name, {}).get("volumes", [])
        places = {_place(one) for one in replaced}
        for one in service.get("volumes", []):
            if name != "cadvisor" and _source(one).startswith((".", "$")):
                assert _place(one) in places, f"{name} mounts {one}"


def _place(volume: str | dict[str, Any]) -> str:
    return volume["target"] if isinstance(volume, dict) else volume.split(":")[1]


def _source(volume: str | dict[str, Any]) -> str:
    return volume["source"] if isinstance(volume, dict) else volume.split(":")[0]


def test_the_probe_answers_line_by_line_and_says_what_it_cannot_tell() -> None:
    asked = [["read", ["/proc/stat"]], ["work", [0], 1000], ["clock"], ["read", ["/proc/none"]]]
    script = ROOT / "images" / "probe" / "probe.py"
    told = subprocess.run(
        [sys.executable, "-I", str(script), "ask"], input="".join(f"{json.dumps(one)}\n" for one in asked),
        capture_output=True, text=True, timeout=30, check=True,
    )  # fmt: skip
    stat, work, clock, none = map(json.loads, told.stdout.splitlines())
    assert "cpu0" in stat["answer"]["/proc/stat"] and work["answer"] > 0 and clock["answer"] > 1.7e9
    assert "No such file" in none["fault"]


def test_without_hosts_a_host_is_read_here() -> None:
    assert probe.busy_seconds("app"), "this system's /proc/stat"


def test_nothing_is_read_here_of_machines_whose_engine_runs_on_another_kernel() -> None:
    """In the virtual machine of Docker Desktop: this system's idle cores would hide that it is crowded."""
    facts = host.EngineFacts.model_validate({"NCPU": 2, "MemTotal": 2**33, "KernelVersion": "5.10.104-linuxkit"})
    try:
        probe.know(HERE, facts)
        assert probe.busy_seconds("app") == {} and probe.work("app", {0}, 10) is None
    finally:
        probe.know(HERE, facts.model_copy(update={"kernel": platform.release()}))
    assert probe.busy_seconds("app")


def runs(engines: dict[str, str]) -> list[Run]:
    """Runs whose database stood on these engines, by variant."""
    kept = Store(golden.FOLDER / "closed").runs()
    return [_on(run, {"app": "1", "db": engines.get(run.variant, "2")}) for run in kept]


def _on(run: Run, engines: dict[str, str]) -> Run:
    windows = [
        one.model_copy(update={"attestation": one.attestation.model_copy(update={"nodes": engines})})
        for one in run.windows
    ]
    return run.model_copy(update={"windows": windows})


def test_a_database_on_another_host_for_one_variant_makes_its_windows_invalid() -> None:
    assert parity.judged(runs({})) == []
    judged = parity.judged(runs({"reactor": "3"}))
    assert {run.variant for run in judged} == {"reactor"}
    assert all(window.verdict.verdict == "INVALID" for run in judged for window in run.windows)
    assert "the host of db is not the same for all variants" in judged[0].windows[0].verdict.reasons


def facts(context: str, machines: list[str], way: HostLink | None = None) -> HostFacts:
    return HostFacts(
        context=context, node=context * 3, engine="28.5", address="10.0.0.1", kernel="6.12", cgroup=2, cpu="a CPU",
        cores=4, memory=2**33, machines=machines, way=way,
    )  # fmt: skip


def test_other_hosts_do_not_compare_and_the_report_names_each() -> None:
    experiment = Store(golden.FOLDER / "closed").experiment()
    one = experiment.environment
    spread = [facts("a", ["app"]), facts("b", ["db", "downstream"], HostLink(round_trip_ms=0.12, clock_ahead=0.001))]
    two = one.model_copy(update={"hosts": spread})
    assert compatibility.hosts(one, one) == [] and compatibility.hosts(two, two) == []
    assert [found.what for found in compatibility.hosts(one, two)] == ["the host of db", "the host of downstream"]
    line = shown.place(experiment.model_copy(update={"environment": two}))
    assert (
        line.startswith("2 hosts: app on a (10.0.0.1): a CPU, 4 cores")
        and "exchange with the app's host takes 0.12 ms" in line
    )
