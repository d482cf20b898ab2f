"""What kept a window from going faster, and the predicted capacity. Pure functions.

A capacity is predicted for each thing that may limit: the requests a second at which it would.

The arithmetic is Little's law, in flight = throughput x time (Little, Operations Research 9(3), 1961), applied to
each resource. CPU predictions use what a request cost in the window itself, so they hold near the measured load and say
nothing of a load far from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.analysis.verdict import CROWDED
from bench.results import APP_CPU, DEMAND, AppUse, Ceiling, Limiter, LoadSummary, MachineUse, Plan
from bench.spec.variants import RECORDS

CPU_NAMES = {"app": APP_CPU, "db": "db CPU", "downstream": "downstream CPU", "load": "load machine"}
CPU_FULL = 0.90
"""Share of its cap above which a machine's CPU is the limit, and of their cores for machines that share them."""
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
UNKNOWN, SHARED = "unknown", "shared core"


@dataclass(frozen=True)
class AppCores:
    """How many cores the app may run on, and the machines that may run on them, itself among them."""

    count: int
    machines: Sequence[str]


ALONE = AppCores(1, ("app",))
"""Nobody else runs on the app's core."""


def find(
    load: LoadSummary,
    app: AppUse,
    use: Mapping[str, MachineUse],
    ceilings: Sequence[Ceiling],
    load_core_full: float | None = None,
    app_cores: AppCores = ALONE,
) -> Limiter:
    """The limiter. Where several things are at their limit, the one that must be widened first comes first.

    Where the rate varies, `load`, `app` and `use` are those of its peak (bench/probes/peak.py); the evidence says so.
    """
    when = "" if load.timeline is None else "at the peak: "
    found = list(_full(load, app, use, ceilings, app_cores))
    if not found and load_core_full is not None and load_core_full > CROWDED:
        found = [(CPU_NAMES["load"], f"its core was full for {load_core_full:.0%} of the window, and nothing else was")]
    if not found:
        return Limiter(name=UNKNOWN, evidence=when + _why_not(app, use), also=[])
    name, evidence = found[0]
    return Limiter(name=name, evidence=when + evidence, also=[f"{other}: {figures}" for other, figures in found[1:]])


def _full(
    load: LoadSummary, app: AppUse, use: Mapping[str, MachineUse], ceilings: Sequence[Ceiling], app_cores: AppCores
) -> Iterator[tuple[str, str]]:
    """In order of precedence: a starved load machine explains all else, and full CPU explains queues before it."""
    goodput, rate = load.good / load.window_seconds, load.requests / load.window_seconds
    for name in ("load", "app", "db", "downstream"):
        if name in use and (use[name].cpu_share >= CPU_FULL or use[name].throttled_share >= THROTTLED):
            shares = f"{use[name].cpu_share:.0%} of its cap, throttled in {use[name].throttled_share:.0%} of periods"
            yield CPU_NAMES[name], shares
    taken = {name: use[name].cpu_seconds / use[name].seconds for name in app_cores.machines if name in use}
    if len(taken) > 1 and sum(taken.values()) >= CPU_FULL * app_cores.count:
        shares = " + ".join(f"{name} {cores:.2f}" for name, cores in taken.items())
        yield SHARED, f"{shares} of {app_cores.count} core{'s' if app_cores.count > 1 else ''}"
    if app.workers and app.workers_busy is not None and app.workers_busy >= ALL_BUSY * app.workers:
        yield "worker threads", f"{app.workers_busy:.0f} of {app.workers} busy"
    for ceiling in ceilings:
        if ceiling.limiter in WAITING and rate >= NEAR * ceiling.per_second:
            yield ceiling.limiter, f"{rate:,.1f} of {ceiling.per_second:,.1f}/s: {ceiling.basis}"
    if app.pool_size and app.pool_busy is not None and app.pool_busy >= ALL_BUSY * app.pool_size:
        yield "connection pool", f"{app.pool_busy:.1f} of {app.pool_size} busy, {app.pool_waiting or 0:.0f} waiting"
    for ceiling in ceilings:
        if ceiling.limiter in DEMAND and goodput >= MET * ceiling.per_second:
            yield ceiling.limiter, f"{goodput:,.0f} of {ceiling.per_second:,.0f}/s: {ceiling.basis}"


