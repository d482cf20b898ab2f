"""A short `make bench` of every scenario: it ends with the table, and its result files agree with themselves."""

import re
from collections.abc import Iterator

import pytest

from bench import engine, scenarios
from bench.machines import Machines
from bench.results import Run, Store
from bench.variants import VARIANTS
from tests.stack import results
from tests.stack.benches import short_bench
from tests.stack.commands import Outcome


@pytest.fixture(scope="module", autouse=True)
def nothing_stays(machines: Machines) -> Iterator[None]:
    yield
    machines.down()


@pytest.fixture(autouse=True)
def nothing_new_is_left(machines: Machines) -> Iterator[None]:
    """What a short bench finds it leaves alone, so that only the first one waits for database and observers."""
    machines.up_support()
    before = set(engine.existing())
    yield
    left = set(engine.existing()) - before
    assert not left, f"make bench left {sorted(left)}"


@pytest.mark.parametrize("scenario", scenarios.comparing())
def test_a_short_bench(scenario: str, request: pytest.FixtureRequest) -> None:
    # one scenario runs the default, all variants; the others take turns
    of_all = scenario == "create-property"
    place = scenarios.comparing().index(scenario)
    chosen = VARIANTS if of_all else (VARIANTS[place % len(VARIANTS)],)
    told: Outcome = request.getfixturevalue("bench_of_all") if of_all else short_bench(scenario, chosen)
    assert told.status == 0, told.text
    for variant in chosen:
        assert re.search(rf"^\W*{variant} .*(VALID|SUSPECT)", told.text, re.MULTILINE), (
            f"no row of {variant}:\n{told.text}"
        )
    _check_files(results.of(told), chosen)


def _check_files(store: Store, chosen: tuple[str, ...]) -> None:
    experiment = store.experiment()
    assert experiment.environment.images and experiment.environment.caps["app"]["cpus"]
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
    assert window.app.threads > 0 and window.app.requests_per_second > 0
    assert (window.app.virtual_threads is not None) == (run.variant == "virtual-threads")
    assert window.attestation.mismatches == [] and window.incidents == []
