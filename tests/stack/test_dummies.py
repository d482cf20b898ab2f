"""Benches that must not be believed, on real machines: the result files say so, and why."""

from collections.abc import Iterator

import pytest

from bench.results import Window
from bench.testbed.machines import Machines
from tests.stack import results
from tests.stack.commands import make

SHORT = ("VARIANT=blocking", "DURATION=6", "WARMUP=2", "VUS=20", "OBSERVERS=off", "APP_CPUS=1.0")


@pytest.fixture(scope="module", autouse=True)
def database_runs(machines: Machines) -> Iterator[None]:
    """It is there for both, and each bench finds it and leaves it."""
    machines.down()
    machines.up_support(observers=False)
    yield
    machines.down()


def measured(*arguments: str) -> Window:
    """The window of a short bench with these variables."""
    (run,) = results.of(make("bench", *SHORT, *arguments, within=300)).runs()
    return run.windows[0]


def test_a_starved_load_machine() -> None:
    window = measured("SCENARIO=no-io", "LOAD_CPUS=0.05")
    assert window.verdict.verdict == "INVALID", window.verdict
    assert [told for told in window.verdict.reasons if "the load machine" in told], window.verdict
    assert window.limiter.name == "load machine"


def test_a_script_that_sleeps() -> None:
    window = measured("SCENARIOS=tests/dummies", "SCENARIO=sleeps")
    assert window.verdict.verdict == "INVALID", window.verdict
    assert [told for told in window.verdict.reasons if "waits by itself" in told], window.verdict
    assert window.goodput <= 20 / 0.2, "the script did not decide the rate"
