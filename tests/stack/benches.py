"""Short benchmarks: far too short for a figure to use, enough to see that every part of a run works."""

from collections.abc import Sequence

from tests.stack.commands import Outcome, make

_SHORT = ("DURATION=4", "WARMUP=2", "VUS=20", "APP_CPUS=1.0")
"""A whole core, since a cold start under half of one takes twice as long, and speed is not the question."""


def short_bench(scenario: str, variants: Sequence[str]) -> Outcome:
    """`make bench` of a scenario, run to its end."""
    return make("bench", f"SCENARIO={scenario}", f"VARIANT={','.join(variants)}", *_SHORT, within=400)
