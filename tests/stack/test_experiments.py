"""Experiments on real machines: read from a file, interrupted and gone on with, and the host's calibration."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.paths import RESULTS
from bench.results import Store, kept_calibration
from bench.spec import observers
from bench.testbed import engine
from tests.stack import results
from tests.stack.commands import Command, make

FILE = """
scenario: no-io
variants: [blocking, reactor]
levels: [20]
duration: 5
warmup: 0
observers: off
caps: {APP_CPUS: 1.0}
"""
"""A whole core, since a cold start under half of one takes twice as long, and its speed is not the question."""


pytestmark = pytest.mark.usefixtures("nothing_runs")


@pytest.fixture
def calibration_survives() -> Iterator[None]:
    """What the user has found by a real calibration comes back."""
    path = RESULTS / "calibration.json"
    before = path.read_text() if path.exists() else None
    yield
    path.unlink(missing_ok=True)
    if before is not None:
        path.write_text(before)


def test_an_interrupted_experiment_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(FILE)
    before = set(RESULTS.glob("*"))
    watching: set[str] = set()

    def one_run_is_done() -> bool:
        watching.update(engine.running().keys() & set(observers.NAMES))
        return any(list(folder.glob("runs/*.json")) for folder in set(RESULTS.glob("*")) - before)

    with Command("bench", f"EXPERIMENT={path}", "SEED=3") as bench:
        bench.wait_for(one_run_is_done, "finished run", within=300)
        bench.interrupt()
        assert bench.outcome(within=120).status == 130
    assert watching == set(), "observers ran although the file says off"
    assert engine.existing() == {}
    (folder,) = set(RESULTS.glob("*")) - before
    first = {file: file.read_text() for file in folder.glob("runs/*.json")}
    assert len(first) == 1

    store = results.of(make("bench", f"RESUME={folder.name}", within=300))
    assert store.folder == folder
    assert all(file.read_text() == text for file, text in first.items()), "a finished run was done again"
    assert sorted(run.variant for run in store.runs()) == ["blocking", "reactor"]
    experiment = store.experiment()
    assert (experiment.plan.seed, experiment.plan.observers, experiment.resumed) == (3, False, 1)
    assert experiment.wall_seconds and (folder / "summary.md").exists()

    again = make("bench", f"RESUME={folder.name}", within=60)
    assert again.status != 0 and again.lines_with("error: nothing is left to do"), again.text


def test_calibration(calibration_survives: None) -> None:
    told = make("calibrate", "RUNS=2", "DURATION=2", "WARMUP=0", "OBSERVERS=off", "APP_CPUS=1.0", within=560)
    assert told.status == 0, told.text
    found = kept_calibration()
    assert found, told.text
    assert found.found.load_ceiling > 500 and found.steps[0].load_cpu > 0
    assert found.low <= found.ratio <= found.high and found.blocks == 2
    runs = Store(RESULTS / found.experiment).runs()
    assert [(run.block, run.variant, run.arm) for run in runs] == [
        (1, "blocking", "A"), (1, "blocking", "B"), (2, "blocking", "A"), (2, "blocking", "B"),
    ]  # fmt: skip
    assert told.lines_with("the load machine's ceiling:") and told.lines_with("the noise floor is")
