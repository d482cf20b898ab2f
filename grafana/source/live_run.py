"""What happens now: the load, the app, the database and downstream beside it, and the load machine itself."""

from bench.spec.variants import compared
from grafana.source.dashboard import Dashboard, Row, annotation
from grafana.source.panel import Panel, Query, by_variant, heat_map, lines

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


def _cpu(title: str, machine: str) -> Panel:
    """CPU and throttling of a machine against its cap."""
    return lines(
        title, "CPU time as a share of the cap, and share of the 100 ms periods in which the cap stopped the machine.",
        Query(f'threadmill:cpu_share{{machine="{machine}"}}', "used"),
        Query(f'threadmill:throttled_share{{machine="{machine}"}}', "throttled"), unit="percentunit",
    )  # fmt: skip


def _latency(percentile: str) -> Query:
    series = f'threadmill:latency_seconds{{percentile="{percentile}"}}'
    return Query(series, f"{{{{variant}}}} {{{{configuration}}}} {percentile}")


def _waits(timer: str, only: tuple[str, ...]) -> tuple[Query, Query]:
    """Mean and longest of a timer."""
    mean = f"sum by (variant) (rate({timer}_sum[5s])) / sum by (variant) (rate({timer}_count[5s]))"
    return Query(mean, "{{variant}} mean", only), by_variant(f"{timer}_max", "longest", only, how="max")


LOAD = Row("Load, as the users see it", (
    lines(
        "Requests by outcome",
        "Good answers per second, failures by kind, arrivals dropped for want of a free user; "
        "dotted, all that the app answers, warm-up included.",
        Query("threadmill:goodput", "{{variant}} {{configuration}} good"),
        by_variant('rate(http_server_requests_seconds_count{machine="app"}[5s])', "answered"),
        Query("sum by (kind) (rate(k6_threadmill_failed_total[5s]))", "{{kind}}", rare="no request failed"),
        Query(
            "sum by (variant) (rate(k6_dropped_iterations_total[5s]))", "{{variant}} dropped",
            rare="no arrival was dropped; none can be in the closed model",
        ),
        unit="reqps",
    ),
    heat_map(
        "Latency map", "How many good answers took how long; two humps are two kinds of answer.",
        Query("sum(rate(k6_threadmill_latency_seconds[$__rate_interval]))", "good answers"), "s",
    ),
    lines(
        "Latency", "Percentiles of the good answers of the last 5 s, connecting included.",
        _latency("p50"), _latency("p95"), _latency("p99"), unit="s",
    ),
    lines(
        "Users and requests in flight",
        "Users of k6 (one more keeps the time), and requests in the app by Little's law: "
        "the seconds taken by those that end in each second.",
        by_variant("last_over_time(k6_vus[3s])", "users"),
        # the gauge of active requests is no help: WebFlux's never forgets one whose client has gone
        by_variant('rate(http_server_requests_seconds_sum{machine="app"}[5s])', "in flight"),
    ),
), width=6)  # fmt: skip

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

BESIDE = Row("Database and downstream", (
    _cpu("Database CPU", "db"),
    lines(
        "Database", "Statements per second, as the server counts them; the exporter's own are among them.",
        Query("rate(mysql_global_status_questions[5s])", "statements"), unit="ops",
    ),
    lines(
        "Database threads",
        "Sessions that execute a statement at the moment of the scrape, and all that are connected.",
        Query("mysql_global_status_threads_running", "running"),
        Query("mysql_global_status_threads_connected", "connected"),
    ),
    _cpu("Downstream CPU", "downstream"),
    lines(
        "Downstream", "Calls that downstream has completed per second.",
        Query("rate(threadmill_downstream_messages_completed_total[5s])", "messages"),
        Query("rate(threadmill_downstream_streams_completed_total[5s])", "streams"), unit="reqps",
    ),
    lines(
        "Downstream in flight", "Calls under way in downstream, and connections to it.",
        Query("threadmill_downstream_open_messages", "messages"),
        Query("threadmill_downstream_open_streams", "streams"),
        Query("threadmill_downstream_open_connections", "connections"),
    ),
))  # fmt: skip

WATCHERS = Row("The load machine and the observers: whether the figures above can be trusted", (
    _cpu("Load machine CPU", "load"),
    lines(
        "Load machine memory", "Working set as a share of the cap.",
        Query('threadmill:memory_share{machine="load"}', "used"), unit="percentunit",
    ),
    lines(
        "Scrapes", "How long a scrape takes; one that takes 0.9 s is given up, and leaves a gap.",
        Query("max by (job) (scrape_duration_seconds and on (instance) (up == 1))", "{{job}}"), unit="s",
    ),
))  # fmt: skip

DASHBOARD = Dashboard(
    uid="threadmill-live-run", title="Live run", description="What the machines do while k6 drives the app.",
    span=("now-5m", "now"), refresh="2s", rows=(LOAD, APP, BESIDE, WATCHERS),
    annotations=(
        annotation(
            "Windows", "{{variant}}: window", "{{scenario}}", "#56B4E9",
            'histogram_count(sum by (variant, scenario) (rate(k6_threadmill_latency_seconds{window="in"}[3s]))) > 0',
        ),
        annotation(
            "Starts", "{{variant}} started", "a fresh process", "#999999",
            'max by (variant) (container_start_time_seconds{machine="app"}) * 1000', at_value=True,
        ),
    ),
)  # fmt: skip
