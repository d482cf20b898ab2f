"""The search for the highest rate that a run holds under an objective: which rate comes next, and how it ends. Pure.

A bisection on a logarithmic scale, since what counts is a share of the rate. It begins below what the app did in the
closed model, and first widens until it has a rate that is held and one that is not. It takes for granted that what
fails at one rate fails at every higher one; a step is short, and a moment of the host can make it fail. So the lowest
rate that failed is offered once more before the search believes it, and a rate that was held is confirmed by a window.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bench.analysis import crossing
from bench.analysis.limiter import UNKNOWN
from bench.results import CapacitySearch, Limiter, Objective, Outcome, Run, SearchStep

RESOLUTION = 0.04
"""The most that the lowest rate that failed may lie above the highest one that was held, as a share of it."""
FIRST = 0.80
"""Of the goodput in the closed model: where the search begins. There a queue is never empty; most objectives are met
a little below it."""
LEAST = 0.02
"""Of the same goodput: nearly idle. An objective that fails there is held at no rate."""
GROWTH, WIDEST = 1.25, 4.0
"""By how much the rate changes while all rates were held, or none was: by the square of that at the next step, and so
on, at most by WIDEST."""
MOST_STEPS = 14
"""Offers of a run at most, the closed one and the windows aside. Nine are usual."""
CONFIRMATIONS = 4
"""Windows of a run at most. Where one fails the next is a RESOLUTION lower, then two, then four."""


@dataclass(frozen=True)
class Range:
    """Rates of a search: where it begins, the lowest, and the highest that the load machine can offer, if known."""

    first: int
    least: int
    most: int | None = None


def within(closed: SearchStep, most: int | None, drawn: float = 0.0) -> Range:
    """The rates to search, by what the app did in the closed model.

    `drawn` from 0 to 1 moves the first rate, and with it all that follow, by up to a RESOLUTION. Runs that began alike
    would offer the same few rates and give the same one, and their interval would not know how far apart these lie.
    """
    highest = most or math.inf
    aside: float = (1 + RESOLUTION) ** drawn
    first = max(round(FIRST * closed.goodput / aside), 1)
    return Range(int(min(first, highest)), max(round(LEAST * closed.goodput), 1), most)


def next_rate(steps: Sequence[SearchStep], rates: Range) -> int | None:
    """The rate of the next step; None where the search is done. `steps` are those in the open model so far."""
    if not steps:
        return rates.first
    if len(steps) >= MOST_STEPS:
        return None
    held, failed = bracket(steps)
    if held is None:
        assert failed is not None
        return None if failed <= rates.least else max(int(failed / _growth(steps)), rates.least)
    if failed is None:
        most = rates.most or math.inf
        return None if held >= most else int(min(math.ceil(held * _growth(steps)), most))
    if failed <= max(held * (1 + RESOLUTION), held + 1):
        at = [step for step in steps if step.level == failed]
        return failed if len(at) == 1 else None
    return min(max(round(math.sqrt(held * failed)), held + 1), failed - 1)


def bracket(steps: Iterable[SearchStep]) -> tuple[int | None, int | None]:
    """The highest rate that was held, and the lowest one above it that was not. What a rate did last counts."""
    last = {step.level: step.held for step in steps}
    failed = min((rate for rate, held in last.items() if not held), default=None)
    below = (rate for rate, held in last.items() if held and (failed is None or rate < failed))
    return max(below, default=None), failed


def _growth(steps: Sequence[SearchStep]) -> float:
    """By how much the rate changes next, where all that was tried was held, or nothing was."""
    if len({step.held for step in steps}) > 1:
        return GROWTH
    widened: float = GROWTH ** (2 ** (len(steps) - 1))
    return min(widened, WIDEST)


def next_confirmation(found: int, windows: Sequence[SearchStep]) -> int | None:
    """The rate of the next window, `found` being the highest that steps held; None once one is confirmed, or after so
    many that failed."""
    if windows and (windows[-1].held or len(windows) >= CONFIRMATIONS or windows[-1].level <= 1):
        return None
    lower: float = (1 + RESOLUTION) ** (2 ** len(windows) - 1)
    rate = round(found / lower)
    return min(rate, windows[-1].level - 1) if windows else rate


def outcome(steps: Sequence[SearchStep]) -> Outcome:
    """How a search ended that has these steps in the open model, its windows among them."""
    windows = [step for step in steps if step.confirming]
    if not windows:
        return "not held"
    if not windows[-1].held:
        return "unconfirmed"
    above = refusal(steps)
    return "at least" if above is None or above.spent else "confirmed"


def refusal(steps: Sequence[SearchStep]) -> SearchStep | None:
    """The step that says why the capacity is not higher: the last word on the lowest rate that was not held; None where
    every rate was."""
    last = {step.level: step for step in steps if step.model == "open"}
    return min((step for step in last.values() if not step.held), key=lambda step: step.level, default=None)


def found(bounds: Objective, search: CapacitySearch) -> float | None:
    """The rate that just meets the objective, by all offers of a search; None where they do not tell, or where a lower
    bound is all that is known."""
    return crossing.rate(bounds, search.steps) if search.outcome == "confirmed" else None


def found_per_work(bounds: Objective, search: CapacitySearch) -> float | None:
    """The same in the time of 1,000 pieces of work; None also where the host does not tell its speed in each offer."""
    return crossing.rate(bounds, search.steps, crossing.per_work) if search.outcome == "confirmed" else None


def limiter(steps: Sequence[SearchStep], found: Limiter) -> Limiter:
    """What limits the capacity: what was at its limit at the lowest rate that was not held; `found` where all were."""
    above = refusal(steps)
    if above is None:
        return found
    name = "load machine" if above.spent else above.limiter.name
    name = "latency" if name == UNKNOWN else name
    evidence = f"at {above.level:,}/s {told(above)}; {above.spent or above.limiter.evidence}"
    return Limiter(name=name, evidence=evidence, also=above.limiter.also)


def told(step: SearchStep) -> str:
    """What a step missed, in words."""
    return ", ".join(step.missed) or "the objective was held"


def why_none(objective: Objective, search: CapacitySearch) -> str:
    """Why a search gave no capacity, in words."""
    offered = [step for step in search.steps if step.model == "open"]
    if search.outcome == "not held":
        lowest = min(offered, key=lambda step: step.level)
        return f"does not hold {objective} even at {lowest.level:,}/s, nearly idle: {told(lowest)}"
    held, _ = bracket(step for step in offered if not step.confirming)
    return (
        f"no window confirmed a rate under {objective}: steps held {held or 0:,}/s, and windows failed down to "
        f"{offered[-1].level:,}/s ({told(offered[-1])})"
    )


def crossed(steps: Sequence[SearchStep]) -> tuple[int, int] | None:
    """A rate that was not held and one that was, higher by more than a RESOLUTION; None where there are none. Nearer to
    each other two rates are alike, and chance decides."""
    offered = [step for step in steps if step.model == "open"]
    failed = min((step.level for step in offered if not step.held), default=math.inf)
    held = max((step.level for step in offered if step.held), default=0)
    return (int(failed), held) if held > failed * (1 + RESOLUTION) else None


def remarks(runs: Sequence[Run]) -> Iterator[str]:
    """What a reader must know of the searches of an experiment."""
    searched = sorted((run for run in runs if run.search), key=lambda run: (run.label, run.block))
    # older results tell it of no run
    told_of_others = any(window.rate_at_objective for run in searched for window in run.windows)
    for label, group in groupby(searched, key=lambda run: run.label):
        own = list(group)
        if without := [run for run in own if run.ended]:
            yield f"{label}, run {_blocks(without)}: {without[0].ended}"
        if ending := [run for run in own if run.at_least]:
            most = max(window.level for run in ending for window in run.windows)
            yield (
                f"{label} held all that the load machine can offer, up to {most:,} requests/s, in run "
                f"{_blocks(ending)}, so its figure is a lower bound and gives no ratio"
            )
        unknown = [run for run in own if run.windows and run.windows[0].rate_at_objective is None and not run.at_least]
        if unknown and told_of_others:
            yield (
                f"{label}, run {_blocks(unknown)}: its steps do not tell which rate just meets the objective, so its "
                "figure is the rate that a window confirmed, which is lower on average; in a ratio the other run of "
                "its block counts by that as well"
            )
        if odd := [run for run in own if run.search and crossed(run.search.steps)]:
            assert odd[0].search
            failed, held = crossed(odd[0].search.steps) or (0, 0)
            yield (
                f"{label} failed at a lower rate than one that it held in run {_blocks(odd)}, such as {failed:,}/s and "
                f"{held:,}/s: a moment of the host can do that, and the search goes on by what a rate did last"
            )


def _blocks(runs: Sequence[Run]) -> str:
    return ", ".join(str(run.block) for run in runs)
