from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bench import paths
from bench.analysis import compatibility
from bench.commands import calibrate
from bench.errors import UsageError
from bench.results import Calibration, Environment, KeptCalibration, keep_calibration, kept_calibration
from bench.results import calibration as files
from bench.spec import schedule
from bench.tests import examples

pytestmark = pytest.mark.usefixtures("charts_undrawn")


@pytest.fixture(autouse=True)
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(paths, "RESULTS", tmp_path / "results")
    return tmp_path / "results"


def here(days: float = 0, **changes: Any) -> Environment:
    """This host, so many days after the calibration."""
    environment = examples.experiment().environment
    return environment.model_copy(update={"started": environment.started + timedelta(days=days), **changes})


def calibrated() -> Calibration:
    found = Calibration(measured=here().started, load_ceiling=8000.0, noise=0.021)
    keep_calibration(
        KeptCalibration(
            found=found, environment=here(figures={"APP_CPUS": "0.5"}), steps=[], experiment="aa", blocks=5, ratio=1.0,
            low=0.98, high=1.022,
        )
    )  # fmt: skip
    return found


def test_without_one_the_advice_is_to_make_one() -> None:
    found, told = compatibility.known_calibration(kept_calibration(), here())
    assert found is None and told.startswith("not calibrated yet: `make calibrate`")


def test_the_same_host_and_caps_use_it() -> None:
    wanted = calibrated()
    found, told = compatibility.known_calibration(kept_calibration(), here(29, figures={"APP_CPUS": "0.5"}))
    assert found == wanted
    assert told == "calibrated on 2026-01-01: load machine's ceiling 8,000 requests/s, noise floor ±2.1%"


def test_an_old_one_is_used_and_said_to_be_old() -> None:
    wanted = calibrated()
    found, told = compatibility.known_calibration(kept_calibration(), here(31, figures={"APP_CPUS": "0.5"}))
    assert found == wanted and "more than 30 days ago" in told


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"host_cpu": "another CPU", "figures": {"APP_CPUS": "0.5"}}, "host CPU was a CPU and is another CPU"),
        ({"figures": {"APP_CPUS": "1.0"}}, "APP_CPUS was 0.5 and is 1.0"),
    ],
)
def test_another_host_or_cap_does_not_use_it(changes: dict[str, Any], cause: str) -> None:
    calibrated()
    found, told = compatibility.known_calibration(kept_calibration(), here(1, **changes))
    assert found is None and cause in told and "make calibrate" in told


def test_another_commit_uses_it() -> None:
    wanted = calibrated()
    now = here(1, figures={"APP_CPUS": "0.5"}, commit="f" * 40)
    assert compatibility.known_calibration(kept_calibration(), now)[0] == wanted


def test_a_file_of_another_version_counts_as_none(results: Path) -> None:
    results.mkdir()
    (results / files.NAME).write_text('{"found": 1}')
    assert compatibility.known_calibration(kept_calibration(), here())[0] is None


def test_the_aa_plan_runs_both_arms_of_one_variant_in_each_block() -> None:
    plan = schedule.against_itself(calibrate.requested({"RUNS": "20"}).plan)
    assert all(block == ["blocking", "blocking"] for block in plan.blocks)
    assert all(sorted(arms) == ["A", "B"] for arms in plan.arms)
    assert len({tuple(arms) for arms in plan.arms}) == 2, "the order is not drawn"
    assert plan == schedule.against_itself(calibrate.requested({"RUNS": "20"}).plan)
    assert len(set(schedule.scheduled(plan))) == 40


@pytest.mark.parametrize(
    ("given", "told"),
    [({"VARIANT": "blocking,reactor"}, "one variant"), ({"RUNS": "1"}, "2 blocks at least"), ({"RUNS": "x"}, "RUNS=x")],
)
def test_wrong_usage(given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        calibrate.requested(given)
