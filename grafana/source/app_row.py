"""The app's own row of the live dashboard: its threads, pools and connections, CPU and memory."""

from bench.spec.variants import compared
from grafana.source.dashboard import Row
from grafana.source.panel import lines
from grafana.source.query import Query, by_variant

SERVLET = compared(lambda one: one.servlet)
NETTY = compared(lambda one: not one.servlet)
HIKARI = compared(lambda one: one.pool == "HikariCP")
R2DBC = compared(lambda one: one.pool == "r2dbc-pool")
WORKERS = compared(lambda one: one.workers)
VIRTUAL = compared(lambda one: one.virtual)

SERVICE = 'machine="app", name="http-nio-8080"'
"""Tomcat's connector of the service, not that of the management port."""
OPEN = f"tomcat_connections_current_connections{{{SERVICE}}}"
KEPT_ALIVE = f"tomcat_connections_keepalive_current_connections{{{SERVICE}}}"
BUSY = f"tomcat_threads_busy_threads{{{SERVICE}}} >= 0"


def _waits(timer: str, only: tuple[str, ...]) -> tuple[Query, Query]:
    """Mean and longest of a timer."""
    mean = f"sum by (variant) (rate({timer}_sum[5s])) / sum by (variant) (rate({timer}_count[5s]))"
    return Query(mean, "{{variant}} mean", only), by_variant(f"{timer}_max", "longest", only, how="max")


APP = Row("App", (
    lines(
        "Threads by kind",
        "The operating system's count, the JVM's own (dotted), and the most virtual threads at once (dashed).",
        Query('threadmill:threads{machine="app"}', "{{variant}} operating system"),
        by_variant('jvm_threads_live_threads{machine="app"}', "JVM"),
        by_variant("threadmill_virtual_threads_peak", "virtual", VIRTUAL),
    ),
    lines(
        "Platform threads by state",
        "What the JVM's platform threads do; a thread that waits for the database is runnable or timed-waiting.",
        Query('sum by (state) (jvm_threads_states_threads{machine="app"})', "{{state}}"), stacked=True,
    ),
    lines(
        "Worker pool",
        "Tomcat's workers; waiting are requests for which no worker is free. Blocking alone has such a pool.",
        by_variant(BUSY, "busy", WORKERS),
        by_variant(f"clamp_min({OPEN} - {KEPT_ALIVE} - ({BUSY}), 0)", "waiting", WORKERS),
        by_variant(f"tomcat_threads_config_max_threads{{{SERVICE}}} > 0", "limit", WORKERS),
    ),
    lines(
        "Open connections", "Connections of users to the app, whether or not a request is under way on them.",
        by_variant(OPEN, "open", SERVLET), by_variant("netty_connections_current_connections", "open", NETTY),
    ),
    lines(
        "Connection pool", "Database connections in use, and requests that wait for one.",
        by_variant("hikaricp_connections_active", "busy", HIKARI),
        by_variant("hikaricp_connections_pending", "waiting", HIKARI),
        by_variant("hikaricp_connections_max", "limit", HIKARI),
        by_variant("r2dbc_pool_acquired_connections", "busy", R2DBC),
        by_variant("r2dbc_pool_pending_connections", "waiting", R2DBC),
        by_variant("r2dbc_pool_max_allocated_connections", "limit", R2DBC),
    ),
    lines(
        "Wait for a database connection",
        "How long a request waits for one of the pool: the mean of the last 5 s, and the longest of late.",
        *_waits("hikaricp_connections_acquire_seconds", HIKARI), *_waits("r2dbc_pool_acquire_seconds", R2DBC), unit="s",
    ),
    lines(
        "Event loops",
        "Database connections on each event loop of reactor or coroutines; all on one would serialise them.",
        Query("sum by (loop) (threadmill_r2dbc_connections)", "{{loop}}", R2DBC), stacked=True,
    ),
    lines(
        "CPU",
        "CPU time as a share of the cap, and share of the periods in which the cap stopped the app; "
        "warm-up runs without it.",
        Query('threadmill:cpu_share{machine="app"}', "{{variant}} {{configuration}} used"),
        Query('threadmill:throttled_share{machine="app"}', "{{variant}} {{configuration}} throttled"),
        unit="percentunit",
    ),
    lines(
        "Memory", "Memory of the app against its cap, and the JVM's heap in it.",
        Query('threadmill:memory_bytes{machine="app"}', "{{variant}} working set"),
        by_variant('jvm_memory_used_bytes{machine="app", area="heap"}', "heap"),
        by_variant('container_spec_memory_limit_bytes{machine="app"}', "cap", how="max"), unit="bytes", width=12,
    ),
    lines(
        "Garbage collection", "Seconds paused in each second, and the longest pause of late.",
        by_variant('rate(jvm_gc_pause_seconds_sum{machine="app"}[5s])', "paused per second"),
        by_variant('jvm_gc_pause_seconds_max{machine="app"}', "longest", how="max"), unit="s", width=12,
    ),
), width=6)  # fmt: skip
