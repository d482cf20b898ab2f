"""Users in a closed network of queues: exact mean value analysis (Reiser and Lavenberg, JACM 27(2), 1980)."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Flow:
    """Requests a second, and the seconds that one spends at each station, waiting included."""

    per_second: float
    seconds: dict[str, float]


def arriving(rate: float, demands: Mapping[str, float], users: int) -> Flow:
    """The open model: each station a queue with exponential service (M/M/1). Where the rate is more than the busiest
    serves, all `users` that there are wait for an answer."""
    if rate * max(demands.values()) >= 1:
        return solve(users, demands, 0.0)
    return Flow(rate, {name: service / (1 - rate * service) for name, service in demands.items()})


def solve(users: int, demands: Mapping[str, float], thinking: float) -> Flow:
    """`demands` are seconds of service per request at each station; `thinking` the seconds between two requests."""
    services = list(demands.values())
    queues = [0.0 for _ in services]
    seconds: list[float] = []
    per_second = 0.0
    for present in range(1, users + 1):
        seconds = [service * (1 + queue) for service, queue in zip(services, queues, strict=True)]
        per_second = present / (thinking + sum(seconds))
        queues = [per_second * spent for spent in seconds]
    return Flow(per_second, dict(zip(demands, seconds, strict=True)))
