"""Taking readings at an interval while a window is measured."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Generic, TypeVar

T = TypeVar("T")


class Watch(AbstractContextManager["Watch[T]"], Generic[T]):
    """Reads every `interval` seconds, in a thread of its own, from start() to stop(). A reading that is None is left
    out. As a context manager it is stopped on leaving, whatever ends it, and also where it never began."""

    def __init__(self, read: Callable[[], T | None], interval: float) -> None:
        self._read = read
        self._interval = interval
        self._readings: list[T] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, first: T | None = None) -> None:
        """Begin, with a reading at once unless there is a `first` one already."""
        self._keep(first)
        self._thread.start()

    def stop(self) -> list[T]:
        """Every reading, once the last one has ended; none where it never began."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=30)
        return self._readings

    def _keep(self, reading: T | None) -> None:
        if reading is not None:
            self._readings.append(reading)

    def _repeat(self) -> None:
        if not self._readings:
            self._keep(self._read())
        while not self._ended.wait(self._interval):
            self._keep(self._read())
