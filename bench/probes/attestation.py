"""Asking the running stack what it is, before a window: nothing is taken from configuration on trust."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from bench.analysis import expected_stack
from bench.errors import ThreadmillError
from bench.results import Attestation, Configuration, Handler, MachineLimits, scheduler
from bench.testbed import loopback, profiler, several
from bench.testbed.machines import Machines

HANDLERS = 16
"""Requests that ask which thread handles them; more at once than a pool of a few threads can hide behind."""


def attest(
    machines: Machines, configured: Configuration, cpus: Mapping[str, float], profiled: bool = False
) -> Attestation:
    """Ask app and cgroups. `cpus` are the CPU caps, in cores, that the window is to have; load is not there yet. Of a
    profiled app's flags those of the profiler are left out."""
    standing = [name for name in cpus if name != "load"]
    app, handlers = ask(machines)
    if profiled and (flags := (app.get("parity") or {}).get("jvm.flags")):
        app["parity"]["jvm.flags"] = [flag for flag in flags if not profiler.added(flag)]
    limits = {
        name: MachineLimits(cpu=found.cpu_quota, cores=found.cores, memory=found.memory_limit, swap=found.swap_limit)
        for name, found in machines.counters(standing).items()
    }
    wanted = {
        name: MachineLimits(cpu=cpus[name], cores=cap.cores, memory=cap.memory, swap=0)
        for name, cap in machines.caps.items()
        if name in standing
    }
    wrong = expected_stack.app_mismatches(configured, app, handlers, machines.app_environment)
    return Attestation(
        app=app,
        handlers=handlers,
        machines=limits,
        scheduler=scheduler(machines.kernel()),
        nodes=several.nodes(cpus),
        mismatches=wrong + expected_stack.machine_mismatches(wanted, limits),
    )


def ask(machines: Machines) -> tuple[dict[str, Any], list[Handler]]:
    """What the app says of itself and of the threads that its handlers run on.

    A run asks during its warm-up, too. Code that was compiled for one call alone is thrown away at the first call of
    another kind, and the compilers' work on its successor would fall into the first window.
    """
    return _get(f"{machines.management_url()}/attestation"), _handlers(machines.app_url())


def _handlers(url: str) -> list[Handler]:
    with ThreadPoolExecutor(max_workers=HANDLERS) as pool:
        answers = list(pool.map(lambda _: _get(f"{url}/handler"), range(HANDLERS)))
    found = [
        Handler(thread=answer["thread"], virtual=answer["virtual"], event_loop=answer["eventLoop"])
        for answer in answers
    ]
    return sorted(set(found), key=lambda handler: handler.thread)


def _get(url: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = loopback.get(url, loopback.PATIENCE).json()
    except (httpx.HTTPError, ValueError) as fault:
        told = f"the app does not attest what it is ({url}: {fault})"
        raise ThreadmillError(f"{told}; its log, which is kept, shows why") from None
    return found
