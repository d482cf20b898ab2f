"""What a variant claims to be, and where the running stack differs from it. Pure functions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench import figures
from bench.results import Handler, MachineLimits

COLLECTORS = {
    "SerialGC": ("Copy", "MarkSweepCompact"),
    "ParallelGC": ("PS Scavenge", "PS MarkSweep"),
    "G1GC": ("G1 Young Generation", "G1 Concurrent GC", "G1 Old Generation"),
    "ZGC": ("ZGC Minor Cycles", "ZGC Minor Pauses", "ZGC Major Cycles", "ZGC Major Pauses"),
}
"""The beans by which a JVM names the collector that -XX:+Use... chose."""
HEAP_SLACK = 0.1
"""A JVM reports its largest heap less a part that it keeps free: one survivor space under SerialGC."""
FAIR_SHARE = 1.5
"""The most connections that one event loop may hold, as a multiple of an even spread."""
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
}


def app_mismatches(
    variant: str, app: Mapping[str, Any], handlers: Sequence[Handler], environment: Mapping[str, str]
) -> list[str]:
    """Where the app is not what its name and compose.yaml's `environment` say; empty if it is."""
    style = STYLES[variant]
    options = environment["JDK_JAVA_OPTIONS"]
    jvm, database, downstream, limits = (app[part] for part in ("jvm", "database", "downstream", "limits"))
    heap = figures.size(_option(options, r"-Xmx(\w+)"))
    workers = None if style.event_loop or style.virtual else int(environment["APP_WORKER_THREADS"])
    found = _differences(
        {
            "variant": (variant, app["variant"]),
            "server": (style.server, app["server"]["name"]),
            "database pool": (style.pool, database["pool"]),
            "database pool size": (int(environment["DB_POOL_SIZE"]), database["size"]),
            "open database connections": (int(environment["DB_POOL_SIZE"]), database["open"]),
            "wait for a database connection, ms": (int(environment["DB_POOL_WAIT_MS"]), database["maxWaitMs"]),
            "downstream connections": (int(environment["DOWNSTREAM_MAX_CONNECTIONS"]), downstream["maxConnections"]),
            "downstream time limit, ms": (int(environment["DOWNSTREAM_TIMEOUT_MS"]), downstream["timeoutMs"]),
            "worker threads": (workers, limits["workerThreads"]),
            "accept count": (int(environment["APP_ACCEPT_COUNT"]), limits["acceptCount"]),
            "processors": (int(_option(options, r"ActiveProcessorCount=(\d+)")), jvm["processors"]),
            "collector": (COLLECTORS[_option(options, r"\+Use(\w+GC)")], tuple(jvm["collectors"])),
        }
    )
    if not heap * (1 - HEAP_SLACK) <= jvm["heapMaxBytes"] <= heap:
        found.append(f"heap is {jvm['heapMaxBytes'] // MIB} MiB, not {heap // MIB}")
    return [*found, *_handler_mismatches(style, handlers), *_spread(database["loops"])]


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


def _spread(loops: Mapping[str, int] | None) -> list[str]:
    """R2DBC connections can gather on one event loop, which then is a limit of its own (r2dbc-pool #190)."""
    if not loops:
        return []
    fair = sum(loops.values()) / len(loops)
    name, most = max(loops.items(), key=lambda loop: loop[1])
    if most <= max(FAIR_SHARE * fair, 1):
        return []
    return [f"event loop '{name}' holds {most} of {sum(loops.values())} database connections"]


def _option(options: str, pattern: str) -> str:
    found = re.search(pattern, options)
    assert found, f"compose.yaml's JDK_JAVA_OPTIONS have no {pattern}"
    return found.group(1)
