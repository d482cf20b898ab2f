"""The result files that a `make bench` has named in its last lines."""

import re

from bench.paths import ROOT
from bench.results import Store
from tests.stack.commands import Outcome


def of(told: Outcome) -> Store:
    """The results of a command that succeeded."""
    assert told.status == 0, told.text
    folder = re.search(r"^results: (\S+)$", told.text, re.MULTILINE)
    assert folder, f"no result folder named:\n{told.text}"
    return Store(ROOT / folder.group(1))
