"""A short `make bench`: it ends with the table, and its result files agree with themselves. Other scenarios than its
two are in test_scenarios.py."""

import re
import socket

import pytest

from bench.results import Run, Store
from bench.spec.variants import RECORDS, VARIANTS
from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.stack import results
from tests.stack.benches import Resumed, short_bench
from tests.stack.commands import Outcome


@pytest.fixture(scope="module")
def port(machines: Machines) -> int:
    """Prometheus' port."""
    (found,) = machines.caps["prometheus"].ports
    return found


@pytest.fixture(scope="module")
def waiting(port: int, unwatched: dict[str, str]) -> Outcome:
    """Another machine is asked, the app warms up, nobody asks the database; and Prometheus' port is taken."""
    with socket.create_server(("127.0.0.1", port)):
        return short_bench("passthrough-message", ["virtual-threads"])


def test_a_short_bench_of_all_variants(bench_of_all: Resumed) -> None:
    _check(bench_of_all.finished, VARIANTS)


def test_a_short_bench_where_requests_wait(waiting: Outcome, unwatched: dict[str, str]) -> None:
    _check(waiting, ("virtual-threads",))
    assert engine.existing() == unwatched, "what a bench finds it leaves alone, and nothing else"


def test_an_observer_s_port_in_use_stops_nothing(port: int, waiting: Outcome) -> None:
    store = results.of(waiting)
    (line,) = waiting.lines_with("Prometheus is missing (")
    assert f"port {port}" in line and "PROMETHEUS_PORT=" in line and "no per-second view" in line
    assert store.experiment().environment.missing.keys() >= {"prometheus"}
    (run,) = store.runs()
    assert run.windows[0].load.good > 0 and store.samples(run, 0).load == []
    assert "Prometheus is missing" in (store.folder / "summary.md").read_text()


def _check(told: Outcome, chosen: tuple[str, ...]) -> None:
    assert told.status == 0, told.text
    for variant in chosen:
        assert re.search(rf"^\W*{variant} .*(VALID|SUSPECT|INVALID)", told.text, re.MULTILINE), (
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
    assert window.use["app"].cpu_seconds > 0 and window.use["app"].memory_peak
    assert window.use["app"].cpu_share < 1.2, f"{run.variant} ran without its cap: {window.use['app']}"
    assert window.app.threads > 0 and (window.app.requests_per_second or 0) > 0
    assert (window.app.virtual_threads is not None) == RECORDS[run.variant].virtual
    assert window.attestation.mismatches == [] and window.incidents == []
