"""Short benchmarks: far too short for a figure to use, enough to see that every part of a run works."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.paths import RESULTS
from bench.results import Store
from bench.testbed import engine
from tests.stack.commands import TWO_CORES, Command, Outcome, make
from tests.stack.stack import running_variant

_SHORT = ("DURATION=4", "WARMUP=2", "VUS=20", "RAMP=0", *TWO_CORES)

FILE = """
scenario: create-property
levels: [20]
duration: 10
warmup: 0
caps: {APP_CPUS: 2.0, APP_CORES: 0-1, APP_HEAP: 256m}
"""
"""Of all variants, and without warm-up, as the verdicts then say, so that each starts under its cap: two cores start it
soonest. Ten seconds give Prometheus all its series; the heap is small, so that it is collected in them."""


@dataclass(frozen=True)
class Resumed:
    """An experiment from a file: interrupted when its first run had finished, and gone on with.

    `before` and `left` are the containers, by machine, before it and after the interruption; `first` is the text of
    the files of finished runs at that moment.
    """

    before: dict[str, str]
    interrupted: Outcome
    left: dict[str, str]
    first: dict[Path, str]
    finished: Outcome


def short_bench(scenario: str, variants: Sequence[str]) -> Outcome:
    """`make bench` of a scenario, run to its end."""
    return make("bench", f"SCENARIO={scenario}", f"VARIANT={','.join(variants)}", *_SHORT, within=400)


def interrupted_and_resumed(file: Path, *overriding: str) -> Resumed:
    """`make bench` of the experiment in the file, in two goes."""
    before, known = engine.existing(), set(RESULTS.glob("*"))

    def second_run_has_begun() -> bool:
        """Then the first one is in Prometheus, too."""
        done = [run.variant for folder in set(RESULTS.glob("*")) - known for run in Store(folder).runs()]
        return bool(done) and running_variant() not in (None, *done)

    with Command("bench", f"EXPERIMENT={file}", *overriding) as bench:
        bench.wait_for(second_run_has_begun, "second run", within=300)
        bench.interrupt()
        interrupted = bench.outcome(within=120)
    left = engine.existing()
    (folder,) = set(RESULTS.glob("*")) - known
    first = {path: path.read_text() for path in folder.glob("runs/*.json")}
    return Resumed(before, interrupted, left, first, make("bench", f"RESUME={folder.name}", within=400))
