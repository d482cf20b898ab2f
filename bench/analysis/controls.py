"""How much of a reactive variant's ratio to blocking is its server stack, and how much its driver. Pure functions.

A control is the same server stack over JDBC on virtual threads. From blocking to the control the server stack changes,
from the control to the variant the driver; the two factors multiply to the ratio.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.analysis import paired
from bench.analysis.estimates import Difference, Estimate
from bench.analysis.paired import Value
from bench.results import STOCK, TUNED, Run
from bench.spec.variants import BASELINE, CONTROLS


@dataclass(frozen=True)
class Split:
    """Factors of goodput, or of another value, in the blocks that have all three. `to` is the baseline's configuration.
    `obstacle`: why nothing follows from them (paired.obstacle)."""

    variant: str
    configuration: str
    to: str
    ratio: Estimate | None
    server: Estimate | None
    driver: Estimate | None
    obstacle: Difference | None


def measured(runs: Sequence[Run]) -> bool:
    """Whether an experiment has a control."""
    return any(run.variant in CONTROLS.values() for run in runs)


def splits(runs: Sequence[Run], index: int, pilot: int = 0, value: Value = paired.figure) -> Iterator[Split]:
    """One for each variant and configuration that the baseline and the control have as well, at a level's index; and
    one to each list of settings that the baseline alone has, such as worker threads that queue as the controls do.

    `pilot` as in paired.paired."""
    others = {run.configuration for run in runs if run.variant != BASELINE}
    alone = [name for name in _configurations(runs, BASELINE) if name not in (STOCK, TUNED, *others)]
    for variant in CONTROLS:
        for configuration in _configurations(runs, variant):
            for to in dict.fromkeys((configuration, *alone)):
                if found := _split(runs, index, pilot, value, (variant, configuration, to)):
                    yield found


def _split(runs: Sequence[Run], index: int, pilot: int, value: Value, of: tuple[str, str, str]) -> Split | None:
    variant, configuration, to = of
    names = {variant: configuration, BASELINE: to, CONTROLS[variant]: configuration}
    sides = [paired.side(paired.runs_of(runs, name, configured), index) for name, configured in names.items()]
    shared = [block for block in sides[0].windows if all(block in side.windows for side in sides)]
    if not shared:
        return None
    one, base, middle = ({block: side.windows[block] for block in shared} for side in sides)
    if (obstacle := paired.obstacle(*sides)) is Difference.AT_LEAST:
        return Split(variant, configuration, to, None, None, None, obstacle)
    ratio, server, driver = (
        paired.paired(above, below, value, pilot) for above, below in ((one, base), (middle, base), (one, middle))
    )
    return Split(variant, configuration, to, ratio, server, driver, obstacle)


def _configurations(runs: Sequence[Run], variant: str) -> list[str]:
    return list(dict.fromkeys(run.configuration for run in runs if run.variant == variant))
