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
    """`ratio` is of paired blocks; None where no block has both arms, or one answered nothing.
    `at_equal_pace` is the same, were the host's cores always equally fast."""

    level: str
    variant: str
    observed: list[Window]
    unobserved: list[Window]
    ratio: Estimate | None
    at_equal_pace: Estimate | None

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
    variants = sorted(set(plan.blocks[0]), key=plan.blocks[0].index)
    for place in range(len(plan.levels)):
        for variant in variants:
            own = [run for run in runs if run.variant == variant]
            observed, unobserved = (list(paired.windows(own, arm, place).values()) for arm in (OBSERVED, UNOBSERVED))
            if observed or unobserved:
                ratio = paired.ratio(own, OBSERVED, UNOBSERVED, place)
                level = paired.ratio(own, OBSERVED, UNOBSERVED, place, paired.at_equal_pace)
                yield Cost(words.level(plan, place), variant, observed, unobserved, ratio, level)


def grid(plan: Plan, runs: Sequence[Run]) -> Grid:
    """The table of them."""
    found = list(costs(plan, runs))
    behind = words.runs([len(side) for cost in found for side in (cost.observed, cost.unobserved)])
    headings = (
        "variant",
        "level",
        "goodput/s with observers",
        "without",
        "ratio with/without",
        "at equal pace",
        "verdict",
    )
    rows = tuple(
        (
            cost.variant,
            cost.level,
            _goodput(cost.observed),
            _goodput(cost.unobserved),
            _ratio(cost.ratio),
            _ratio(cost.at_equal_pace),
            cost.verdict,
        )
        for cost in found
    )
    title = f"What the observers cost in {plan.scenario}, {behind}"
    return Grid(title, headings, rows, frozenset({"level", "verdict"}))


def answer(plan: Plan, runs: Sequence[Run]) -> list[str]:
    """The same as sentences."""
    return [
        f"With the observers {cost.variant}'s goodput at {cost.level} is {_ratio(cost.ratio)} times that without: "
        f"{cost.verdict}."
        for cost in costs(plan, runs)
    ]


def _goodput(windows: Sequence[Window]) -> str:
    return words.mean(estimates.mean([window.goodput for window in windows]) if windows else None, ",.0f")


def _ratio(found: Estimate | None) -> str:
    """With three digits: what is asked is a matter of hundredths."""
    if found is None:
        return words.NOTHING
    interval = "" if found.low is None or found.high is None else f" [{found.low:.3f}, {found.high:.3f}]"
    return f"{found.value:.3f}{interval}"
