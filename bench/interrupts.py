"""What ends a command before its time, Ctrl-C and its kin, and what they must not cut short."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from bench.console import console

OTHERS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""A process that is asked to end, and one whose terminal was closed."""
LATER = "removing what this command started; it ends then"


def heed() -> None:
    """Let these end the command as Ctrl-C does; but one that is ignored, as under nohup, stays ignored."""
    for one in OTHERS:
        if signal.getsignal(one) is not signal.SIG_IGN:
            signal.signal(one, _interrupt)


@contextmanager
def shielded(say: Callable[[str], object] = console.print) -> Iterator[None]:
    """What comes inside is told, and ends the command when the inside is done.

    For clean-ups: the next command would take containers that are left for the user's own, and keep them.
    """
    if threading.current_thread() is not threading.main_thread():  # only there are they handled
        yield
        return
    came: list[int] = []

    def wait(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        say(LATER)

    heeded = {one: signal.getsignal(one) for one in (signal.SIGINT, *OTHERS)}
    heeded = {one: handler for one, handler in heeded.items() if handler not in (None, signal.SIG_IGN)}
    for one in heeded:
        signal.signal(one, wait)
    try:
        yield
    finally:
        for one, handler in heeded.items():
            signal.signal(one, handler)
    if came:
        raise KeyboardInterrupt


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
