"""k6 on the load machine: its process, the moments of its window, its summary."""

import math
import queue
import re
import subprocess
import threading
import time
from collections import deque
from contextlib import AbstractContextManager

from bench.errors import MachineGoneError, ThreadmillError
from bench.paths import ROOT
from bench.results import LoadSummary
from bench.runner.offer import CONTAINER, Offer
from bench.spec import scenarios
from bench.testbed import engine, placement

WINDOW_START = "threadmill window start"
LEAD = re.compile(WINDOW_START + r", (\d+) s into the load")
WINDOW_END = "threadmill window end"
LOAD_END = "threadmill load end"
COLLECTED = re.compile(r"gc \d+ @\S+ \d+%: ([\d.]+)\+([\d.]+)\+([\d.]+) ms clock")
"""How Go tells of a collection that is over: its milliseconds of stop, marking and stop (GODEBUG=gctrace=1)."""
TAIL = 2.0
"""Seconds for which the load goes on after its window (k6/lib/window.ts)."""
USUAL_WEIGHT, BEHIND_COMPILERS = 1024, 16
"""The load machine's weight among those that want the same core: every other's, and one that leaves it to an app that
compiles. Requests take CPU of the app as well, so a k6 that has its part keeps the compilers waiting twice."""


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
        self._at: dict[str, float] = {}
        self._collections: list[tuple[float, float]] = []
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
        window = self._at.get(WINDOW_START, math.inf), self._at.get(WINDOW_END, math.inf)
        collecting = round(sum(overlap(one, window) for one in self._collections), 3)
        return parse_summary("".join(self._output)).model_copy(update={"collecting_seconds": collecting})

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
        return ThreadmillError(f"{scenarios.written(self.offer.scenario)} {how}: {cause}", self.log_tail())

    def _read_log(self) -> None:
        assert self._process.stderr
        for line in self._process.stderr:
            now = time.monotonic()
            if announced := LEAD.search(line):
                self.lead = int(announced[1])
                self._announce(WINDOW_START, now)
            elif WINDOW_END in line:
                self._announce(WINDOW_END, now)
            elif collected := COLLECTED.match(line):
                self._collections.append((now - sum(map(float, collected.groups())) / 1000, now))
            elif LOAD_END in line:
                self._over.set()
                self._moments.put(None)
            else:
                self._log.append(line.rstrip())
        self._moments.put(None)

    def _announce(self, moment: str, now: float) -> None:
        self._at[moment] = now
        self._moments.put(moment)

    def _read_output(self) -> None:
        assert self._process.stdout
        self._output.extend(self._process.stdout)


def overlap(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Seconds that two stretches of time, each from its first to its last moment, have in common."""
    return max(min(one[1], other[1]) - max(one[0], other[0]), 0.0)


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
