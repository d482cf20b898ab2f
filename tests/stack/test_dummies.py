"""Windows that must not be believed, on real machines: the verdict says so, and why.

That a whole experiment ends with this verdict in its files is shown without machines, in bench/tests/test_dummies.py.
"""

import pytest

from bench.spec.variants import VARIANTS
from bench.testbed.machines import Machines
from tests.stack.stack import Stack
from tests.stack.windows import USERS, short_window

SLEEP = 0.2
"""Seconds for which each user of the scenario `sleeps` does so."""

STARVED = 6
"""Seconds of a window whose ends are read inside a machine that has a twentieth of a core."""

pytestmark = pytest.mark.parametrize("stack", VARIANTS[:1], indirect=True)


def test_a_starved_load_machine(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOAD_CPUS", "0.05")
    window = short_window(Machines(), stack.variant, "no-io", STARVED)
    assert window.verdict.verdict == "INVALID", window.verdict
    assert [told for told in window.verdict.reasons if "the load machine" in told], window.verdict
    assert window.limiter.name == "load machine"


def test_a_script_that_sleeps(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCENARIOS", "tests/dummies")
    window = short_window(stack.machines, stack.variant, "sleeps")
    assert window.verdict.verdict == "INVALID", window.verdict
    assert [told for told in window.verdict.reasons if "waits by itself" in told], window.verdict
    assert window.goodput <= USERS / SLEEP, "the script did not decide the rate"
