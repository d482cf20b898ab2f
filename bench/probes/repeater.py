"""Doing something at an interval while a window is measured."""

import threading
from collections.abc import Callable


class Repeater:
    """Calls `action` every `interval` seconds, in a thread of its own, from start() to stop()."""

    def __init__(self, action: Callable[[], None], interval: float) -> None:
        self._action = action
        self._interval = interval
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def start(self) -> None:
        """Begin; the first call comes after one interval."""
        self._thread.start()

    def stop(self) -> None:
        """Return when the last call has ended. Nothing happens if it never began, or has been stopped."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=30)

    def _repeat(self) -> None:
        while not self._ended.wait(self._interval):
            self._action()
