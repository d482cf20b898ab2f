"""The app's own row of the live dashboard: its threads, pools and connections, CPU and memory."""

from collections.abc import Iterator

from bench.spec.variants import compared
from grafana.source.dashboard import Row
from grafana.source.panel import lines
from grafana.source.query import Query

SERVLET = compared(lambda one: one.servlet)
NETTY = compared(lambda one: not one.servlet)
HIKARI = compared(lambda one: one.pool == "HikariCP")
R2DBC = compared(lambda one: one.pool == "r2dbc-pool")
WORKERS = compared(lambda one: one.workers)
VIRTUAL = compared(lambda one: one.virtual)

SERVICE = 'machine="app", name="http-nio-8080"'
"""Tomcat's connector of the service, not that of the management port."""
TOMCAT = "tomcat_connections"


def _waits(timer: str, only: tuple[str, ...]) -> Iterator[Query]:
    """Mean and longest of a timer."""
    mean = f"sum by (variant) (rate({timer}_sum[5s])) / sum by (variant) (rate({timer}_count[5s]))"
    yield Query(mean, "{{variant}} mean", only)
    yield Query(f"max by (variant) ({timer}_max)", "{{variant}} longest", only)


APP = Row(
    "App",
    (
        lines(
            "Threads by kind",
            "The operating system's count, the JVM's own (dotted), and the most virtual threads at once (dashed).",
            Query('threadmill:threads{machine="app"}', "{{variant}} operating system"),
            Query('sum by (variant) (jvm_threads_live_threads{machine="app"})', "{{variant}} JVM"),
            Query("sum by (variant) (threadmill_virtual_threads_peak)", "{{variant}} virtual", VIRTUAL),
            unit="short",
            width=6,
        ),
        lines(
            "Platform threads by state",
            "What the JVM's platform threads do; a thread that waits for the database is runnable or timed-waiting.",
            Query('sum by (state) (jvm_threads_states_threads{machine="app"})', "{{state}}"),
            unit="short",
            width=6,
            stacked=True,
        ),
        lines(
            "Worker pool",
            "Tomcat's workers; waiting are requests for which no worker is free. Blocking alone has such a pool.",
            Query(f"sum by (variant) (tomcat_threads_busy_threads{{{SERVICE}}} >= 0)", "{{variant}} busy", WORKERS),
            Query(
                f"sum by (variant) (clamp_min({TOMCAT}_current_connections{{{SERVICE}}}"
                f" - {TOMCAT}_keepalive_current_connections{{{SERVICE}}}"
                f" - (tomcat_threads_busy_threads{{{SERVICE}}} >= 0), 0))",
                "{{variant}} waiting",
                WORKERS,
            ),
            Query(
                f"sum by (variant) (tomcat_threads_config_max_threads{{{SERVICE}}} > 0)",
                "{{variant}} limit",
                WORKERS,
            ),
            unit="short",
            width=6,
        ),
        lines(
            "Open connections",
            "Connections of users to the app, whether or not a request is under way on them.",
            Query(f"sum by (variant) ({TOMCAT}_current_connections{{{SERVICE}}})", "{{variant}} open", SERVLET),
            Query("sum by (variant) (netty_connections_current_connections)", "{{variant}} open", NETTY),
            unit="short",
            width=6,
        ),
        lines(
            "Connection pool",
            "Database connections in use, and requests that wait for one.",
            Query("sum by (variant) (hikaricp_connections_active)", "{{variant}} busy", HIKARI),
            Query("sum by (variant) (hikaricp_connections_pending)", "{{variant}} waiting", HIKARI),
            Query("sum by (variant) (hikaricp_connections_max)", "{{variant}} limit", HIKARI),
            Query("sum by (variant) (r2dbc_pool_acquired_connections)", "{{variant}} busy", R2DBC),
            Query("sum by (variant) (r2dbc_pool_pending_connections)", "{{variant}} waiting", R2DBC),
            Query("sum by (variant) (r2dbc_pool_max_allocated_connections)", "{{variant}} limit", R2DBC),
            unit="short",
            width=6,
        ),
        lines(
            "Wait for a database connection",
            "How long a request waits for one of the pool: the mean of the last 5 s, and the longest of late.",
            *_waits("hikaricp_connections_acquire_seconds", HIKARI),
            *_waits("r2dbc_pool_acquire_seconds", R2DBC),
            unit="s",
            width=6,
        ),
        lines(
            "Event loops",
            "Database connections on each event loop of reactor or coroutines; all on one would serialise them.",
            Query("sum by (loop) (threadmill_r2dbc_connections)", "{{loop}}", R2DBC),
            unit="short",
            width=6,
            stacked=True,
        ),
        lines(
            "CPU",
            "CPU time as a share of the cap, and share of the periods in which the cap stopped the app; "
            "warm-up runs without it.",
            Query('threadmill:cpu_share{machine="app"}', "{{variant}} {{configuration}} used"),
            Query('threadmill:throttled_share{machine="app"}', "{{variant}} {{configuration}} throttled"),
            unit="percentunit",
            width=6,
        ),
        lines(
            "Memory",
            "Memory of the app against its cap, and the JVM's heap in it.",
            Query('threadmill:memory_bytes{machine="app"}', "{{variant}} working set"),
            Query('sum by (variant) (jvm_memory_used_bytes{machine="app", area="heap"})', "{{variant}} heap"),
            Query('max by (variant) (container_spec_memory_limit_bytes{machine="app"})', "{{variant}} cap"),
            unit="bytes",
            width=12,
        ),
        lines(
            "Garbage collection",
            "Seconds paused in each second, and the longest pause of late.",
            Query(
                'sum by (variant) (rate(jvm_gc_pause_seconds_sum{machine="app"}[5s]))', "{{variant}} paused per second"
            ),
            Query('max by (variant) (jvm_gc_pause_seconds_max{machine="app"})', "{{variant}} longest"),
            unit="s",
            width=12,
        ),
    ),
)
