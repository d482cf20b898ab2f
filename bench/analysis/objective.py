"""Whether a load was held under an objective, by what k6 says of it. Pure functions."""

import math
from collections.abc import Iterator, Mapping

from bench.analysis.limiter import CPU_NAMES, MET
from bench.analysis.verdict import LOAD_CPU, LOAD_THROTTLED, collecting
from bench.results import Bound, Limiter, LoadSummary, MachineUse, Objective, SearchStep

WAITING = 0.90
"""Share of the users that k6 reserves who wait for an answer on average, above which it drops arrivals for want of
users and not because the app is slow."""
TAIL = ("p99", "p99.9", "max")
"""Figures that hardly any request of a load that is held exceeds."""
TO_SPARE, LEAST_USERS = 2, 250
"""Users are reserved for so many times the highest bound of the tail, and so many at least."""


def users(objective: Objective, rate: int, most: int) -> int:
    """How many the load machine reserves at a rate, `most` at most: those in flight by Little's law while each request
    takes TO_SPARE times the highest bound of the tail.

    More would make the latency k6's own, since its collector marks what every user keeps: at 2,450 requests/s of
    create-property p99 was 92 and 112 ms with 1,000 users, and 10 ms with 250 and room for garbage
    (docs/measurements/users-of-k6.md).
    """
    bounds = [bound.below for bound in objective.bounds if bound.figure in TAIL]
    return in_flight(rate, TO_SPARE * max(bounds), most) if bounds else most


def in_flight(rate: int, milliseconds: float, most: int) -> int:
    """Users, each of whom waits so long for an answer, that a rate takes by Little's law; LEAST_USERS at least."""
    return min(max(math.ceil(rate * milliseconds / 1000), LEAST_USERS), most)


def latency(load: LoadSummary | SearchStep, figure: str) -> float | None:
    """Milliseconds of that figure of the load's latency; None where nothing was answered correctly.

    Whatever an objective is judged by is read here alone.
    """
    if figure in ("mean", "max"):
        return load.latency_ms.mean if figure == "mean" else load.latency_ms.max
    found = load.quantiles_ms.get(figure.removeprefix("p"))
    return getattr(load.latency_ms, figure, None) if found is None else found


def failed_share(load: LoadSummary) -> float:
    """Of all that ended or never started: arrivals that k6 dropped count as failed."""
    return load.failed / max(load.good + load.failed, 1)


def missed(objective: Objective, load: LoadSummary) -> list[str]:
    """Every bound that the load did not meet, in words; empty where it held."""
    found = [told for bound in objective.bounds if (told := _missed(bound, load))]
    return [*found, *_behind(load)]


def _missed(bound: Bound, load: LoadSummary) -> str:
    if bound.figure == "failed":
        share = failed_share(load)
        return f"{share:.2%} failed" if share >= bound.below else ""
    value = latency(load, bound.figure)
    if value is None:
        return "no request was answered correctly"
    form = ",.0f" if value >= 100 else ".3g"
    return f"{bound.figure} was {value:{form}} ms" if value >= bound.below else ""


def _behind(load: LoadSummary) -> Iterator[str]:
    """A queue that grows all the while has no steady latency: a longer offer would tell a higher one."""
    offered = (load.rate or 0.0) * load.window_seconds
    ended = load.good + load.failed
    if ended < MET * offered:
        yield f"only {ended / offered:.0%} of what was offered was answered in time"


def spent(load: LoadSummary, use: Mapping[str, MachineUse], reserved: int, objective: Objective, limit: Limiter) -> str:
    """In what the load machine gave out, so that what was missed says nothing of the app; '' where it did not.

    `reserved` are the users that k6 has at most, `limit` is what was at its limit.
    """
    machine = use.get("load")
    if machine and machine.cpu_share > LOAD_CPU:
        return f"the load machine used {machine.cpu_share:.0%} of its CPU"
    if machine and machine.throttled_share > LOAD_THROTTLED:
        return f"the load machine was throttled in {machine.throttled_share:.0%} of its periods"
    slow = any(_missed(bound, load) for bound in objective.bounds if bound.figure != "failed")
    if slow and (told := collecting(load)):
        return f"{told}: a larger LOAD_MEMORY leaves room for it"
    if slow and limit.name == CPU_NAMES["load"]:
        return f"of the load machine {limit.evidence}"
    waiting = load.requests / load.window_seconds * (load.latency_ms.mean or 0.0) / 1000
    if load.failures.get("dropped") and not slow and waiting >= WAITING * reserved:
        return f"all {reserved:,} users of the load machine waited for an answer: a larger MAX_VUS offers more"
    return ""
