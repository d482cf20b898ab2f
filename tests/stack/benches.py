"""Short benchmarks: far too short for a figure to use, enough to see that every part of a run works."""

import re
from collections.abc import Sequence

from bench.paths import ROOT
from bench.results import Store
from tests.stack.commands import Outcome, make

_SHORT = ("DURATION=4", "WARMUP=5", "VUS=20")


def short_bench(scenario: str, variants: Sequence[str]) -> Outcome:
    """`make bench` of a scenario, run to its end."""
    return make("bench", f"SCENARIO={scenario}", f"VARIANT={','.join(variants)}", *_SHORT, within=400)


def results(told: Outcome) -> Store:
    """The result files of a benchmark that ended well."""
    assert told.status == 0, told.text
    folder = re.search(r"^results: (\S+)$", told.text, re.MULTILINE)
    assert folder, f"no result folder named:\n{told.text}"
    return Store(ROOT / folder.group(1))
