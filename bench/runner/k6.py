"""k6 on the load machine: its command line, the moments of its window, its summary."""

import queue
import re
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from bench.errors import MachineGoneError, ThreadmillError
from bench.paths import ROOT
from bench.results import LoadSummary
from bench.spec import settings
from bench.testbed import engine, placement

CONTAINER = "threadmill-load"
HEAP_SHARE = 0.85
"""Share of the load machine's memory that k6's heap may take; the rest is for what Go does not count."""
GOAL_SHARE = 0.70
"""Share of it at which garbage is collected where the users are known. Nearer to HEAP_SHARE Go makes whoever allocates
mark, and all users stand still."""
USER_BYTES = 420_000
"""Of k6's heap that live for each user (docs/measurements/users-of-k6.md)."""
GOGC = 400
"""Go's setting where they are not known: percent of what lives that may become garbage before it is collected."""
WINDOW_START = "threadmill window start"
LEAD = re.compile(WINDOW_START + r", (\d+) s into the load")
WINDOW_END = "threadmill window end"
LOAD_END = "threadmill load end"
TAIL = 2.0
"""Seconds for which the load goes on after its window (k6/lib/window.ts)."""
USUAL_WEIGHT, BEHIND_COMPILERS = 1024, 16
"""The load machine's weight among those that want the same core: every other's, and one that leaves it to an app that
compiles. Requests take CPU of the app as well, so a k6 that has its part keeps the compilers waiting twice."""


@dataclass(frozen=True)
class Offer:
    """The load that one k6 process offers: a closed model of `vus` users, or an open one of `rate` requests/s.

    `settle` seconds of load pass uncounted before the window of `duration` seconds; `seed` fixes every random draw;
    `options` are settings of the scenario itself, such as THINK. `variant` and its `configuration` label k6's series.
    """

    scenario: str
    variant: str
    model: str
    vus: int | None
    rate: int | None
    settle: int
    duration: int
    seed: int
    observed: bool = True
    options: Mapping[str, str] = field(default_factory=dict)
    configuration: str = "stock"

    @property
    def level(self) -> int:
        """Its users, or its rate."""
        return self.vus or self.rate or 0

    @property
    def starts_within(self) -> float:
        """Seconds within which its window must begin: a minute more than its users and its settling take."""
        return int(self.options.get("RAMP", "0")) + self.settle + 60

    def at(self, level: int) -> "Offer":
        """The same at so many users, or at that rate."""
        return replace(self, vus=level) if self.model == "closed" else replace(self, rate=level)

    def reserving(self, users: int) -> "Offer":
        """The same with so many users at most in the open model."""
        return replace(self, options={**self.options, "MAX_VUS": str(users)})

    def environment(self) -> dict[str, str]:
        """What the script reads through __ENV."""
        given = {
            "MODEL": self.model, "VUS": self.vus, "RATE": self.rate,
            "SETTLE": self.settle, "DURATION": self.duration, "SEED": self.seed,
        }  # fmt: skip
        return {**self.options, **{key: str(value) for key, value in given.items() if value is not None}}

    def command(self) -> list[str]:
        """The Compose call that runs k6 on the load machine."""
        memory = settings.now()["LOAD_MEMORY"]
        told = {**self.environment(), "GOMEMLIMIT": heap_limit(memory), "GOGC": self._garbage(memory)}
        variables = [f"--env={key}={value}" for key, value in told.items()]
        tags = [f"--tag=variant={self.variant}", f"--tag=configuration={self.configuration}"]
        output = ["--out=experimental-prometheus-rw", *tags] if self.observed else []
        return [
            "docker", "compose", "--profile", "load", "run", "--no-deps", "-T", f"--name={CONTAINER}",
            *variables, "load", "run", "--quiet", "--no-usage-report", *output, f"/k6/scenarios/{self.scenario}.ts",
        ]  # fmt: skip

    def _garbage(self, memory: str) -> int:
        reserved = self.options.get("MAX_VUS") if self.model == "open" else None
        return garbage(int(reserved), memory) if reserved else GOGC


