"""Measuring one window: load, counters at its two ends, threads seen in it, and the verdict on it."""

import time
from collections.abc import Mapping

from bench import host, telemetry, verdict
from bench.cgroup import Counters
from bench.load import WINDOW_END, WINDOW_START, Load, Offer
from bench.machines import Machines
from bench.results import MachineUse, Threads, Warmup, Window

DRAIN = 90.0
"""Seconds that k6 may take after the window for requests under way and its summary."""


def measure(
    machines: Machines,
    offer: Offer,
    level: int,
    warmup: Warmup,
    cpus: Mapping[str, float],
    prometheus_url: str | None,
) -> Window:
    """Offer the load, read the counters of the machines in `cpus` at both ends of its window, and judge."""
    load = Load(offer)
    try:
        load.wait_for(WINDOW_START, within=offer.settle + 60)
        before, started, busy = machines.counters(cpus), time.time(), host.busy_seconds()
        load.wait_for(WINDOW_END, within=offer.duration + 30)
        after, ended, busier = machines.counters(cpus), time.time(), host.busy_seconds()
        summary = load.summary(within=DRAIN)
    finally:
        load.stop()
    use = {name: usage(before[name], after[name], cap) for name, cap in cpus.items()}
    app_cores = host.cores_of(machines.caps["app"].cores)
    at_home = [name for name in cpus if host.cores_of(machines.caps[name].cores) & app_cores]
    others = others_share(busy, busier, app_cores, ended - started, sum(use[name].cpu_seconds for name in at_home))
    return Window(
        level=level,
        started=started,
        ended=ended,
        load=summary,
        use=use,
        threads=_threads(prometheus_url, ended, offer.duration),
        others_share=others,
        verdict=verdict.judge(summary, use, warmup, others),
    )


def others_share(
    busy: Mapping[int, float], busier: Mapping[int, float], cores: set[int], seconds: float, ours: float
) -> float | None:
    """What the rest of the host took of the app's cores, as a share of them: busy time less our machines' CPU time.

    None where the host does not tell.
    """
    if not cores <= busy.keys() or not cores <= busier.keys():
        return None
    taken = sum(busier[core] - busy[core] for core in cores) - ours
    return round(max(taken, 0.0) / (seconds * len(cores)), 4)


def usage(before: Counters, after: Counters, cap: float) -> MachineUse:
    """The difference of two readings. The cap is compose.yaml's, in cores."""
    seconds = after.at - before.at
    cpu = after.cpu_seconds - before.cpu_seconds
    periods = after.periods - before.periods
    return MachineUse(
        seconds=round(seconds, 3),
        cpu_seconds=round(cpu, 4),
        cpu_share=round(cpu / seconds / cap, 4),
        throttled_share=round((after.throttled_periods - before.throttled_periods) / periods, 4) if periods else 0.0,
        throttled_seconds=round(after.throttled_seconds - before.throttled_seconds, 4),
        memory_peak=after.memory_peak,
        memory_limit=after.memory_limit,
    )


def _threads(prometheus_url: str | None, ended: float, seconds: int) -> Threads:
    if prometheus_url is None:
        return Threads(operating_system=None, virtual=None)
    queries: Mapping[str, str] = {
        "operating_system": telemetry.PEAK_THREADS,
        "virtual": telemetry.PEAK_VIRTUAL_THREADS,
    }
    peaks = {
        name: telemetry.prometheus_value(prometheus_url, query.format(seconds=seconds), ended)
        for name, query in queries.items()
    }
    return Threads.model_validate({name: None if peak is None else int(peak) for name, peak in peaks.items()})
