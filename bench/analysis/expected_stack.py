"""What a variant claims to be, and where the running stack differs from it. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.results import Configuration, Handler, MachineLimits
from bench.spec import parity, tunables

MIB = 2**20


@dataclass(frozen=True)
class Style:
    """What a variant's name promises of its server, its database pool and the threads that its handlers run on."""

    server: str
    pool: str
    virtual: bool
    event_loop: bool


STYLES = {
    "blocking": Style("Tomcat", "HikariCP", virtual=False, event_loop=False),
    "blocking-jpa": Style("Tomcat", "HikariCP", virtual=False, event_loop=False),
    "virtual-threads": Style("Tomcat", "HikariCP", virtual=True, event_loop=False),
    "reactor": Style("Netty", "r2dbc-pool", virtual=False, event_loop=True),
    "coroutines": Style("Netty", "r2dbc-pool", virtual=False, event_loop=True),
    "reactor-jdbc": Style("Netty", "HikariCP", virtual=False, event_loop=True),
    "coroutines-jdbc": Style("Netty", "HikariCP", virtual=False, event_loop=True),
}


def app_mismatches(
    configured: Configuration, app: Mapping[str, Any], handlers: Sequence[Handler], environment: Mapping[str, str]
) -> list[str]:
    """Where the app is not what its name, its configuration and compose.yaml's `environment` say; empty if it is."""
    style = STYLES[configured.variant]
    database = app["database"]
    found = _differences(
        {
            "variant": (configured.variant, app["variant"]),
            "server": (style.server, app["server"]["name"]),
            "database pool": (style.pool, database["pool"]),
            "open database connections": (int(environment["DB_POOL_SIZE"]), database["open"]),
            "worker threads": (_workers(style, configured, environment), app["limits"]["workerThreads"]),
        }
    )
    return [
        *found,
        *parity.mismatches(app.get("parity"), environment, configured.settings.get("hooks") is not False),
        *tunables.mismatches(app.get("tunables"), configured.settings),
        *_handler_mismatches(style, handlers),
    ]


def _workers(style: Style, configured: Configuration, environment: Mapping[str, str]) -> object:
    """Tomcat's threads: those of the configuration, else those of .env; None where it has none of its own."""
    if style.event_loop or style.virtual:
        return None
    return configured.settings.get("workerThreads", int(environment["APP_WORKER_THREADS"]))


def machine_mismatches(expected: Mapping[str, tuple[float, str, int]], found: Mapping[str, MachineLimits]) -> list[str]:
    """Where a cgroup does not say what compose.yaml and the plan do. `expected`: CPU, cores, bytes."""
    wrong = []
    for name, (cpu, cores, memory) in expected.items():
        limits = found[name]
        wrong += [
            f"{name}'s {line}"
            for line in _differences(
                {"CPU cap": (cpu, limits.cpu), "cores": (cores, limits.cores), "memory cap": (memory, limits.memory)}
            )
        ]
        if limits.swap:
            wrong.append(f"{name} may swap {limits.swap // MIB} MiB")
    return wrong


def _differences(pairs: Mapping[str, tuple[object, object]]) -> list[str]:
    return [f"{name} is {is_}, not {claimed}" for name, (claimed, is_) in pairs.items() if is_ != claimed]


def _handler_mismatches(style: Style, handlers: Sequence[Handler]) -> list[str]:
    if not handlers:
        return ["no handler said which thread it runs on"]
    wrong = [one for one in handlers if (one.virtual, one.event_loop) != (style.virtual, style.event_loop)]
    return [f"a handler ran on the thread '{wrong[0].thread}', which is not this variant's kind"] if wrong else []
