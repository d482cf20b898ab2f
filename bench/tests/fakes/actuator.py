"""What the simulated app answers to the harness over HTTP."""

from typing import Any

import httpx

from bench.tests import attested
from bench.tests.fakes.world import World

ALLOCATED, PAUSED = 40_000, 2e-5
"""Bytes of a request, and the seconds that collecting them takes."""


def answer(world: World, url: str) -> httpx.Response:
    """Attestation, the thread of a handler, or a scrape of the metrics."""
    request = httpx.Request("GET", url)
    if url.endswith("/prometheus"):
        return httpx.Response(200, text=_metrics(world), request=request)
    return httpx.Response(
        200, json=_attested(world) if url.endswith("/attestation") else _handler(world), request=request
    )


def _attested(world: World) -> dict[str, Any]:
    app = attested.app(world.variant, world.flags)
    pool = world.behaviour.pool
    return {
        **app,
        "database": {**app["database"], "size": pool, "open": pool},
        "parity": {**app["parity"], "db.poolSize": pool},
    }


def _handler(world: World) -> dict[str, Any]:
    (handler,) = attested.handlers(world.variant)
    return {"thread": handler.thread, "virtual": handler.virtual, "eventLoop": handler.event_loop}


def _metrics(world: World) -> str:
    flow = world.flow() if world.offer else None
    in_app = {name: flow.per_second * seconds for name, seconds in flow.seconds.items()} if flow else {}
    in_flight = sum(count for name, count in in_app.items() if name != "load")
    busy = min(flow.per_second * world.behaviour.hold_ms / 1000, world.behaviour.pool) if flow else 0.0
    figures = {
        "http_server_requests_seconds_count": world.answered,
        "http_server_requests_active_seconds_count": in_flight,
        "jvm_compilation_time_ms_total": world.compiled * 1e3,
        "process_cpu_time_ns_total": (world.used["app"] + world.compiled) * 1e9,
        "jvm_threads_live_threads": 60,
        "tomcat_threads_busy_threads": min(in_flight, 200),
        "tomcat_threads_config_max_threads": 200,
        "hikaricp_connections_active": busy,
        "hikaricp_connections_pending": max(in_app.get("pool", 0.0) - busy, 0.0),
        "hikaricp_connections_max": world.behaviour.pool,
        'jvm_memory_used_bytes{area="heap"}': 2e8,
        "jvm_gc_memory_allocated_bytes_total": world.answered * ALLOCATED,
        'jvm_gc_pause_seconds_sum{cause="Allocation Failure"}': world.answered * PAUSED,
        "process_uptime_seconds": world.now,
    }
    return "".join(f"{name} {value}\n" for name, value in figures.items())
