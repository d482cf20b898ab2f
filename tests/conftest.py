"""What the tests of the stack and of a fresh machine share."""

import pytest

from tests import note as notes
from tests.note import Note


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """A way to state a measured figure at the end of the session."""
    return Note(request.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """State the figures that tests have noted."""
    notes.show(terminalreporter, config)
