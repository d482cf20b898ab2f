"""The users that k6 reserves at a rate of the open model, and up to which rate its memory holds their garbage."""

from bisect import bisect_left

from bench.analysis import objective
from bench.results import Plan
from bench.runner.offer import Offer

LADDER_MS, LADDER_USERS = 200, 3000
"""Milliseconds beyond its wait that each answer may take at a rate of a ladder before arrivals are dropped, twice what
is usually asked of p99; and users at most, for which the load machine of .env has the memory."""
HIGHEST = 100_000
"""Requests/s beyond which nobody asks for the memory."""


def at_level(offer: Offer, plan: Plan, level: int) -> Offer:
    """The offer at so many users, or at that rate with the users that the plan reserves for it.

    Under an objective these are as many as it can need; in a ladder as many as answers of LADDER_MS beyond their wait
    keep busy, unless MAX_VUS is given. More would collect more garbage, and the stops of k6 that come of it are in p99.
    """
    offered = offer.at(level)
    if plan.objective:
        return offered.reserving(objective.users(plan.objective, level, int(offer.options["MAX_VUS"])))
    if plan.ladder and "MAX_VUS" not in plan.options:
        return offered.reserving(objective.in_flight(level, (plan.wait_ms or 0) + LADDER_MS, LADDER_USERS))
    return offered


def outgrown(offer: Offer, plan: Plan) -> str:
    """Above which rate k6 collects garbage within windows, where the plan of a run may go beyond; else ''."""
    if plan.model != "open":
        return ""
    most = bisect_left(range(HIGHEST), True, key=lambda rate: at_level(offer, plan, rate).collects) - 1
    if plan.levels and not plan.objective and max(plan.levels) <= most:
        return ""
    return (
        f"up to about {most:,} requests/s k6 collects no garbage within a window of {plan.duration} s; above, its "
        "collector may decide p99, and the window is SUSPECT then: a larger LOAD_MEMORY leaves room for more"
    )
