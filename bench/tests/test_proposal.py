"""The plan that is proposed, on recorded hosts."""

from pathlib import Path

import pytest

from bench.spec import plans, settings
from bench.testbed import topology
from bench.testbed.host import cores_of
from bench.testbed.proposal import Proposal, propose
from bench.testbed.topology import Core, threads_apart
from bench.tests.topologies import KEPT, RECORDED, files, pairs

ROLES = ("OBSERVER", "DOWNSTREAM", "LOAD", "APP", "DB")
WHOLE = [name for name in RECORDED if int(name.split()[0]) >= 8 or "nodes" in name]
"""The hosts with cores for every machine."""


def proposed(name: str) -> Proposal:
    found = propose(topology.parse(RECORDED[name]), settings.defaults())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("host", "cores", "cpus"),
    [  # observers, downstream, load, app, db; then the caps of the last four
        ("2", "1 1 1 0 0", "0.25 1.0 0.5 0.5"),
        ("2 with threads", "1 1 1 0 0", "0.25 1.0 0.5 0.5"),
        ("4 with threads", "0 0 1,5 2,6 3,7", "0.25 2 2 2"),
        ("8", "0 1 2-3 4 5", "1 2 1 1"),
        ("8 with threads", "0,8 1,9 2-3,10-11 4,12 5,13", "2 4 2 2"),
        ("16", "0 1 2-7 8-10 11-13", "1 6 3 3"),
        ("16 with threads", "0,16 1,17 2-7,18-23 8-10,24-26 11-13,27-29", "2 12 6 6"),
        ("2 nodes of 8 with threads", "0,16 1,17 2-3,18-19 4,20 5,21", "2 4 2 2"),
        ("2 nodes of 4 with threads", "0,8 2,10 4,6,12,14 1,9 3,11", "2 4 2 2"),
    ],
)
def test_who_gets_which_cores(host: str, cores: str, cpus: str) -> None:
    found = proposed(host).settings
    assert [found[f"{role}_CORES"] for role in ROLES] == cores.split()
    assert [found[f"{role}_CPUS"] for role in ROLES[1:]] == cpus.split()


@pytest.mark.parametrize("host", WHOLE)
def test_every_machine_has_whole_cores_of_its_own_and_no_quota_below_them(host: str) -> None:
    found, cores = proposed(host), topology.parse(RECORDED[host])
    sets = {role: cores_of(found.settings[f"{role}_CORES"]) for role in ROLES}
    for core in cores:
        owners = [role for role, cpus in sets.items() if cpus & set(core.cpus)]
        assert len(owners) <= 1 and all(set(core.cpus) <= sets[owner] for owner in owners)
    assert all(float(found.settings[f"{role}_CPUS"]) == len(sets[role]) for role in ROLES[1:])
    assert found.settings["APP_PROCESSORS"] == found.settings["APP_CPUS"]
    assert found.shared == [] and "cannot run out before the cores do" in found.text


@pytest.mark.parametrize("host", [name for name in RECORDED if name != "1 with threads"])
def test_no_two_machines_have_the_threads_of_one_core(host: str) -> None:
    found = proposed(host).settings
    sets = {role: cores_of(found[f"{role}_CORES"]) for role in ROLES}
    assert threads_apart(sets, topology.parse(RECORDED[host])) == []


@pytest.mark.parametrize("host", ["2", "2 with threads"])
def test_two_cores_are_shared_as_in_env_and_the_plan_says_how(host: str) -> None:
    found = proposed(host)
    assert found.settings.items() <= settings.defaults().items()
    assert [line.split(";")[0] for line in found.shared] == [
        "CPU 0 is shared by app, db, whose caps add up to 1" + ("" if "threads" in host else "."),
        "CPU 1 is shared by downstream, load, the observers, whose caps add up to 1.9"
        + ("" if "threads" in host else "."),
    ]
    assert "cannot run out" not in found.text, "these caps are less than the cores"


def test_the_other_thread_of_a_shared_core_is_left_idle() -> None:
    (line,) = proposed("4 with threads").shared
    assert line == (
        "CPU 0 is shared by downstream, the observers, whose caps add up to 0.9; "
        "CPU 4, its other hardware thread, has none."
    )


def test_three_cores_keep_app_and_database_apart() -> None:
    found = propose([Core(0, (cpu,)) for cpu in range(3)], settings.defaults())
    assert found is not None
    assert [found.settings[f"{role}_CORES"] for role in ROLES] == ["0", "0", "0", "1", "2"]
    assert (found.settings["LOAD_CPUS"], found.settings["APP_CPUS"]) == ("1.0", "1")


@pytest.mark.parametrize(("cores", "tight"), [(3, False), (4, True), (5, True), (6, False), (16, False)])
def test_a_load_machine_as_small_as_the_app_is_told(cores: int, tight: bool) -> None:
    found = propose([Core(0, (cpu,)) for cpu in range(cores)], settings.defaults())
    assert found is not None and ("may be what limits a run" in found.text) == tight


@pytest.mark.parametrize("cores", range(5, 70))
def test_the_load_machine_has_twice_the_app_where_cores_allow_and_nothing_is_given_twice(cores: int) -> None:
    found = propose([Core(0, (cpu,)) for cpu in range(cores)], settings.defaults())
    assert found is not None
    app, load, db = (int(found.settings[f"{role}_CPUS"]) for role in ("APP", "LOAD", "DB"))
    assert 1 <= app == db <= 4 and (load == 2 * app or cores == 5)
    assert 2 + app + load + db <= cores


def test_a_node_that_has_enough_carries_all() -> None:
    notes = proposed("2 nodes of 8 with threads").notes
    assert "Every machine is on NUMA node 0." in notes
    assert "Left to the engine, the harness and the kernel: CPU 6-15,22-31." in notes


def test_app_and_database_stay_together_where_no_node_has_enough() -> None:
    found = proposed("2 nodes of 4 with threads")
    assert "No NUMA node has cores for every machine, so they are on nodes 0, 1." in found.notes
    nodes = {cpu: core.node for core in topology.parse(RECORDED["2 nodes of 4 with threads"]) for cpu in core.cpus}
    assert {nodes[cpu] for role in ("APP", "DB") for cpu in cores_of(found.settings[f"{role}_CORES"])} == {1}


def test_the_larger_node_is_taken() -> None:
    cores = topology.parse(files(pairs(9), ["0-2,9-11", "3-8,12-17"]))
    found = propose(cores, settings.defaults())
    assert found is not None and found.settings["OBSERVER_CORES"] == "3,12"


def test_one_core_leaves_nothing_to_plan() -> None:
    assert propose(topology.parse(RECORDED["1 with threads"]), settings.defaults()) is None
    assert propose([], settings.defaults()) is None


@pytest.mark.parametrize("cores", KEPT)
def test_the_plans_that_are_kept_are_those_that_are_proposed(cores: int) -> None:
    assert (plans.FOLDER / f"{cores}-cores.env").read_text() == proposed(str(cores)).text


def test_what_is_proposed_can_be_read_as_a_plan(tmp_path: Path) -> None:
    found = proposed("16 with threads")
    (tmp_path / "own.env").write_text(found.text)
    assert plans.read(str(tmp_path / "own.env")) == found.settings
    assert max(map(len, found.text.splitlines())) <= 120
