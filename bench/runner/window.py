"""Measuring one window: attest, offer load, read every counter at both ends, and judge."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from bench.analysis import change_point, drift, limiter, verdict
from bench.analysis.limiter import AppCores
from bench.probes import actuator, attestation, cores, peak, prometheus, sampler
from bench.probes.peak import Seen
from bench.results import Configuration, MachineUse, Observation, Plan, Samples, Warmup, Window
from bench.runner.k6 import WINDOW_END, WINDOW_START, Load
from bench.runner.offer import Offer
from bench.testbed import cgroup, database, host, placement, probe
from bench.testbed.cgroup import Counters
from bench.testbed.database import Statements
from bench.testbed.machines import Machines

DRAIN = 90.0
"""Seconds that k6 may take after the window for requests under way and its summary."""


@dataclass(frozen=True)
class Edge:
    """The counters of the machines, and of the app's host, at one end of a window."""

    machines: dict[str, Counters]
    host: dict[int, float]


def measure(
    machines: Machines,
    plan: Plan,
    configured: Configuration,
    offer: Offer,
    warmup: Warmup,
    cpus: Mapping[str, float],
    prometheus_url: str | None,
    as_it_begins: Callable[[], None] = lambda: None,
) -> tuple[Window, Samples]:
    """Offer the load to the app as it is configured, and measure its window.

    `cpus` are the CPU caps of the machines that take part. `as_it_begins` is called once the window counts.
    """
    # a cold app's first request is the load's; but the queue that an overload leaves would keep attestation waiting
    later = plan.cold and not plan.failures_expected
    attested = None if later else attestation.attest(machines, configured, cpus, plan.profiled)
    started_at = machines.started_at(cpus)
    own_cores, shared = allowed_cores(machines, "app"), app_cores(machines, cpus)
    resting = _statements(machines, cpus) if plan.cold else None
    sampling = sampler.Sampler(machines.management_url(), actuator.read_app(machines.management_url()))
    pace = cores.watch_speed("app", own_cores)
    with machines.at_hand(cpus), Load(offer) as load, sampling, cores.watch_use("load") as core_watch, pace:
        load.wait_for(WINDOW_START, within=offer.starts_within)
        started = time.time()
        at_once = plan.cold and load.lead == 0
        # the database is asked first, so that what the question costs it lies before its own window; where the load
        # begins with the window it has been asked before: the first seconds of a cold app, left out, would show
        asked = replace(resting, at=started) if resting and at_once else _statements(machines, cpus)
        before = _edge(machines, cpus)
        core_watch.start()
        pace.start()
        sampling.begin(load_since=started if at_once else None)
        as_it_begins()
        load.wait_for(WINDOW_END, within=offer.duration + 30)
        ended = time.time()
        core_readings, taken = core_watch.stop(), pace.stop()
        after = _edge(machines, cpus)  # at once: the load ends soon, and an app short of CPU may need long for a scrape
        read_after = time.time() - ended
        readings, asked_after = sampling.finish(), _statements(machines, cpus)
        summary = load.summary(within=DRAIN)
    incidents = machines.incidents(started_at)
    attested = attested or attestation.attest(machines, configured, cpus, plan.profiled)

    use = {name: usage(before.machines[name], after.machines[name], cap) for name, cap in cpus.items()}
    began, end = before.machines["app"], after.machines["app"]
    allowed = cpus["app"] * use["app"].seconds
    compiled = cgroup.compiler_share(cgroup.compiled(began.compilers, end.compilers), use["app"].cpu_seconds, allowed)
    collected = round(cgroup.compiled(began.collectors, end.collectors), 2) if end.collectors else None
    app_use = sampler.app_use(readings, max(began.threads, end.threads), compiled, collected)
    crowded = cores.full_share(core_readings, allowed_cores(machines, "load"))
    seen = peak.narrow(plan, Seen(summary, app_use, use), readings, started)
    loops = attested.app["eventLoops"]["http"]
    apart = partly_shared(machines, cpus)  # nobody knows how much of their CPU was the app's cores'
    ours = None if apart else sum(use[name].cpu_seconds for name in shared.machines)
    samples = sampler.app_samples(sampler.until(readings, ended), started)
    constant = samples if summary.timeline is None else []  # a load that varies must drift
    throughput, ends = [sample.requests_per_second for sample in constant], [sample.at for sample in constant]
    observation = Observation(
        level=offer.level, started=started, ended=ended, load=summary, use=use, app=app_use,
        database=database.use(asked, asked_after),
        contention=contention(before.host, after.host, own_cores, use["app"].seconds, ours),
        load_core_full=crowded, work_ms=cores.mean_work_ms(taken), incidents=incidents, attestation=attested,
        ceilings=limiter.predict(plan, configured.variant, seen.load, seen.app, seen.use, loops),
        drift=drift.of(throughput), change_point=change_point.find(throughput, ends),
    )  # fmt: skip
    users, unobserved = prometheus.observe(prometheus_url, started, ended) if prometheus_url else ([], None)
    pace_change = cores.speed_change(taken)
    evidence = verdict.Evidence(plan, configured.variant, warmup, observation, pace_change, read_after)
    window = Window(
        **dict(observation),
        limiter=limiter.find(seen.load, seen.app, seen.use, observation.ceilings, crowded, shared),
        verdict=verdict.judge(evidence),
    )
    return window, Samples(app=samples, load=users, unobserved=unobserved)


def allowed_cores(machines: Machines, name: str) -> set[int]:
    """Those on which a machine may run."""
    return host.cores_of(machines.caps[name].cores)


def app_cores(machines: Machines, taking_part: Iterable[str]) -> AppCores:
    """The app's cores, and those machines that may run on them and on no other."""
    own = allowed_cores(machines, "app")
    return AppCores(len(own), [name for name, cores in _beside(machines, taking_part) if cores <= own])


def partly_shared(machines: Machines, taking_part: Iterable[str]) -> list[str]:
    """The machines that may run on the app's cores and on others as well."""
    own = allowed_cores(machines, "app")
    return [name for name, cores in _beside(machines, taking_part) if cores & own and not cores <= own]


def _beside(machines: Machines, taking_part: Iterable[str]) -> list[tuple[str, set[int]]]:
    """Each machine of the app's host, with its cores."""
    return [(name, allowed_cores(machines, name)) for name in taking_part if placement.together(name, "app")]


def _edge(machines: Machines, cpus: Mapping[str, float]) -> Edge:
    return Edge(machines.counters(cpus), probe.busy_seconds("app"))


def _statements(machines: Machines, cpus: Mapping[str, float]) -> Statements | None:
    return machines.database.statements() if "db" in cpus else None


def contention(
    busy: Mapping[int, float], busier: Mapping[int, float], watched: set[int], seconds: float, ours: float | None
) -> float | None:
    """What the rest of the host took of the app's cores, as a share of them: busy time less our machines' CPU time.

    None where the host does not tell.
    """
    if ours is None or not watched <= busy.keys() or not watched <= busier.keys():
        return None
    taken = sum(busier[core] - busy[core] for core in watched) - ours
    return round(max(taken, 0.0) / (seconds * len(watched)), 4)


def usage(before: Counters, after: Counters, cap: float) -> MachineUse:
    """The difference of two readings. `cap` is the one that the machine had, in cores."""
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
