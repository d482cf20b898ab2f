"""What the observers cost: goodput with them over goodput without, of each variant at each level. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.analysis import estimates, paired
from bench.analysis.estimates import Estimate
from bench.report import words
from bench.report.grid import Grid
from bench.results import Plan, Run, Window
from bench.spec.schedule import OBSERVED, UNOBSERVED

LEAST = 0.97
"""Share of the goodput without observers that must be left with them, or the figures beside them are not to be used."""


@dataclass(frozen=True)
class Cost:
    """`ratio` is of paired blocks; None where no block has both arms, or one answered nothing. `speed_adjusted` is the
    same, were the host's cores always equally fast."""

    level: str
    variant: str
    observed: list[Window]
    unobserved: list[Window]
    ratio: Estimate | None
    speed_adjusted: Estimate | None

    @property
    def verdict(self) -> str:
        """Whether it is shown that enough is left."""
        if any(window.verdict.verdict == "INVALID" for window in (*self.observed, *self.unobserved)):
            return "INVALID, no conclusion"
        if self.ratio is None or self.ratio.low is None or self.ratio.high is None:
            return "no interval yet"
        if self.ratio.low >= LEAST:
            return f"at least {LEAST:.0%}"
        return f"less than {LEAST:.0%}" if self.ratio.high < LEAST else f"not decided whether {LEAST:.0%}: more RUNS"


def measured(plan: Plan) -> bool:
    """Whether the experiment was made for this."""
    return any(UNOBSERVED in labels for labels in plan.arms)


def costs(plan: Plan, runs: Sequence[Run]) -> Iterator[Cost]:
    """One for each variant that has finished a run, level by level."""
    for index in range(len(plan.levels)):
        for variant in sorted(set(plan.blocks[0]), key=plan.blocks[0].index):
            own = [run for run in runs if run.variant == variant]
            observed, unobserved = (list(paired.windows(own, arm, index).values()) for arm in (OBSERVED, UNOBSERVED))
            if observed or unobserved:
                ratio, adjusted = (
                    paired.ratio(own, OBSERVED, UNOBSERVED, index, value)
                    for value in (paired.goodput, paired.at_equal_pace)
                )
                yield Cost(words.level(plan, index), variant, observed, unobserved, ratio, adjusted)


def grid(plan: Plan, runs: Sequence[Run]) -> Grid:
    """The table of them."""
    every = list(costs(plan, runs))
    behind = words.runs([len(side) for cost in every for side in (cost.observed, cost.unobserved)])
    headings = (
        "variant", "level", "goodput/s with observers", "without", "ratio with/without", "speed-adjusted ratio",
        "verdict",
    )  # fmt: skip
    rows = [
        (
            cost.variant, cost.level, _goodput(cost.observed), _goodput(cost.unobserved), _ratio(cost.ratio),
            _ratio(cost.speed_adjusted), cost.verdict,
        )
        for cost in every
    ]  # fmt: skip
    title = f"What the observers cost in {plan.scenario}, {behind}"
    return Grid(title, headings, tuple(rows), frozenset({"level", "verdict"}))


def answer(plan: Plan, runs: Sequence[Run]) -> list[str]:
    """The same as sentences."""
    return [
        f"With the observers {cost.variant}'s goodput at {cost.level} is {_ratio(cost.ratio)} times that without: "
        f"{cost.verdict}."
        for cost in costs(plan, runs)
    ]


def _goodput(windows: Sequence[Window]) -> str:
    return words.mean(estimates.mean([window.goodput for window in windows]) if windows else None, ",.0f")


def _ratio(ratio: Estimate | None) -> str:
    """With three digits: what is asked is a matter of hundredths."""
    if ratio is None:
        return words.NOTHING
    interval = "" if ratio.low is None or ratio.high is None else f" [{ratio.low:.3f}, {ratio.high:.3f}]"
    return f"{ratio.value:.3f}{interval}"
