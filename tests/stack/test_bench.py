"""A short `make bench`: it ends with the table, and its result files agree with themselves. Other scenarios than its
two are in test_scenarios.py."""

import re
from collections.abc import Iterator

import pytest

from bench.results import Run, Store
from bench.spec.variants import RECORDS, VARIANTS
from bench.testbed import engine
from bench.testbed.machines import SUPPORT, Machines
from tests.stack import results
from tests.stack.benches import short_bench
from tests.stack.commands import Outcome


@pytest.fixture(scope="module", autouse=True)
def nothing_stays(machines: Machines) -> Iterator[None]:
    yield
    machines.down()


@pytest.fixture
def nothing_new_is_left(machines: Machines) -> Iterator[None]:
    """What a bench finds it leaves alone."""
    if not {*SUPPORT, *machines.observers()} <= engine.running().keys():
        machines.up_support()
    before = set(engine.existing())
    yield
    left = set(engine.existing()) - before
    assert not left, f"make bench left {sorted(left)}"


def test_a_short_bench_of_all_variants(bench_of_all: Outcome) -> None:
    """It begins with nothing, so it comes first: what the others share would have to go for it."""
    _check(bench_of_all, VARIANTS)
    assert engine.existing() == {}, f"make bench left {sorted(engine.existing())}"


def test_a_short_bench_where_requests_wait(nothing_new_is_left: None) -> None:
    """Another machine is asked, another load warms up, and nobody asks the database."""
    _check(short_bench("passthrough-message", ["virtual-threads"]), ("virtual-threads",))


def _check(told: Outcome, chosen: tuple[str, ...]) -> None:
    assert told.status == 0, told.text
    for variant in chosen:
        assert re.search(rf"^\W*{variant} .*(VALID|SUSPECT)", told.text, re.MULTILINE), (
            f"no row of {variant}:\n{told.text}"
        )
    _check_files(results.of(told), chosen)


def _check_files(store: Store, chosen: tuple[str, ...]) -> None:
    experiment = store.experiment()
    assert experiment.environment.images and experiment.environment.caps["app"]["cpus"]
    assert {"db", "load", "downstream"} <= experiment.environment.versions.keys()
    assert experiment.wall_seconds and (store.folder / "summary.md").exists()
    runs = store.runs()
    assert sorted(run.variant for run in runs) == sorted(chosen)
    for run in runs:
        _check_run(run)


def _check_run(run: Run) -> None:
    (window,) = run.windows
    assert window.load.good > 0 and window.load.failed == 0, f"{run.variant}: {window.load}"
    assert window.use["app"].cpu_share < 1.2, f"{run.variant} ran without its cap: {window.use['app']}"
    assert window.use["app"].cpu_seconds > 0 and window.use["app"].memory_peak
    assert window.app.threads > 0 and (window.app.requests_per_second or 0) > 0
    assert (window.app.virtual_threads is not None) == RECORDS[run.variant].virtual
    assert window.attestation.mismatches == [] and window.incidents == []
