"""What it costs to be watched, by the observers or by a recorder: goodput with it over goodput without, of each variant
at each level. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.analysis import estimates, paired
from bench.analysis.estimates import Difference, Estimate
from bench.report import words
from bench.report.grid import Grid
from bench.results import Plan, Run, Window
from bench.spec.schedule import OBSERVED, PROFILED, UNOBSERVED, UNPROFILED

LEAST = 0.97
"""Share of the goodput without observers that must be left with them, or the figures beside them are not to be used."""


@dataclass(frozen=True)
class Watcher:
    """What watches in the runs of the arm `on`, and in those of `off` does not. `least` is the share of the goodput
    that must be left; None where a watched run is no measurement, so that its cost only has to be known."""

    name: str
    title: str
    on: str
    off: str
    least: float | None = None


OBSERVERS = Watcher("the observers", "What the observers cost", OBSERVED, UNOBSERVED, LEAST)
WATCHERS = (OBSERVERS, Watcher("recording", "What recording costs", PROFILED, UNPROFILED))


@dataclass(frozen=True)
class Cost:
    """`ratio` is of paired blocks; None where no block has both sides, or one answered nothing. `speed_adjusted` is the
    same, were the host's cores always equally fast. Windows are by block. `obstacle`: why nothing follows from them
    (paired.obstacle)."""

    watcher: Watcher
    level: str
    variant: str
    observed: dict[int, Window]
    unobserved: dict[int, Window]
    ratio: Estimate | None
    speed_adjusted: Estimate | None
    obstacle: Difference | None = None

    @property
    def verdict(self) -> str:
        """Whether it is shown that enough is left; or, where nothing has to be, that less is."""
        if self.obstacle:
            return self.obstacle.value
        if self.ratio is None or self.ratio.low is None or self.ratio.high is None:
            return "no interval yet"
        if (least := self.watcher.least) is None:
            return "a cost is shown" if self.ratio.high < 1 else "no cost is shown"
        if self.ratio.low >= least:
            return f"at least {least:.0%}"
        return f"less than {least:.0%}" if self.ratio.high < least else f"not decided whether {least:.0%}: more RUNS"


def watcher(plan: Plan) -> Watcher | None:
    """Whose cost the experiment was made for, if it was made for one."""
    return next((one for one in WATCHERS if any(one.off in labels for labels in plan.arms)), None)


def measured(plan: Plan) -> bool:
    """Whether the experiment was made for this."""
    return watcher(plan) is not None


def costs(plan: Plan, runs: Sequence[Run]) -> Iterator[Cost]:
    """One for each variant that has finished a run, level by level."""
    found = watcher(plan) or OBSERVERS
    for index in range(len(plan.levels)):
        for variant in sorted(set(plan.blocks[0]), key=plan.blocks[0].index):
            own = [run for run in runs if run.variant == variant]
            sides = [paired.side((run for run in own if run.arm == arm), index) for arm in (found.on, found.off)]
            observed, unobserved = (side.windows for side in sides)
            if observed or unobserved:
                ratio = paired.paired(observed, unobserved)
                adjusted = paired.paired(observed, unobserved, paired.at_equal_pace)
                obstacle = next(filter(None, map(paired.obstacle, sides)), None)  # each side whole, partner or not
                level = words.level(plan, index)
                yield Cost(found, level, variant, observed, unobserved, ratio, adjusted, obstacle)


COLUMNS: dict[str, Callable[[Cost], str]] = {
    "variant": lambda cost: cost.variant,
    "level": lambda cost: cost.level,
    "goodput/s with": lambda cost: _goodput(cost.observed),
    "without": lambda cost: _goodput(cost.unobserved),
    "ratio with/without": lambda cost: words.ratio(cost.ratio, ".3f"),
    "speed-adjusted ratio": lambda cost: words.ratio(cost.speed_adjusted, ".3f"),
    "verdict": lambda cost: cost.verdict,
}
"""Ratios have three digits: what is asked is a matter of hundredths."""


def grid(plan: Plan, runs: Sequence[Run]) -> Grid:
    """The table of them."""
    every = list(costs(plan, runs))
    behind = words.runs([len(side) for cost in every for side in (cost.observed, cost.unobserved)])
    return Grid.of(f"{title(plan)} in {plan.scenario}, {behind}", COLUMNS, every, "level", "verdict")


def title(plan: Plan) -> str:
    """Such as 'What the observers cost'."""
    return (watcher(plan) or OBSERVERS).title


def answer(plan: Plan, runs: Sequence[Run]) -> list[str]:
    """The same as sentences."""
    name = (watcher(plan) or OBSERVERS).name
    return [
        f"With {name} {cost.variant}'s goodput at {cost.level} is {words.ratio(cost.ratio, '.3f')} times "
        f"that without: {cost.verdict}."
        for cost in costs(plan, runs)
    ]


def _goodput(windows: Mapping[int, Window]) -> str:
    return words.mean(estimates.mean([one.goodput for one in windows.values()]) if windows else None, ",.0f")
