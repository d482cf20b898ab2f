"""When a command cannot do its work: one line that helps, the logs that matter, nothing left running."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.runner.k6 import WINDOW_END, WINDOW_START, Load
from bench.runner.offer import Offer
from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.stack.commands import SHORT_BENCH, Command, Outcome, make

MINUTES = 60.0
THROWING = "throws-on-purpose"
HEADER = """\
// A scenario that fails on purpose.
// needs: none
// levels: 1
// default: closed vus=1 duration=5
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';
export { clock } from '../lib/window.ts';
export const options = load('throws-on-purpose');
export const handleSummary = summary('throws-on-purpose');
"""


def failed_well(told: Outcome, watched: dict[str, str], *words: str) -> None:
    """Assert a fault told in one line with these words, that no container is left, and none is gone."""
    assert told.status != 0, f"the command says that all is well:\n{told.text}"
    assert "Traceback" not in told.text, f"a stack trace instead of an error:\n{told.text}"
    errors = told.lines_with("error:")
    assert len(errors) == 1, f"not one line of error:\n{told.text}"
    missing = [word for word in words if word not in errors[0]]
    assert not missing, f"{missing} not in: {errors[0]}"
    assert engine.existing() == watched, f"left behind, or gone: {engine.existing().items() ^ watched.items()}"


@pytest.mark.parametrize(
    ("command", "index", "variable"),
    [
        pytest.param(("up", "VARIANT=blocking"), 0, "APP_PORT", id="up"),
        pytest.param(SHORT_BENCH, 1, "APP_MANAGEMENT_PORT", id="bench"),
    ],
)
def test_a_port_in_use(
    machines: Machines, watched: dict[str, str], command: tuple[str, ...], index: int, variable: str
) -> None:
    port = machines.caps["app"].ports[index]
    with socket.create_server(("127.0.0.1", port)):
        failed_well(make(*command, within=5 * MINUTES), watched, str(port), variable)


@pytest.mark.parametrize("command", [("up", "VARIANT=blocking"), SHORT_BENCH], ids=["up", "bench"])
def test_an_app_that_ends_while_it_starts(watched: dict[str, str], command: tuple[str, ...]) -> None:
    told = make(*command, "APP_HEAP=1k", within=6 * MINUTES)
    failed_well(told, watched, "app", "blocking")
    assert told.lines_with("heap"), f"the app's own words are missing:\n{told.text}"


def test_an_app_that_never_becomes_healthy(watched: dict[str, str]) -> None:
    """A hundredth of a core: it runs, and would need many minutes to start. The command gives up before."""
    told = make("up", "VARIANT=blocking", "APP_CPUS=0.01", "HEALTHY_WITHIN=6", within=8 * MINUTES)
    failed_well(told, watched, "app", "blocking", "healthy")


@pytest.mark.parametrize(("variable", "named"), [("APP_MEMORY=9000g", "_MEMORY"), ("APP_CORES=4000", "APP_CORES")])
def test_a_host_that_is_too_small(watched: dict[str, str], variable: str, named: str) -> None:
    failed_well(make("up", "VARIANT=blocking", variable, within=2 * MINUTES), watched, named)


def test_an_engine_that_does_not_answer(watched: dict[str, str], tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(tmp_path / "mute"))
        mute.listen()  # connections are taken, and nobody ever reads them
        told = make("up", "VARIANT=blocking", "ENGINE_WITHIN=3", within=MINUTES, DOCKER_HOST=f"unix://{tmp_path}/mute")
    failed_well(told, watched, "engine")


@pytest.fixture
def throwing() -> Iterator[Path]:
    """A scenario whose script has no body yet."""
    script = ROOT / "k6" / "scenarios" / f"{THROWING}.ts"
    script.write_text(HEADER)
    yield script
    script.unlink()


def test_a_script_that_throws_in_a_request(watched: dict[str, str], throwing: Path) -> None:
    throwing.write_text(f"{HEADER}export default user(() => {{ throw new Error('thrown on purpose'); }});\n")
    told = make("bench", f"SCENARIO={THROWING}", "VARIANT=reactor", "WARMUP=10", within=6 * MINUTES)
    failed_well(told, watched, throwing.name, "thrown on purpose")
    (line,) = told.lines_with("what the machines wrote is in ")
    logs = {path.stem: path.read_text() for path in Path(line.rpartition(" ")[2]).iterdir()}
    assert watched.keys() <= logs.keys() and "JDK_JAVA_OPTIONS" in logs["app"], f"kept are {sorted(logs)}"


def test_a_script_that_throws_at_its_start(watched: dict[str, str], throwing: Path) -> None:
    """The load machine alone tells it: k6 ends before it asks the app anything."""
    throwing.write_text(f"{HEADER}throw new Error('thrown on purpose');\n")
    offer = Offer(THROWING, "none", "closed", vus=1, rate=None, settle=0, duration=1, seed=1, observed=False)
    load = Load(offer)
    try:
        with pytest.raises(ThreadmillError, match=f"{throwing.name}.*thrown on purpose"):
            load.wait_for(WINDOW_START, within=MINUTES)
    finally:
        load.stop()
    assert engine.existing() == watched


def test_the_load_machine_stays_until_its_counters_are_read(watched: dict[str, str]) -> None:
    """A busy host may read them when the load has ended."""
    offer = Offer("no-io", "none", "closed", vus=1, rate=None, settle=0, duration=1, seed=1, observed=False)
    with Load(offer) as load:
        load.wait_for(WINDOW_END, within=MINUTES)
        while not load.ended():
            time.sleep(0.1)
        assert Machines().counters(["load"])["load"].cpu_seconds > 0
        assert load.summary(within=MINUTES).window_seconds == 1
    assert engine.existing() == watched


def test_an_interrupt_keeps_what_the_user_had_started(watched: dict[str, str]) -> None:
    """Ctrl-C under load; while the app starts, it is in test_experiments.py. A second command touches nothing."""
    with Command(*SHORT_BENCH) as bench:
        bench.wait_for(lambda: "load" in engine.running(), "running load", within=4 * MINUTES)
        second = make("up", "VARIANT=blocking", within=MINUTES)
        bench.interrupt()
        told = bench.outcome(within=2 * MINUTES)
    told.interrupted_well()
    assert engine.existing() == watched, "the user's own machines were touched, or new ones left"
    assert second.status != 0 and second.lines_with("error: another command has the machines"), second.text


@pytest.mark.usefixtures("nothing_runs")
def test_an_interrupt_leaves_nothing() -> None:
    """Ctrl-C while the database starts, where nothing ran before."""
    with Command(*SHORT_BENCH) as bench:
        bench.wait_for(lambda: "db" in engine.running(), "running db", within=4 * MINUTES)
        bench.interrupt()
        told = bench.outcome(within=2 * MINUTES)
    told.interrupted_well()
    assert engine.existing() == {}, f"left behind: {sorted(engine.existing())}"
