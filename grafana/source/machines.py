"""Every container against its caps."""

from grafana.source.dashboard import Dashboard, Row
from grafana.source.panel import Panel, Query, lines

LET_OFF = "Cores that the machine may use; the app and downstream are let off while they warm up."
THROTTLED = "Share of the 100 ms periods in which the cap stopped the machine."
RECEIVED, SENT = (f"rate(container_network_{way}_bytes_total[5s])" for way in ("receive", "transmit"))


def _by_machine(title: str, description: str, expr: str, unit: str = "percentunit", how: str = "max") -> Panel:
    return lines(title, description, Query(f"{how} by (machine) ({expr})", "{{machine}}"), unit=unit)


CAPS = Row("Against the caps", (
    _by_machine("CPU", "CPU time as a share of the machine's cap, over the last 5 s.", "threadmill:cpu_share"),
    _by_machine("Throttled", THROTTLED, "threadmill:throttled_share"),
    _by_machine("Memory", "Working set as a share of the machine's cap.", "threadmill:memory_share"),
    _by_machine("CPU cap", LET_OFF, "threadmill:cpu_cap_cores", "short"),
), width=12)  # fmt: skip
NUMBERS = Row("In numbers", (
    _by_machine("Memory", "Working set.", "threadmill:memory_bytes", "bytes"),
    _by_machine("Threads", "As the operating system counts them.", "threadmill:threads", "short"),
    _by_machine("Received", "Bytes that reached the machine per second.", RECEIVED, "Bps", how="sum"),
    _by_machine("Sent", "Bytes that the machine sent per second.", SENT, "Bps", how="sum"),
), width=12)  # fmt: skip

DASHBOARD = Dashboard(
    uid="threadmill-machines", title="Machines", span=("now-5m", "now"), refresh="5s", rows=(CAPS, NUMBERS),
    description="Every container's CPU, memory, threads and network against its caps.",
)  # fmt: skip
