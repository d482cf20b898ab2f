"""Predicted capacity: for each thing that may limit, the requests a second at which it would. Pure functions.

The arithmetic is Little's law, in flight = throughput x time (Little, Operations Research 9(3), 1961), applied to
each resource; workloads.md of the seed experiments predicts in the same way. CPU predictions use what a request cost
in the window itself, so they hold near the measured load and say nothing of a load far from it.
"""

from collections.abc import Mapping

from bench.results import APP_CPU, AppUse, Ceiling, LoadSummary, MachineUse, Plan
from bench.spec.variants import RECORDS

CPU_NAMES = {"app": APP_CPU, "db": "db CPU", "downstream": "downstream CPU", "load": "load machine"}


def predict(
    plan: Plan, variant: str, load: LoadSummary, app: AppUse, use: Mapping[str, MachineUse], loops: int | None
) -> list[Ceiling]:
    """Every ceiling that can be computed, lowest first. `loops` are the HTTP event loops, None on Tomcat.

    Where the rate varies, `load`, `app` and `use` are those of its peak (bench/probes/peak.py).
    """
    rate = load.requests / load.window_seconds
    found = [
        *_offered(load),
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
