"""An objective, and the search for the highest rate that a run holds under it."""

from typing import Literal

from bench.results.judgement import Limiter
from bench.results.load import Latency
from bench.results.record import Record

Figure = Literal["p50", "p90", "p95", "p99", "p99.9", "mean", "max", "failed"]
Outcome = Literal["confirmed", "at least", "not held", "unconfirmed"]


class Bound(Record):
    """`figure` has to stay below `below`: milliseconds of latency, or the share of requests that `failed`."""

    figure: Figure
    below: float

    def __str__(self) -> str:
        if self.figure == "failed":
            return f"failed<{self.below * 100:.6g}%"
        return f"{self.figure}<{self.below:.6g}ms"


class Objective(Record):
    """What has to hold together; as a string it is what a user writes after OBJECTIVE."""

    bounds: list[Bound]

    def __str__(self) -> str:
        return " ".join(map(str, self.bounds))


class SearchStep(Record):
    """A short offer of load in the search for a capacity; it is no window, and has no verdict.

    `level` is a rate, or the users of the first step, which is in the closed model. `confirming`: the figures are those
    of a whole window. `missed` says which bounds were not met, in words; empty where the rate was held. `spent` says in
    what the load machine gave out, so that the step tells nothing of the app; empty where it did not. `work_ms` is a
    window's (bench/results/run.py); None where the host does not tell it, and in older results.
    """

    model: Literal["closed", "open"]
    level: int
    confirming: bool = False
    seconds: float
    goodput: float
    failed_share: float
    dropped: int
    latency_ms: Latency
    quantiles_ms: dict[str, float]
    limiter: Limiter
    missed: list[str]
    spent: str = ""
    work_ms: float | None = None
    held: bool


class CapacitySearch(Record):
    """The steps of a run in their order, the closed one first, and how the search ended.

    `confirmed`: a window held a rate; the capacity is what all offers tell (bench/analysis/crossing.py). `at least`:
    the same, and the load machine could not offer more that tells anything, so that the capacity may be higher. `not
    held`: no rate is held, down to the lowest one tried.
    `unconfirmed`: steps held a rate that no window confirmed.
    """

    steps: list[SearchStep]
    outcome: Outcome
