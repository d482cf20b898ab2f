"""The stretch of a window in which most arrive, where the rate varies. What limits an app shows there, and not in the
mean over the seconds before, in which it met all that was asked. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.probes import sampler
from bench.probes.sampler import Timed
from bench.results import AppUse, LoadSummary, MachineUse, Plan
from bench.results.load import STEP


@dataclass(frozen=True)
class Peak:
    """From `start` to `end`, in seconds since the window began; `offered` arrivals and `good` answers a second."""

    start: float
    end: float
    offered: float
    good: float


@dataclass(frozen=True)
class Seen:
    """What limiter.predict and limiter.find judge by, of one and the same stretch of time."""

    load: LoadSummary
    app: AppUse
    use: Mapping[str, MachineUse]


def find(plan: Plan, load: LoadSummary) -> Peak | None:
    """The phase of the highest rate, by what became of its arrivals; without phases the highest step of the timeline.

    None where the rate is constant.
    """
    if load.phases:
        phase = max(load.phases, key=lambda one: one.rate)
        return Peak(phase.at, phase.at + phase.seconds, phase.offered / phase.seconds, phase.good / phase.seconds)
    steps = [step for step in load.timeline or [] if step.at + STEP <= load.window_seconds]
    if not steps:
        return None
    highest = max(range(len(steps)), key=lambda index: steps[index].offered)
    top, before = steps[highest], steps[max(highest - 1, 0)]
    # a step has the answers of its seconds: to those who had come one wait earlier, and were fewer
    late = min((plan.wait_ms or 0) / 1000 / STEP, 1)
    offered = top.offered - (top.offered - before.offered) * late
    return Peak(top.at, top.at + STEP, offered / STEP, top.good / STEP)


def narrow(plan: Plan, whole: Seen, readings: Sequence[Timed], started: float) -> Seen:
    """What was seen at the peak; all of the window where the rate is constant, or nobody looked at the peak.

    `readings` are the app's, `started` is when the window began. The app's CPU is measured there by the app itself.
    The other machines are read at the window's ends only: what they spend is taken to go with the app's requests.
    """
    peak = find(plan, whole.load)
    inside = [one for one in readings if peak and peak.start <= one.at - started <= peak.end]
    if peak is None or len(inside) < 2:
        return whole
    app = sampler.app_use(inside, whole.app.threads, whole.app.compiler_share)
    answered = app.requests_per_second or 0.0
    busier = answered / whole.app.requests_per_second if whole.app.requests_per_second else 1.0
    factors = {**dict.fromkeys(whole.use, busier), "app": _cpu(inside) / (_cpu(readings) or 1.0)}
    use = {name: scaled(machine, factors[name]) for name, machine in whole.use.items()}
    return Seen(at(peak, whole.load, answered), app, use)


def at(peak: Peak, load: LoadSummary, answered: float) -> LoadSummary:
    """The load's rates as if the peak had been the window; `answered` is the app's count of answers a second."""
    seconds = peak.end - peak.start
    good = round(peak.good * seconds)
    return load.model_copy(
        update={
            "window_seconds": seconds, "rate": peak.offered, "requests": round(answered * seconds), "good": good,
            "failed": max(round(peak.offered * seconds) - good, 0),
        }
    )  # fmt: skip


def scaled(use: MachineUse, factor: float) -> MachineUse:
    """The same machine with so many times the CPU time, at most all that its cap allows."""
    factor = min(factor, 1 / use.cpu_share) if use.cpu_share else factor
    return use.model_copy(update={"cpu_seconds": use.cpu_seconds * factor, "cpu_share": use.cpu_share * factor})


def _cpu(readings: Sequence[Timed]) -> float:
    """Cores that the app used on average."""
    first, last = readings[0], readings[-1]
    return (last.app.cpu_seconds - first.app.cpu_seconds) / (last.at - first.at)
