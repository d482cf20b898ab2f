"""What can be said of an experiment as a whole, beyond the verdict on each window. Pure functions."""

from collections.abc import Iterator, Sequence

from bench.analysis import capacity_search, parity
from bench.analysis.limiter import MET
from bench.analysis.verdict import LOAD_CPU
from bench.results import Calibration, Plan, Run, Window

UNEQUAL = 0.02
"""The most that windows of one level may differ in length, as a share of the longest."""


def complaints(plan: Plan, runs: Sequence[Run], calibration: Calibration | None = None) -> list[str]:
    """Why the variants cannot be told apart, or not be compared, by these runs; empty if they can."""
    return [
        *_ended_early(runs),
        *_unequal_windows(plan, runs),
        *_unequal_caps(runs),
        *_unequal_parity(runs),
        *_rate_simply_met(plan, runs),
        *capacity_search.remarks(runs),
        *(_near_ceiling(runs, calibration.load_ceiling) if calibration and calibration.load_ceiling else ()),
    ]


def _windows(runs: Sequence[Run], index: int) -> list[Window]:
    return [window for run in runs if (window := run.window(index))]


def _ended_early(runs: Sequence[Run]) -> Iterator[str]:
    for run in runs:
        if run.ended and not run.search:
            yield f"{run.variant} did not finish its run in block {run.block}: {run.ended}"


def _unequal_windows(plan: Plan, runs: Sequence[Run]) -> Iterator[str]:
    for index, level in enumerate(plan.levels):
        seconds = [window.ended - window.started for window in _windows(runs, index)]
        if seconds and max(seconds) - min(seconds) > UNEQUAL * max(seconds):
            yield (
                f"at level {level} the windows lasted from {min(seconds):.1f} to {max(seconds):.1f} s: "
                "what was measured over unequal times must not be compared"
            )


def _unequal_caps(runs: Sequence[Run]) -> Iterator[str]:
    if len({tuple(sorted(run.cpus.items())) for run in runs}) > 1:
        yield "the runs had different CPU caps, so they must not be compared"


def _unequal_parity(runs: Sequence[Run]) -> Iterator[str]:
    """The reasons of the verdicts, said of the whole; also where an experiment ended before all variants had run."""
    for told in dict.fromkeys(told for found in parity.differences(runs).values() for told in found):
        yield f"{told}; they must not be compared"


def _rate_simply_met(plan: Plan, runs: Sequence[Run]) -> Iterator[str]:
    """Every variant that answers all that is asked has the same goodput: that of the load script."""
    chosen = plan.ladder or plan.objective or plan.failures_expected
    if plan.model != "open" or chosen or len({run.variant for run in runs}) < 2:
        return
    for index, level in enumerate(plan.levels):
        windows = _windows(runs, index)
        if len(windows) == len(runs) and all(window.goodput >= MET * (window.load.rate or level) for window in windows):
            yield (
                f"every variant simply met the {level} requests/s that were offered: "
                "no difference in throughput can be seen at this rate, raise it (latency and cost may still differ)"
            )


def out_of_reach(plan: Plan, calibration: Calibration | None) -> str | None:
    """Why a rate of the plan cannot be offered; None if all can, as far as is known."""
    most = max(plan.levels, default=0)
    ceiling = calibration.load_ceiling if calibration else None
    if plan.model != "open" or ceiling is None or most <= ceiling:
        return None
    return (
        f"{most:,} requests/s are more than this load machine can offer ({ceiling:,.0f}/s by `make "
        "calibrate`): offer less, or give it more, LOAD_CPUS and LOAD_CORES, and calibrate anew"
    )


def bounded(plan: Plan, calibration: Calibration | None) -> Plan:
    """The plan with the highest rate that a search may offer: nearer to the ceiling the load machine limits."""
    if plan.objective is None or calibration is None or calibration.load_ceiling is None:
        return plan
    return plan.model_copy(update={"most_rate": int(LOAD_CPU * calibration.load_ceiling)})


def _near_ceiling(runs: Sequence[Run], ceiling: float) -> Iterator[str]:
    """The null scenario's requests are the cheapest that there are: nearer to its rate the load machine limits."""
    fastest = max((window.throughput for run in runs for window in run.windows), default=0.0)
    if fastest > LOAD_CPU * ceiling:
        yield (
            f"{fastest:,.0f} requests/s are more than {LOAD_CPU:.0%} of what this load machine can offer at all "
            f"({ceiling:,.0f}/s by `make calibrate`): give it more, LOAD_CPUS and LOAD_CORES"
        )
