"""What happens now: the load, the app, the database and downstream beside it, and the load machine itself."""

from grafana.source.dashboard import Annotation, Dashboard, Row
from grafana.source.panel import Panel, heat_map, lines
from grafana.source.query import Query

SERVLET = ("blocking", "virtual-threads")
NETTY = ("reactor", "coroutines")

LATENCY = "rate(k6_threadmill_latency_seconds[$__rate_interval])"
WORKERS = 'machine="app", name="http-nio-8080"'
TOMCAT = "tomcat_connections"


def _cpu(title: str, machine: str, width: int = 8) -> Panel:
    """CPU and throttling of a machine against its cap."""
    return lines(
        title,
        "CPU time as a share of the cap, and share of the 100 ms periods in which the cap stopped the machine.",
        Query(f'threadmill:cpu_share{{machine="{machine}"}}', "used"),
        Query(f'threadmill:throttled_share{{machine="{machine}"}}', "throttled"),
        unit="percentunit",
        width=width,
    )


LOAD = Row(
    "Load, as the users see it",
    (
        lines(
            "Requests by outcome",
            "Good answers per second, and failures by kind; dropped are arrivals for which k6 had no free user.",
            Query("threadmill:goodput", "{{variant}} good"),
            Query("sum by (kind) (rate(k6_threadmill_failed_total[5s]))", "{{kind}}", rare="no request failed"),
            Query(
                "sum by (variant) (rate(k6_dropped_iterations_total[5s]))",
                "{{variant}} dropped",
                rare="no arrival was dropped; none can be in the closed model",
            ),
            unit="reqps",
            width=6,
        ),
        heat_map(
            "Latency map",
            "How many good answers took how long; two humps are two kinds of answer.",
            Query(f"sum({LATENCY})", "good answers"),
            "s",
            6,
        ),
        lines(
            "Latency",
            "Percentiles of the good answers of the last 5 s, connecting included.",
            *(
                Query(f'threadmill:latency_seconds{{percentile="{percentile}"}}', f"{{{{variant}}}} {percentile}")
                for percentile in ("p50", "p95", "p99")
            ),
            unit="s",
            width=6,
        ),
        lines(
            "Users and requests in flight",
            "Users of k6 (one more keeps the time), and requests that the app works on or lets wait.",
            Query("sum by (variant) (last_over_time(k6_vus[3s]))", "{{variant}} users"),
            Query(
                'sum by (variant) (http_server_requests_active_seconds_count{machine="app"})', "{{variant}} in flight"
            ),
            unit="short",
            width=6,
        ),
    ),
)

