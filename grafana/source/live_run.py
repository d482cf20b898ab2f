"""What happens now: the load, the app, the database and downstream beside it, and the load machine itself."""

from grafana.source.app_row import APP
from grafana.source.dashboard import Dashboard, Row, annotation
from grafana.source.panel import Panel, heat_map, lines
from grafana.source.query import Query, by_variant


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