class Load(AbstractContextManager["Load"]):
    """One k6 process under way, which leaving it ends. `lead`: for how many seconds the load had been on when its
    window began. The load machine outlives k6 until wait_end(), summary() or stop(), so that its counters can be read.
    """

    def __init__(self, offer: Offer) -> None:
        remove()
        self.offer = offer
        self.lead = 0
        self._moments: queue.Queue[str | None] = queue.Queue()
        self._log: deque[str] = deque(maxlen=200)  # k6 writes a line for every failed request
        self._output: list[str] = []
        self._over = threading.Event()
        self._process = subprocess.Popen(
            offer.command(), cwd=ROOT, env=engine.environment(placement.of("load")), text=True, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self._readers = [
            threading.Thread(target=self._read_log, daemon=True),
            threading.Thread(target=self._read_output, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def weigh(self, weight: int) -> None:
        """Give the load machine this weight where others want its cores, from now on."""
        engine.docker("update", f"--cpu-shares={weight}", CONTAINER, at=placement.of("load"))

    def wait_for(self, moment: str, within: float) -> None:
        """Return as soon as the script announces `moment`; a ThreadmillError if it ends or stays silent instead."""
        deadline = time.monotonic() + within
        while (left := deadline - time.monotonic()) > 0:
            try:
                announced = self._moments.get(timeout=left)
            except queue.Empty:
                break
            if announced == moment:
                return
            if announced is None:
                raise self._failed("ended too early")
        told = f"k6 did not announce '{moment}' within {within:.0f} s; its log is above, `make doctor` checks the host"
        raise ThreadmillError(told, self.log_tail())

    def ended(self) -> bool:
        """Whether k6 has ended."""
        return self._over.is_set() or self._process.poll() is not None

    def wait_end(self, within: float) -> None:
        """Return once k6 has let its last requests finish and has ended by itself, and the load machine with it."""
        self._release()
        try:
            self._process.wait(timeout=within)
        except subprocess.TimeoutExpired:
            told = f"k6 did not end within {within:.0f} s after its window; take a shorter TIMEOUT, or offer less"
            raise ThreadmillError(told, self.log_tail()) from None
        if self._process.returncode != 0:
            raise self._failed("failed")

    def check(self) -> None:
        """Raise if k6 has ended with a fault."""
        if self._process.poll() not in (None, 0):
            raise self._failed("ended too early")

    def summary(self, within: float) -> LoadSummary:
        """Wait until k6 has let its last requests finish, and read its summary."""
        self.wait_end(within)
        for reader in self._readers:
            reader.join(timeout=5)
        return parse_summary("".join(self._output))

    def stop(self) -> None:
        """End the load now. Safe to call twice."""
        remove()
        self._release()
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def log_tail(self) -> str:
        """k6's last log lines, without the harness's own moments."""
        return "\n".join(list(self._log)[-20:])

    def _release(self) -> None:
        """Let the load machine end with k6."""
        assert self._process.stdin
        self._process.stdin.close()

    def _failed(self, how: str) -> ThreadmillError:
        if engine.states(["load"])["load"].get("OOMKilled"):
            told = "load is gone: it went over its memory cap; raise LOAD_MEMORY, or offer fewer users"
            return MachineGoneError(told, self.log_tail())
        cause = next((message(line) for line in reversed(list(self._log)) if "level=error" in line), None)
        cause = cause or engine.last_line(self.log_tail())
        return ThreadmillError(f"k6/scenarios/{self.offer.scenario}.ts {how}: {cause}", self.log_tail())

    def _read_log(self) -> None:
        assert self._process.stderr
        for line in self._process.stderr:
            if announced := LEAD.search(line):
                self.lead = int(announced[1])
                self._moments.put(WINDOW_START)
            elif WINDOW_END in line:
                self._moments.put(WINDOW_END)
            elif LOAD_END in line:
                self._over.set()
                self._moments.put(None)
            else:
                self._log.append(line.rstrip())
        self._moments.put(None)

    def _read_output(self) -> None:
        assert self._process.stdout
        self._output.extend(self._process.stdout)


def heap_limit(memory: str) -> int:
    """The bytes at which k6's runtime collects garbage at the latest, of a cap such as 2g (Docker's notation).

    Go's own rule, at twice of what lives, makes 3,000 users stand still for two seconds out of fourteen, since all that
    lives is marked each time; GOGC makes it rarer, and this keeps it within the cap.
    """
    return int(settings.size(memory) * HEAP_SHARE)


def garbage(users: int, memory: str) -> int:
    """Percent of what so many users keep that may become garbage before Go collects it (GOGC): few users leave room for
    a whole window without a collection, which at a high rate would show in the app's p99."""
    return max(int(100 * (settings.size(memory) * GOAL_SHARE / (users * USER_BYTES) - 1)), GOGC)


def remove() -> None:
    """Remove the load machine's container if there is one."""
    if "load" in engine.existing():
        engine.docker("rm", "--force", CONTAINER, at=placement.of("load"))


def parse_summary(text: str) -> LoadSummary:
    """The one JSON object that the scenario's handleSummary wrote to standard output."""
    start = text.find("{")
    if start < 0:
        raise ThreadmillError("k6 wrote no summary; the scenario must export handleSummary of k6/lib/summary.ts")
    return LoadSummary.model_validate_json(text[start:])


def message(line: str) -> str:
    """The msg field of one of k6's log lines, or the whole line."""
    match = re.search(r'msg="((?:[^"\\]|\\.)*)"', line)
    return match.group(1).replace("\\n", " ").replace('\\"', '"')[:300] if match else line
