import pytest

from bench import engine
from bench import machines as machines_module
from bench.errors import MachineGoneError, ThreadmillError
from bench.machines import Machines


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Machines:
    """The app's counters cannot be read."""

    def fail(*_: str) -> str:
        raise ThreadmillError("docker exec failed: no reason given")

    monkeypatch.setattr(engine, "docker", fail)
    monkeypatch.setattr(engine, "existing", dict)
    return object.__new__(Machines)  # without a look at the engine


def test_a_machine_that_ends_while_it_is_asked_is_gone(monkeypatch: pytest.MonkeyPatch, machines: Machines) -> None:
    """As an app does whose heap fills up within the window."""
    answers = iter([{"app": "a1"}, {"app": "a1"}, {}])  # the engine is not the first to know
    monkeypatch.setattr(machines_module, "ENDING_STEP", 0.0)
    monkeypatch.setattr(engine, "running", lambda: next(answers))
    with pytest.raises(MachineGoneError, match="app is gone"):
        machines.counters(["app"])


def test_one_that_still_runs_has_another_fault(monkeypatch: pytest.MonkeyPatch, machines: Machines) -> None:
    monkeypatch.setattr(engine, "running", lambda: {"app": "a1"})
    monkeypatch.setattr(machines_module, "ENDED_WITHIN", 0.0)
    with pytest.raises(ThreadmillError, match="no reason given"):
        machines.counters(["app"])
