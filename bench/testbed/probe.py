"""What only a host itself can tell, asked of the one that carries a machine: the harness's own system, or another.

On the harness's own host it is read from /proc. On each of several hosts a small container runs images/probe, to which
the harness keeps one process open, so that a question costs a round trip and no start of a process.
"""

import json
import os
import statistics
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any

from bench.errors import HostGoneError, ThreadmillError
from bench.results import HostLink
from bench.testbed import engine, host, placement
from bench.testbed.placement import Engine

IMAGE = "threadmill/probe:dev"
CONTAINER = "threadmill-probe"
ANSWERING = ("python3", "-I", "/probe.py", "ask")
"""What answers questions in it, for as long as it is asked."""
ALIAS = "probe-{number}"
"""An engine's probe, as the others find it on the machines' network."""


class Probe:
    """The probe of one of several hosts. `start` makes its container; the first question opens a process there, which
    `close` ends."""

    def __init__(self, at: Engine) -> None:
        self._at = at
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, network: str) -> None:
        """A fresh container on the machines' network. It takes no CPU but when it is asked."""
        engine.discard(CONTAINER, self._at)
        engine.docker(
            "run", "--detach", "--name", CONTAINER, "--network", network,
            "--network-alias", ALIAS.format(number=self._at.number), "--read-only", "--cap-drop", "ALL",
            "--security-opt", "no-new-privileges", "--memory", "64m", IMAGE, at=self._at,
        )  # fmt: skip

    def ask(self, *question: object) -> Any:
        """The answer to one question of images/probe/probe.py; a ThreadmillError where the host gives none."""
        with self._lock:
            process = self._process = self._process or engine.opened(CONTAINER, *ANSWERING, at=self._at)
            assert process.stdin and process.stdout
            try:
                process.stdin.write(f"{json.dumps(question)}\n".encode())
                process.stdin.flush()
                line = process.stdout.readline()
            except OSError:
                line = b""
            if not line:
                self.close()
                raise HostGoneError(f"{self._at} no longer answers; see to that host, then go on with RESUME")
        told = json.loads(line)
        if "fault" in told:
            raise ThreadmillError(f"{self._at} cannot tell {question[0]}: {told['fault']}")
        return told["answer"]

    def link(self, other: Engine) -> HostLink:
        """The way to another host's probe: its median exchange, of which the clock is read at the quickest."""
        exchanges: Sequence[tuple[float, float]] = self.ask("reach", ALIAS.format(number=other.number))
        _, ahead = min(exchanges)
        median = statistics.median(seconds for seconds, _ in exchanges)
        return HostLink(round_trip_ms=round(median * 1000, 3), clock_ahead=round(ahead, 4))

    def behind(self) -> float:
        """Seconds by which the harness's clock is ahead of this host's, at the quickest of a few questions."""
        found: list[tuple[float, float]] = []
        for _ in range(5):
            asked = time.time()
            there = float(self.ask("clock"))
            answered = time.time()
            found.append((answered - asked, (asked + answered) / 2 - there))
        return min(found)[1]

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None


_probes: dict[Engine, Probe] = {}
_kernels: dict[Engine, str] = {}
"""Those of the engines that have been asked: it stays what it is."""


def know(at: Engine, facts: host.EngineFacts) -> None:
    """Remember what kernel an engine runs on. Where it is another than this system's, nothing is read here of it."""
    _kernels[at] = facts.kernel


def kernel(machine: str) -> str:
    """The kernel of the machine's host, as its engine tells it."""
    at = placement.of(machine)
    if at not in _kernels:
        know(at, host.engine_facts(at))
    return _kernels[at]


def _untold(machine: str) -> bool:
    """Whether the engine of this system is known to run on another kernel, of whose host nobody tells."""
    known = _kernels.get(placement.of(machine))
    return known is not None and host.is_elsewhere(known)


def of(at: Engine) -> Probe:
    """The probe of an engine's host, one for each."""
    return _probes.setdefault(at, Probe(at))


def close() -> None:
    """End what is open to the probes."""
    while _probes:
        _, one = _probes.popitem()
        one.close()


def describe(at: Engine) -> host.Host:
    """A host of machines; one of several tells of itself by its probe, once that runs."""
    if not at.address:
        return host.describe()
    told = of(at).ask("read", ["/proc/meminfo", "/proc/cpuinfo"])
    return host.described(host.engine_facts(at), told.get("/proc/meminfo", ""), told.get("/proc/cpuinfo", ""))


def busy_seconds(machine: str) -> dict[int, float]:
    """Seconds that each core of the machine's host has not been idle since boot; empty where the host does not tell."""
    return host.parse_stat(read(machine, "/proc/stat").get("/proc/stat", ""))


def read(machine: str, *paths: str) -> dict[str, str]:
    """What these files hold on the machine's host, by path: empty where this host cannot read them or the machine runs
    on another kernel, a ThreadmillError where the probe of another host cannot."""
    if placement.several():
        found: dict[str, str] = of(placement.of(machine)).ask("read", list(paths))
        return found
    if _untold(machine):
        return dict.fromkeys(paths, "")
    return {path: host.read(path) for path in paths}


def work(machine: str, cores: set[int], turns: int) -> float | None:
    """The CPU seconds that a loop of so many turns takes on cores of the machine's host; None where it does not tell.

    On the harness's own host the calling thread stays on these cores.
    """
    if placement.several():
        took: float | None = of(placement.of(machine)).ask("work", sorted(cores), turns)
        return took
    if _untold(machine):
        return None
    try:
        os.sched_setaffinity(0, cores)
    except (AttributeError, OSError):  # not Linux, or no cores
        return None
    began = time.thread_time()
    for _ in range(turns):
        pass
    return time.thread_time() - began
