"""The stack for these tests: each variant is started once for all of its tests, and the host ends as it was found."""

from collections.abc import Generator, Iterator

import httpx
import pytest

from bench.errors import ThreadmillError
from bench.spec.variants import VARIANTS
from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.stack.benches import short_bench
from tests.stack.commands import Outcome
from tests.stack.database import Database
from tests.stack.downstream import Downstream
from tests.stack.estate import agent
from tests.stack.saturation import Saturation, saturate
from tests.stack.stack import APP_USER, Stack, app_settings, client, running_variant

_LOG_LINES = 30
SHORTER = {"DOWNSTREAM_TIMEOUT_MS": "4000"}
"""Settings of .env that only make tests wait: a time limit is kept or not, however long it is."""
_OUTAGES = ("test_downstream_faults", "test_database_restart")
"""What they may leave broken must not look like a fault of another test."""


@pytest.fixture(scope="session")
def machines() -> Iterator[Machines]:
    """The machines. At the end the variant that ran before runs again, or nothing if nothing did."""
    found = running_variant()
    all_of_them = Machines()
    yield all_of_them
    if found:
        all_of_them.up(found)
    else:
        all_of_them.down()


@pytest.fixture
def nothing_runs(machines: Machines) -> Iterator[None]:
    """The test begins and ends with no machine at all."""
    _clear(machines)
    yield
    _clear(machines)


def _clear(machines: Machines) -> None:
    if engine.existing():
        machines.down()


@pytest.fixture(scope="session")
def bench_of_all(machines: Machines) -> Outcome:
    """A short benchmark with every variant, from nothing, for all tests that look at what it leaves."""
    _clear(machines)
    return short_bench("create-property", VARIANTS)


@pytest.fixture(scope="session", params=VARIANTS)
def stack(request: pytest.FixtureRequest, machines: Machines) -> Iterator[Stack]:
    """One variant, started, healthy, on a reset database."""
    variant: str = request.param
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SHORTER.items():
            patch.setenv(name, value)
        yield from _started(Machines(), variant)


def _started(machines: Machines, variant: str) -> Iterator[Stack]:
    machines.up_support()
    machines.start_fresh(variant)  # without its CPU cap, which is put back before the first test
    with Database(machines) as database:
        pool_at_start = database.connections_of(APP_USER)
    machines.reset_database()
    api, management = (client(port) for port in machines.caps["app"].ports)
    with api, management:
        _load_classes(api)
        machines.restore_caps({"app": machines.caps["app"].cpus})
        yield Stack(variant, machines, api, management, pool_at_start, app_settings())


def _load_classes(api: httpx.Client) -> None:
    """Under the CPU cap the first call of each kind loads classes for seconds; time limits are not about that."""
    api.get("/agents/1")
    api.post("/agents", json=agent(firstname=""))


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
    """Variant by variant, the outages last in each; and the tests that stop everything (they take no variant) last."""
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> tuple[int, int]:
    call = getattr(item, "callspec", None)
    variant = call.params.get("stack") if call else None
    outage = _OUTAGES.index(item.path.stem) + 1 if item.path.stem in _OUTAGES else 0
    return VARIANTS.index(variant) if variant else len(VARIANTS), outage


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
