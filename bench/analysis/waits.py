"""Where the time of a request went while it waited: the mean latency of a window in parts. Pure functions.

Users saw the latency; the window's gauges and counters say how much of it was spent where. Gauges become times by
Little's law, time = how many are there / requests per second (Little, Operations Research 9(3), 1961).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bench.analysis.limiter import ALL_BUSY
from bench.results import AppUse, MachineUse, Plan, Window

How = Literal["measured", "derived", "declared", "remainder"]
WORKER, CONNECTION = "queued for a worker", "queued for a connection"
HOLDING, DATABASE = "holding a connection", "database's CPU"
DOWNSTREAM, RUNNING = "downstream or timer", "app's CPU"
HANDLER, STOPPED, COLLECTED, REMAINDER = (
    "runnable in the handler",
    "stopped by the cap",
    "stopped by the collector",
    "not explained",
)

BASES: Mapping[str, tuple[How, str]] = {
    WORKER: ("derived", "latency less the workers that were busy / requests per second; 0 where a worker was free"),
    CONNECTION: ("derived", "requests waiting for a connection / requests per second"),
    HOLDING: ("derived", "connections in use / requests per second, less the database's CPU"),
    DATABASE: ("measured", "CPU of the database's cgroup / requests"),
    DOWNSTREAM: ("declared", "what the scenario says that it waits at least"),
    RUNNING: ("measured", "CPU of the app's cgroup / requests"),
    HANDLER: ("derived", "requests in the handler / requests per second, less all that is named above"),
    STOPPED: ("derived", "the share of the window in which the cgroup was throttled, of all waiting inside the app"),
    COLLECTED: ("derived", "the share of the window in which the collector stopped the app, in the same way"),
    REMAINDER: ("remainder", "before and after the handler: queues of the event loops or of the kernel, network, k6"),
}
"""How each part is known, in the order in which they are drawn."""


@dataclass(frozen=True)
class Part:
    """Milliseconds of the mean latency."""

    name: str
    ms: float

    @property
    def how(self) -> How:
        """Whether it was measured, derived by arithmetic, declared by the scenario, or is what remains."""
        return BASES[self.name][0]


@dataclass(frozen=True)
class Waits:
    """The parts of `latency_ms`, the mean of good answers, in the order of BASES. They add up to it; a negative
    remainder says that the gauges, which are read every two seconds, add up to more than the users saw."""

    latency_ms: float
    parts: tuple[Part, ...]

    def ms(self, name: str) -> float:
        """One part; 0 where the window has none."""
        return sum(part.ms for part in self.parts if part.name == name)


def split(plan: Plan, window: Window) -> Waits | None:
    """The mean latency of a window in parts; None where nothing was answered, or where the load varies by design."""
    latency, rate = window.load.latency_ms.mean, window.throughput
    if latency is None or not rate or window.load.timeline is not None:
        return None
    app, use = window.app, window.use
    running = _cpu(window, "app")
    held = _each(app.pool_busy, rate)
    database = min(_cpu(window, "db"), held) if held else 0.0
    connection = _each(app.pool_waiting, rate)
    downstream = min(plan.wait_ms or 0.0, latency)
    worker = max(latency - _each(app.workers_busy, rate), 0.0) if _full(app) else 0.0
    named = connection + held + downstream + running
    handler = max(_each(app.in_flight, rate) - named, 0.0)
    apart = {
        WORKER: worker, CONNECTION: connection, HOLDING: held - database, HANDLER: handler,
        REMAINDER: latency - worker - named - handler,
    }  # fmt: skip
    stopped, collected = _stopped(use["app"], _cores(window)), app.paused or 0.0
    collected = min(collected, 1 - stopped)
    # Whoever waits inside the app while it is stopped waits for that, whatever it stands in line for.
    waiting = {name: ms * (1 - stopped - collected) if ms > 0 else ms for name, ms in apart.items()}
    inside = sum(max(ms, 0.0) for ms in apart.values())
    every = {
        **waiting, DATABASE: database, DOWNSTREAM: downstream, RUNNING: running, STOPPED: stopped * inside,
        COLLECTED: collected * inside,
    }  # fmt: skip
    return Waits(latency, tuple(Part(name, every[name]) for name in BASES if every[name]))


def _each(gauge: float | None, rate: float) -> float:
    """Milliseconds that a request counts in a gauge, by Little's law; 0 without such a gauge."""
    return 1000 * gauge / rate if gauge else 0.0


def _cpu(window: Window, machine: str) -> float:
    """Milliseconds of a machine's CPU for each request."""
    return (window.cpu_us(machine) or 0.0) / 1000


def _full(app: AppUse) -> bool:
    return bool(app.workers) and app.workers_busy is not None and app.workers_busy >= ALL_BUSY * (app.workers or 0)


def _stopped(used: MachineUse, cores: int) -> float:
    """The share of the window in which the app was stopped for its cap. The kernel adds the cores' stops up."""
    return min(used.throttled_seconds / (used.seconds * cores), 1.0)


def _cores(window: Window) -> int:
    """How many cores the app may run on; 1 where that was not read."""
    limits = window.attestation.machines.get("app")
    spans = [part.split("-") for part in limits.cores.split(",") if part] if limits else []
    return sum(int(span[-1]) - int(span[0]) + 1 for span in spans) or 1