APP = Row(
    "App",
    (
        lines(
            "Threads by kind",
            "The operating system's count, the JVM's own (dotted), and the most virtual threads at once (dashed).",
            Query('threadmill:threads{machine="app"}', "{{variant}} operating system"),
            Query('sum by (variant) (jvm_threads_live_threads{machine="app"})', "{{variant}} JVM"),
            Query(
                "sum by (variant) (threadmill_virtual_threads_peak)", "{{variant}} virtual", only=("virtual-threads",)
            ),
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
            Query(
                f"sum by (variant) (tomcat_threads_busy_threads{{{WORKERS}}} >= 0)", "{{variant}} busy", ("blocking",)
            ),
            Query(
                f"sum by (variant) (clamp_min({TOMCAT}_current_connections{{{WORKERS}}}"
                f" - {TOMCAT}_keepalive_current_connections{{{WORKERS}}}"
                f" - (tomcat_threads_busy_threads{{{WORKERS}}} >= 0), 0))",
                "{{variant}} waiting",
                ("blocking",),
            ),
            Query(
                f"sum by (variant) (tomcat_threads_config_max_threads{{{WORKERS}}} > 0)",
                "{{variant}} limit",
                ("blocking",),
            ),
            unit="short",
            width=6,
        ),
        lines(
            "Connection pool",
            "Database connections in use, and requests that wait for one.",
            Query("sum by (variant) (hikaricp_connections_active)", "{{variant}} busy", SERVLET),
            Query("sum by (variant) (hikaricp_connections_pending)", "{{variant}} waiting", SERVLET),
            Query("sum by (variant) (hikaricp_connections_max)", "{{variant}} limit", SERVLET),
            Query("sum by (variant) (r2dbc_pool_acquired_connections)", "{{variant}} busy", NETTY),
            Query("sum by (variant) (r2dbc_pool_pending_connections)", "{{variant}} waiting", NETTY),
            Query("sum by (variant) (r2dbc_pool_max_allocated_connections)", "{{variant}} limit", NETTY),
            unit="short",
            width=6,
        ),
        lines(
            "Event loops",
            "Database connections on each event loop of reactor or coroutines; all on one would serialise them.",
            Query("sum by (loop) (threadmill_r2dbc_connections)", "{{loop}}", NETTY),
            unit="short",
            width=6,
            stacked=True,
        ),
        lines(
            "CPU",
            "CPU time as a share of the cap, and share of the periods in which the cap stopped the app; "
            "warm-up runs without it.",
            Query('threadmill:cpu_share{machine="app"}', "{{variant}} used"),
            Query('threadmill:throttled_share{machine="app"}', "{{variant}} throttled"),
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
            width=6,
        ),
        lines(
            "Garbage collection",
            "Seconds paused in each second, and the longest pause of late.",
            Query(
                'sum by (variant) (rate(jvm_gc_pause_seconds_sum{machine="app"}[5s]))', "{{variant}} paused per second"
            ),
            Query('max by (variant) (jvm_gc_pause_seconds_max{machine="app"})', "{{variant}} longest"),
            unit="s",
            width=6,
        ),
    ),
)

BESIDE = Row(
    "Database and downstream",
    (
        _cpu("Database CPU", "db"),
        lines(
            "Database",
            "Statements per second, as the server counts them; the exporter's own are among them.",
            Query("rate(mysql_global_status_questions[5s])", "statements"),
            unit="ops",
        ),
        lines(
            "Database threads",
            "Sessions that execute a statement at the moment of the scrape, and all that are connected.",
            Query("mysql_global_status_threads_running", "running"),
            Query("mysql_global_status_threads_connected", "connected"),
            unit="short",
        ),
        _cpu("Downstream CPU", "downstream"),
        lines(
            "Downstream",
            "Calls that downstream has completed per second.",
            Query("rate(threadmill_downstream_messages_completed_total[5s])", "messages"),
            Query("rate(threadmill_downstream_streams_completed_total[5s])", "streams"),
            unit="reqps",
        ),
        lines(
            "Downstream in flight",
            "Calls under way in downstream, and connections to it.",
            Query("threadmill_downstream_open_messages", "messages"),
            Query("threadmill_downstream_open_streams", "streams"),
            Query("threadmill_downstream_open_connections", "connections"),
            unit="short",
        ),
    ),
)

WATCHERS = Row(
    "The load machine and the observers: whether the figures above can be trusted",
    (
        _cpu("Load machine CPU", "load"),
        lines(
            "Load machine memory",
            "Working set as a share of the cap.",
            Query('threadmill:memory_share{machine="load"}', "used"),
            unit="percentunit",
        ),
        lines(
            "Scrapes",
            "How long a scrape takes; one that takes 0.9 s is given up, and leaves a gap.",
            Query("max by (job) (scrape_duration_seconds and on (instance) (up == 1))", "{{job}}"),
            unit="s",
        ),
    ),
)

DASHBOARD = Dashboard(
    uid="threadmill-live-run",
    title="Live run",
    description="What the machines do while k6 drives the app.",
    span=("now-5m", "now"),
    refresh="2s",
    annotations=(
        Annotation(
            "Windows",
            'sum by (variant, scenario) (rate(k6_threadmill_good_total{window="in"}[3s])) > 0',
            title="{{variant}}: window",
            text="{{scenario}}",
            colour="#56B4E9",
        ),
        Annotation(
            "Starts",
            'max by (variant) (container_start_time_seconds{machine="app"}) * 1000',
            title="{{variant}} started",
            text="a fresh process",
            colour="#999999",
            at_value=True,
        ),
    ),
    rows=(LOAD, APP, BESIDE, WATCHERS),
)
