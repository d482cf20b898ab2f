"""What kept a window from going faster, and by which figures. A pure function."""

from collections.abc import Iterator, Mapping, Sequence

from bench.analysis.capacity import CPU_NAMES
from bench.analysis.verdict import CROWDED
from bench.results import AppUse, Ceiling, Limiter, LoadSummary, MachineUse

CPU_FULL = 0.90
"""Share of its cap above which a machine's CPU is the limit."""
THROTTLED = 0.50
"""Share of the quota's periods in which a machine was stopped, above which its CPU is the limit though its mean is
less: a burst that waits for the next period is not seen in the mean."""
ALL_BUSY = 0.95
"""Share of workers or connections that are busy on average when they are the limit."""
MET = 0.98
"""Share of the offered rate, or of what the users can ask for at most, that counts as having met it."""
WAITING = ("event loops", "thread pool for waiting")
"""Limits that no gauge shows: they are known by the rate that they allow."""
NEAR = 0.90
"""Share of that rate that counts as having reached it."""
UNKNOWN = "unknown"


def find(
    load: LoadSummary,
    app: AppUse,
    use: Mapping[str, MachineUse],
    ceilings: Sequence[Ceiling],
    load_core_full: float | None = None,
) -> Limiter:
    """The limiter. Where several things are at their limit, the one that must be widened first comes first.

    Where the rate varies, `load`, `app` and `use` are those of its peak (bench/probes/peak.py); the evidence says so.
    """
    when = "" if load.timeline is None else "at the peak: "
    found = list(_full(load, app, use, ceilings))
    if not found and load_core_full is not None and load_core_full > CROWDED:
        found = [(CPU_NAMES["load"], f"its core was full for {load_core_full:.0%} of the window, and nothing else was")]
    if not found:
        return Limiter(name=UNKNOWN, evidence=when + _why_not(app, use), also=[])
    name, evidence = found[0]
    return Limiter(name=name, evidence=when + evidence, also=[f"{other}: {figures}" for other, figures in found[1:]])


def _full(
    load: LoadSummary, app: AppUse, use: Mapping[str, MachineUse], ceilings: Sequence[Ceiling]
) -> Iterator[tuple[str, str]]:
    """In order of precedence: a starved load machine explains all else, and full CPU explains queues before it."""
    goodput, rate = load.good / load.window_seconds, load.requests / load.window_seconds
    for name in ("load", "app", "db", "downstream"):
        if name in use and (use[name].cpu_share >= CPU_FULL or use[name].throttled_share >= THROTTLED):
            shares = f"{use[name].cpu_share:.0%} of its cap, throttled in {use[name].throttled_share:.0%} of periods"
            yield CPU_NAMES[name], shares
    if app.workers and app.workers_busy is not None and app.workers_busy >= ALL_BUSY * app.workers:
        yield "worker threads", f"{app.workers_busy:.0f} of {app.workers} busy"
    for ceiling in ceilings:
        if ceiling.limiter in WAITING and rate >= NEAR * ceiling.per_second:
            yield ceiling.limiter, f"{rate:,.1f} of {ceiling.per_second:,.1f}/s: {ceiling.basis}"
    if app.pool_size and app.pool_busy is not None and app.pool_busy >= ALL_BUSY * app.pool_size:
        yield "connection pool", f"{app.pool_busy:.1f} of {app.pool_size} busy, {app.pool_waiting or 0:.0f} waiting"
    for ceiling in ceilings:
        if ceiling.limiter in ("offered rate", "users") and goodput >= MET * ceiling.per_second:
            yield ceiling.limiter, f"{goodput:,.0f} of {ceiling.per_second:,.0f}/s: {ceiling.basis}"


def _why_not(app: AppUse, use: Mapping[str, MachineUse]) -> str:
    shares = ", ".join(f"{CPU_NAMES[name]} {machine.cpu_share:.0%}" for name, machine in use.items())
    workers = f", workers {app.workers_busy:.0f} of {app.workers} busy" if app.workers and app.workers_busy else ""
    pool = f", pool {app.pool_busy:.1f} of {app.pool_size} busy" if app.pool_size and app.pool_busy else ""
    return f"nothing was at its limit: {shares}{workers}{pool}"
