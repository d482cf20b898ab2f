"""Experiments on real machines: read from a file, interrupted and gone on with, and the host's calibration."""

from collections.abc import Iterator

import pytest

from bench.paths import RESULTS
from bench.results import Store, kept_calibration
from bench.spec import observers
from bench.spec.variants import VARIANTS
from bench.testbed import engine
from tests.note import Note
from tests.stack import results
from tests.stack.benches import Resumed
from tests.stack.commands import Command, make


@pytest.fixture
def calibration_survives() -> Iterator[None]:
    """What the user has found by a real calibration comes back."""
    path = RESULTS / "calibration.json"
    before = path.read_text() if path.exists() else None
    yield
    path.unlink(missing_ok=True)
    if before is not None:
        path.write_text(before)


def test_an_interrupted_experiment_keeps_its_run_and_leaves_nothing_behind(bench_of_all: Resumed) -> None:
    """Ctrl-C while the second run's app starts."""
    bench_of_all.interrupted.interrupted_well()
    assert len(bench_of_all.first) == 1
    assert bench_of_all.left == bench_of_all.before


def test_it_goes_on(bench_of_all: Resumed) -> None:
    store = results.of(bench_of_all.finished)
    (first,) = bench_of_all.first
    assert store.folder == first.parent.parent
    assert first.read_text() == bench_of_all.first[first], "a finished run was done again"
    assert sorted(run.variant for run in store.runs()) == sorted(VARIANTS)
    experiment = store.experiment()
    assert (experiment.plan.duration, experiment.plan.seed, experiment.resumed) == (10, 3, 1)
    assert experiment.environment.settings["APP_CPUS"] == "2.0"
    assert experiment.wall_seconds and (store.folder / "summary.md").exists()


def test_nothing_is_left_to_do_then(bench_of_all: Resumed) -> None:
    again = make("bench", f"RESUME={results.of(bench_of_all.finished).folder.name}", within=60)
    assert again.status != 0 and again.lines_with("error: nothing is left to do"), again.text


def test_calibration(calibration_survives: None, unwatched: dict[str, str], note: Note) -> None:
    """It is kept, unless so much else ran on the host that too few windows may be used: then nothing is."""
    (RESULTS / "calibration.json").unlink(missing_ok=True)
    # few users who wait: neither the load machine nor a cold app is short of CPU, so a short window may be used
    users = ("VUS=5", "RAMP=1", "THINK=0", "DELAY=100", "DURATION=3", "RUNS=2")
    quick = ("SCENARIO=passthrough-message", *users, "WARMUP=0", "APP_CPUS=1.0")
    with Command("calibrate", *quick, "OBSERVERS=off") as calibrating:
        calibrating.wait_for(lambda: "load" in engine.running(), "running load", within=120)
        watching = engine.running().keys() & set(observers.NAMES)
        told = calibrating.outcome(within=560)
    assert not watching, "observers run although they are off"
    assert engine.existing() == unwatched
    assert told.lines_with("1 users: ") and told.lines_with("load machine at "), told.text
    runs = Store.open(Store.known()[-1]).runs()
    assert [(run.block, run.variant, run.arm) for run in runs] == [
        (1, "blocking", "A"), (1, "blocking", "B"), (2, "blocking", "A"), (2, "blocking", "B"),
    ]  # fmt: skip
    found = kept_calibration()
    if invalid := [run.windows[0].verdict for run in runs if run.windows[0].verdict.verdict == "INVALID"]:
        assert told.status and not found, f"kept by INVALID windows: {told.text}"
        assert invalid[0].reasons[0] in told.text, told.text
        note(f"nothing was kept of the calibration: {invalid[0].reasons[0]}")
        return
    assert told.status == 0 and found, told.text
    assert (found.found.load_ceiling or 0) > 500 and found.steps[0].load_cpu > 0
    assert found.low <= found.ratio <= found.high and found.blocks == 2
    assert told.lines_with("the load machine's ceiling:") and told.lines_with("the noise floor is")
