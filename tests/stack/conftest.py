"""The stack for these tests: each variant is started once for all of its tests, and the host ends as it was found."""

from collections.abc import Generator, Iterator
from pathlib import Path

import httpx
import pytest

from bench.errors import ThreadmillError
from bench.spec.variants import VARIANTS
from bench.testbed.app import App
from bench.testbed.machines import Machines
from tests.stack.benches import FILE, Resumed, interrupted_and_resumed
from tests.stack.database import Database
from tests.stack.downstream import Downstream
from tests.stack.estate import agent
from tests.stack.saturation import Saturation, saturate
from tests.stack.stack import APP_USER, Stack, app_settings, client, running_variant
from tests.stack.support import clear, without_app, without_caps

_LOG_LINES = 30
SHORTER = {"DOWNSTREAM_TIMEOUT_MS": "4000"}
"""Settings of .env that only make tests wait: a time limit is kept or not, however long it is."""
_OUTAGES = ("test_downstream_faults", "test_database_restart")
"""What they may leave broken must not look like a fault of another test."""
_VARIANTS_TURN = 1
_TURNS = ({"nothing_runs_yet"}, set[str](), {"watched", "bench_of_all"}, {"unwatched"}, {"something_runs"})
"""The order of tests by what they find running, as their fixtures tell, so that nothing is started twice: the first
one starts the machines, the variants' tests are next, and those that take no machine or stop them all are the last."""


@pytest.fixture(scope="session")
def machines() -> Iterator[Machines]:
    """The machines. At the end the variant that ran before runs again, or nothing if nothing did."""
    all_of_them = Machines()
    before = all_of_them.app_up() if running_variant() else None
    yield all_of_them
    if before:
        all_of_them.up(before)
    else:
        all_of_them.down()


@pytest.fixture
def nothing_runs_yet(machines: Machines) -> None:
    """The test begins with no machine at all. What it starts is kept for those after it."""
    clear(machines)


@pytest.fixture
def nothing_runs(machines: Machines) -> Iterator[None]:
    """The test begins and ends with no machine at all."""
    clear(machines)
    yield
    clear(machines)


@pytest.fixture
def something_runs(machines: Machines) -> None:
    """At least the database and downstream."""
    without_app(machines, watched=False)


@pytest.fixture(scope="module")
def watched(machines: Machines, as_described: None) -> dict[str, str]:
    """What the user has started, and a command must not touch: all but the app, each container by its machine."""
    return without_app(machines, watched=True)


@pytest.fixture(scope="module")
def unwatched(machines: Machines) -> dict[str, str]:
    """The same without observers: database and downstream."""
    return without_app(machines, watched=False)


@pytest.fixture(scope="session")
def bench_of_all(machines: Machines, as_described: None, tmp_path_factory: pytest.TempPathFactory) -> Resumed:
    """A short experiment with every variant, in two goes, for all tests that look at what it leaves."""
    file: Path = tmp_path_factory.mktemp("experiment") / "own.yaml"
    file.write_text(FILE)
    without_app(machines, watched=True)
    return interrupted_and_resumed(file, "SEED=3")


@pytest.fixture(scope="session")
def as_described(machines: Machines) -> None:
    """All but the app runs as compose.yaml says, also where something ran before this session."""
    machines.up_support()


@pytest.fixture(scope="session", params=VARIANTS)
def stack(request: pytest.FixtureRequest, as_described: None) -> Iterator[Stack]:
    """One variant, started, healthy, on a reset database."""
    variant: str = request.param
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SHORTER.items():
            patch.setenv(name, value)
        yield from _started(Machines(), variant)


def _started(machines: Machines, variant: str) -> Iterator[Stack]:
    without_app(machines, watched=True)
    machines.start_fresh(App(variant), meanwhile=machines.database.reset)  # without its CPU cap, which comes back below
    with Database(machines) as database:
        pool_at_start = database.connections_of(APP_USER)
    api, management = (client(port) for port in machines.caps["app"].ports)
    with api, management:
        _load_classes(api)
        machines.restore_caps({"app": machines.caps["app"].cpus})
        yield Stack(variant, machines, api, management, pool_at_start, app_settings())


def _load_classes(api: httpx.Client) -> None:
    """Under the CPU cap the first call of each kind loads classes for seconds; time limits are not about that."""
    api.get("/agents/1")
    api.post("/agents", json=agent(firstname=""))


@pytest.fixture(scope="module")
def uncapped(stack: Stack) -> Iterator[None]:
    """The app without its CPU cap, where what it answers is the question, and not how fast."""
    with without_caps(stack.machines, "app"):
        yield


@pytest.fixture
def api(stack: Stack) -> httpx.Client:
    """The app's API."""
    return stack.api


@pytest.fixture(scope="module")
def database(stack: Stack) -> Iterator[Database]:
    """A root session on the database of the running stack."""
    with Database(stack.machines) as session:
        yield session


@pytest.fixture
def downstream(stack: Stack) -> Iterator[Downstream]:
    """A look at what downstream counts."""
    with Downstream(stack.machines) as session:
        yield session


@pytest.fixture(scope="session")
def saturation(stack: Stack) -> Saturation:
    """What was seen while many users kept every worker of the variant busy."""
    return saturate(stack)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """By what they find running; the variants' tests variant by variant, the outages last in each."""
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> tuple[int, int, int]:
    call = getattr(item, "callspec", None)
    variant = call.params.get("stack") if call else None
    if variant:
        outage = _OUTAGES.index(item.path.stem) + 1 if item.path.stem in _OUTAGES else 0
        return _VARIANTS_TURN, VARIANTS.index(variant), outage
    found = set(getattr(item, "fixturenames", ()))
    return next((turn for turn, fixtures in enumerate(_TURNS) if fixtures & found), len(_TURNS)), 0, 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test shows what the app said last."""
    report = yield
    if report.failed and "stack" in getattr(item, "fixturenames", ()):
        try:
            said = Machines().logs("app", _LOG_LINES)
        except ThreadmillError as fault:
            said = str(fault)
        report.sections.append(("the app's last log lines", said))
    return report
