"""Every container against its caps."""

from grafana.source.dashboard import Dashboard, Row
from grafana.source.panel import Panel, lines
from grafana.source.query import Query


def _by_machine(title: str, description: str, expr: str, unit: str) -> Panel:
    return lines(title, description, Query(expr, "{{machine}}"), unit=unit, width=12)


DASHBOARD = Dashboard(
    uid="threadmill-machines",
    title="Machines",
    description="Every container's CPU, memory, threads and network against its caps.",
    span=("now-5m", "now"),
    refresh="5s",
    rows=(
        Row(
            "Against the caps",
            (
                _by_machine(
                    "CPU",
                    "CPU time as a share of the machine's cap, over the last 5 s.",
                    "max by (machine) (threadmill:cpu_share)",
                    "percentunit",
                ),
                _by_machine(
                    "Throttled",
                    "Share of the 100 ms periods in which the cap stopped the machine.",
                    "max by (machine) (threadmill:throttled_share)",
                    "percentunit",
                ),
                _by_machine(
                    "Memory",
                    "Working set as a share of the machine's cap.",
                    "max by (machine) (threadmill:memory_share)",
                    "percentunit",
                ),
                _by_machine(
                    "CPU cap",
                    "Cores that the machine may use; the app and downstream are let off while they warm up.",
                    "max by (machine) (threadmill:cpu_cap_cores)",
                    "short",
                ),
            ),
        ),
        Row(
            "In numbers",
            (
                _by_machine("Memory", "Working set.", "max by (machine) (threadmill:memory_bytes)", "bytes"),
                _by_machine(
                    "Threads", "As the operating system counts them.", "max by (machine) (threadmill:threads)", "short"
                ),
                _by_machine(
                    "Received",
                    "Bytes that reached the machine per second.",
                    "sum by (machine) (rate(container_network_receive_bytes_total[5s]))",
                    "Bps",
                ),
                _by_machine(
                    "Sent",
                    "Bytes that the machine sent per second.",
                    "sum by (machine) (rate(container_network_transmit_bytes_total[5s]))",
                    "Bps",
                ),
            ),
        ),
    ),
)
