"""Figures that tests measure and that a reader wants stated, passed or not."""

import pytest

_LINES = pytest.StashKey[list[str]]()


class Note:
    """Call it with a line; the session's summary shows it."""

    def __init__(self, config: pytest.Config) -> None:
        self._lines = config.stash.setdefault(_LINES, [])

    def __call__(self, line: str) -> None:
        self._lines.append(line)


def show(reporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what was noted, if anything was."""
    lines = config.stash.get(_LINES, [])
    if lines:
        reporter.section("measured")
        for line in lines:
            reporter.write_line(line)