def _why_not(app: AppUse, use: Mapping[str, MachineUse]) -> str:
    shares = ", ".join(f"{CPU_NAMES[name]} {machine.cpu_share:.0%}" for name, machine in use.items())
    workers = f", workers {app.workers_busy:.0f} of {app.workers} busy" if app.workers and app.workers_busy else ""
    pool = f", pool {app.pool_busy:.1f} of {app.pool_size} busy" if app.pool_size and app.pool_busy else ""
    return f"nothing was at its limit: {shares}{workers}{pool}"


def predict(
    plan: Plan, variant: str, load: LoadSummary, app: AppUse, use: Mapping[str, MachineUse], loops: int | None
) -> list[Ceiling]:
    """Every ceiling that can be computed, lowest first. `loops` are the HTTP event loops, None on Tomcat.

    Where the rate varies, `load`, `app` and `use` are those of its peak (bench/probes/peak.py).
    """
    rate = load.requests / load.window_seconds
    found = [
        *([] if plan.objective else _offered(load)),  # a rate that was searched is no limit
        *_users(plan, load),
        *_threads(plan, variant, app, loops),
        *_pool(app, rate),
        *(_cpu(name, machine, rate) for name, machine in use.items() if rate and machine.cpu_share > 0),
    ]
    return sorted(found, key=lambda ceiling: ceiling.per_second)


def _offered(load: LoadSummary) -> list[Ceiling]:
    if load.model != "open" or not load.rate:
        return []
    when = "" if load.timeline is None else " at the peak"
    return [Ceiling(limiter="offered rate", per_second=load.rate, basis=f"{load.rate:,.0f} arrivals/s{when}")]


def _users(plan: Plan, load: LoadSummary) -> list[Ceiling]:
    """Users / (response time + think time), at the shortest response time that there can be."""
    cycle = ((plan.wait_ms or 0) + load.think_ms) / 1000
    if load.model != "closed" or not load.vus or not cycle:
        return []
    basis = f"{load.vus} users / ({(plan.wait_ms or 0) / 1000:g} s wait + {load.think_ms / 1000:g} s thinking)"
    return [Ceiling(limiter="users", per_second=load.vus / cycle, basis=basis)]


def _threads(plan: Plan, variant: str, app: AppUse, loops: int | None) -> list[Ceiling]:
    """Threads / the time that a request holds one, where it holds one while it waits."""
    if not plan.wait_ms or plan.options.get("RELAY") == "flux":  # Tomcat takes its thread back while a Flux waits
        return []
    wait = plan.wait_ms / 1000
    waiting = plan.options.get("WAITING", "default")
    if RECORDS[variant].workers and app.workers:
        return [_ceiling("worker threads", app.workers, wait)]
    if waiting == "sleep-on-event-loop" and loops:
        return [_ceiling("event loops", loops, wait)]
    if waiting == "sleep-on-io-pool" and (threads := RECORDS[variant].io_pool):
        return [_ceiling("thread pool for waiting", threads, wait)]
    return []


def _pool(app: AppUse, rate: float) -> list[Ceiling]:
    """Connections / the time that a request holds one; the time follows from how many were busy (Little's law)."""
    if not app.pool_size or not app.pool_busy or not rate:
        return []
    return [_ceiling("connection pool", app.pool_size, app.pool_busy / rate, "connections")]


def _ceiling(limiter: str, count: int, seconds: float, what: str = "threads") -> Ceiling:
    basis = f"{count} {what} / {seconds * 1000:,.3g} ms that a request holds one"
    return Ceiling(limiter=limiter, per_second=count / seconds, basis=basis)


def _cpu(name: str, machine: MachineUse, rate: float) -> Ceiling:
    cap = machine.cpu_seconds / machine.seconds / machine.cpu_share
    cost = machine.cpu_seconds / machine.seconds / rate
    basis = f"{cap:.2g} cores / {cost * 1e6:,.0f} µs CPU per request, as measured"
    return Ceiling(limiter=CPU_NAMES[name], per_second=cap / cost, basis=basis)
