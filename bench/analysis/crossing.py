"""The rate at which a run just meets its objective, by all that its search has offered. Pure functions.

The highest rate that a window confirms is one draw: at the same rate of create-property one step of 10 s had a p99 of
229 ms and the next of 53. Whatever disturbs a window makes it lower, never higher. A line through the latencies of all
the run's offers, where it crosses the bound, uses each of them, and errs to both sides alike.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from bench.analysis import objective
from bench.results import Bound, Objective, SearchStep

FAR = 5.0
"""Latencies beyond so many times the bound, or below that part of it, count as just there: a queue that overflows says
nothing of the line's slope near the bound."""
NEAR = 0.2
"""Width of the weights (a Gaussian kernel's standard deviation) on the logarithm of the rate: the line is straight only
near the crossing (local linear regression; Cleveland, Journal of the American Statistical Association 74, 1979). By so
much the crossing may also lie outside the rates that were offered."""
LEAST = 4
"""Offers that a line is drawn through at least."""
ROUNDS, CLOSE = 50, 1e-4
"""How often the line is drawn anew about its crossing at most, and how little the crossing moves in the last."""


Asked = Callable[[SearchStep], float | None]


def per_second(step: SearchStep) -> float:
    """What a step asks for: requests/s."""
    return step.level


def per_work(step: SearchStep) -> float | None:
    """The same by the speed that the app's cores had: requests in the time of 1,000 pieces of work. A shared host's
    cores may be half as fast in one step as in the next, and then a rate is another load."""
    return None if step.work_ms is None else step.level * step.work_ms


def rate(bounds: Objective, steps: Sequence[SearchStep], asked: Asked = per_second) -> float | None:
    """What is `asked` for where the first of the objective's latencies reaches its bound.

    None where the steps do not tell: too few of them, most rates missed for another reason than latency, or no crossing
    near the rates that were offered of a latency that was too high at one of them; and where a step does not know what
    it asked for. What the load machine spoiled is left out.
    """
    offered = [step for step in steps if step.model == "open" and not step.spent]
    latencies = [bound for bound in bounds.bounds if bound.figure != "failed"]
    missed = [step for step in offered if not step.held]
    late = {bound.figure: [_late(bound, step) for step in missed] for bound in latencies}
    if sum(map(any, zip(*late.values(), strict=True))) < len(missed) / 2:
        return None
    crossings = {bound.figure: _crossing(bound, offered, asked) for bound in latencies}
    if any(any(late[figure]) for figure, found in crossings.items() if found is None):
        return None
    return min((found for found in crossings.values() if found), default=None)


def _late(bound: Bound, step: SearchStep) -> bool:
    return (objective.latency(step, bound.figure) or 0.0) >= bound.below


def _crossing(bound: Bound, offered: Sequence[SearchStep], asked: Asked) -> float | None:
    known = [(step, value) for step in offered if (value := objective.latency(step, bound.figure))]
    loads = [load for step, _ in known if (load := asked(step)) is not None]
    if not LEAST <= len(known) == len(loads):
        return None
    rates = np.log(loads)
    most = math.log(FAR)
    beyond = np.clip(np.log([value / bound.below for _, value in known]), -most, most)
    weights = seconds = np.array([step.seconds for step, _ in known])
    centre = math.inf
    for _ in range(ROUNDS):
        slope, level = np.polyfit(rates, beyond, 1, w=np.sqrt(weights))  # which squares them
        before, centre = centre, -level / slope if slope > 0 else math.nan
        if not rates.min() - NEAR <= centre <= rates.max() + NEAR:
            return None
        if abs(centre - before) < CLOSE:
            break
        weights = seconds * np.exp(-(((rates - centre) / NEAR) ** 2) / 2)
    return float(np.exp(centre))
