"""Where the running stack differs from what its variant's record claims. Pure functions."""

from collections.abc import Mapping, Sequence
from typing import Any

from bench.results import Configuration, Handler, MachineLimits
from bench.spec import parity, tunables
from bench.spec.variants import RECORDS, Variant

MIB = 2**20
LIMITS = {"cpu": "CPU cap", "cores": "cores", "memory": "memory cap"}


def app_mismatches(
    configured: Configuration, app: Mapping[str, Any], handlers: Sequence[Handler], environment: Mapping[str, str]
) -> list[str]:
    """Where the app is not what its name, its configuration and compose.yaml's `environment` say; empty if it is."""
    claimed = RECORDS[configured.variant]
    database = app["database"]
    found = _differences(
        {
            "variant": (configured.variant, app["variant"]),
            "server": (claimed.server, app["server"]["name"]),
            "database pool": (claimed.pool, database["pool"]),
            "open database connections": (int(environment["DB_POOL_SIZE"]), database["open"]),
            "worker threads": (_workers(claimed, configured, environment), app["limits"]["workerThreads"]),
        }
    )
    return [
        *found,
        *parity.mismatches(app.get("parity"), environment, configured.settings.get("hooks") is not False),
        *tunables.mismatches(app.get("tunables"), configured.settings),
        *_handler_mismatches(claimed, handlers),
    ]


def _workers(claimed: Variant, configured: Configuration, environment: Mapping[str, str]) -> object:
    """Tomcat's threads: those of the configuration, else those of .env; None where it has none of its own."""
    if not claimed.workers:
        return None
    return configured.settings.get("workerThreads", int(environment["APP_WORKER_THREADS"]))


def machine_mismatches(expected: Mapping[str, MachineLimits], found: Mapping[str, MachineLimits]) -> list[str]:
    """Where a cgroup does not say what compose.yaml and the plan do; no machine may swap."""
    wrong = []
    for name, limits in expected.items():
        pairs = {word: (getattr(limits, field), getattr(found[name], field)) for field, word in LIMITS.items()}
        wrong += [f"{name}'s {line}" for line in _differences(pairs)]
        if swap := found[name].swap:
            wrong.append(f"{name} may swap {swap // MIB} MiB")
    return wrong


def _differences(pairs: Mapping[str, tuple[object, object]]) -> list[str]:
    return [f"{name} is {is_}, not {claimed}" for name, (claimed, is_) in pairs.items() if is_ != claimed]


def _handler_mismatches(claimed: Variant, handlers: Sequence[Handler]) -> list[str]:
    if not handlers:
        return ["no handler said which thread it runs on"]
    wrong = [one for one in handlers if (one.virtual, one.event_loop) != (claimed.virtual, claimed.event_loop)]
    return [f"a handler ran on the thread '{wrong[0].thread}', which is not this variant's kind"] if wrong else []
