"""What ends a command early: it is heeded, and waits for a clean-up."""

import os
import signal
from collections.abc import Iterator

import pytest

from bench import interrupts

EVERY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Handlers are the process's own. One that runs in the background ignores some."""
    before = {one: signal.getsignal(one) for one in EVERY}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for one in interrupts.OTHERS:
        signal.signal(one, signal.SIG_DFL)
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


@pytest.mark.parametrize("one", EVERY)
def test_each_ends_a_command_as_ctrl_c_does(one: signal.Signals) -> None:
    interrupts.heed()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), one)


def test_what_was_ignored_before_stays_ignored() -> None:
    """A command under nohup goes on where its terminal is closed."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    interrupts.heed()
    with interrupts.shielded():
        os.kill(os.getpid(), signal.SIGHUP)
    os.kill(os.getpid(), signal.SIGHUP)


@pytest.mark.parametrize("one", EVERY)
def test_a_clean_up_is_done_before_the_command_ends(one: signal.Signals) -> None:
    interrupts.heed()
    done, said = [], list[str]()
    with pytest.raises(KeyboardInterrupt), interrupts.shielded(said.append):
        os.kill(os.getpid(), one)
        done.append("all of it")
    assert done == ["all of it"] and said == [interrupts.LATER]
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), one)


def test_a_fault_of_the_clean_up_itself_is_told() -> None:
    with pytest.raises(ValueError, match="the engine"), interrupts.shielded():
        raise ValueError("the engine is gone")
