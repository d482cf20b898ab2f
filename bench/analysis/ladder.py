"""The rates of a ladder: shares of what the slowest variant does in a pilot. Pure functions.

At the same rate, below what each can do, variants differ by their latency and by what a request costs, not by queues
that saturation makes. So all get shares of the slowest one's capacity, and none gets more than it can answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.errors import ThreadmillError
from bench.results import Plan, Run

SHARES = (0.25, 0.50, 0.75, 0.90)
"""Of the capacity. Above 90 % the scatter of one start would decide whether a variant has a queue without end."""
BY_HAND = "LADDER=500,1000,1500"


@dataclass(frozen=True)
class Capacity:
    """What the slowest variant did in the pilot, in good answers a second, and what limited it. `unbelieved` are the
    variants that have no window to be believed."""

    variant: str
    per_second: float
    limiter: str
    unbelieved: tuple[str, ...]


def capacity(runs: Sequence[Run]) -> Capacity:
    """The lowest goodput of the pilot's windows that are not INVALID; a ThreadmillError where there is none."""
    every = {run.label: run.windows for run in runs}
    believed = [
        (window.goodput, name, window.limiter.name)
        for name, windows in every.items()
        for window in windows
        if window.usable
    ]
    if not believed:
        ended = [run.ended for run in runs if run.ended]
        reasons = [reason for windows in every.values() for window in windows for reason in window.verdict.reasons]
        raise ThreadmillError(
            f"the pilot tells no capacity, since none of its windows can be believed ({(reasons + ended)[0]}): "
            f"put that right and begin anew, or give rates by hand, such as {BY_HAND}"
        )
    lowest, name, limiter = min(believed)
    return Capacity(name, lowest, limiter, tuple(sorted(every.keys() - {one for _, one, _ in believed})))


def rated(plan: Plan, found: Capacity) -> Plan:
    """The plan with its rates, each a whole number and none twice."""
    rates = list(dict.fromkeys(max(round(share * found.per_second), 1) for share in SHARES))
    return plan.model_copy(update={"levels": rates, "capacity": round(found.per_second, 1)})


def told(plan: Plan, found: Capacity) -> str:
    """What the pilot found, in words."""
    rates = ", ".join(f"{rate:,}" for rate in plan.levels)
    said = f"the slowest variant, {found.variant}, did {found.per_second:,.0f}/s in the pilot"
    said += f" (limiter: {found.limiter}); every variant is offered {rates} requests/s"
    if found.limiter == "users":
        said += f"; its users asked for no more, so it may do more: {BY_HAND} goes higher"
    if found.unbelieved:
        said += f"; INVALID in the pilot, and left out there: {', '.join(found.unbelieved)}"
    return said


def origin(plan: Plan) -> str:
    """Where the rates come from, in a sentence."""
    if plan.capacity is None:
        return "Every variant was offered the same rates: compare latency and cost at each of them."
    *most, last = (f"{share * 100:.0f}" for share in SHARES)
    shares = f"{', '.join(most)} and {last} %"
    return (
        f"Every variant was offered the same rates, {shares} of the {plan.capacity:,.0f}/s that the slowest did in a "
        "pilot: compare latency and cost at each of them."
    )
