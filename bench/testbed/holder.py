"""The process that holds the lock: who it is, and whether it can be seen from here that it has ended."""

import json
import os
import socket
import subprocess
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from bench.spec import settings
from bench.testbed import host

ENDED = "ZX"
"""States of /proc/<pid>/stat that a process has when it is killed and its parent has not yet asked how it ended."""


@dataclass(frozen=True)
class Holder:
    """A process of a command.

    `machine` is the host's own id and `boot` that of its present boot; `namespace` is the set of process ids that
    `pid` belongs to; each is empty on a system without such a thing. `started` is when the process began, in
    whatever unit its system uses, and `since` when it asked for the lock (UTC).
    """

    host: str
    machine: str
    boot: str
    namespace: str
    pid: int
    started: str
    command: str
    since: str

    @classmethod
    def here(cls, command: str) -> Self:
        """This process, running `command`."""
        return cls(
            host=socket.gethostname(),
            machine=host.read("/etc/machine-id").strip(),
            boot=host.read("/proc/sys/kernel/random/boot_id").strip(),
            namespace=_link("/proc/self/ns/pid"),
            pid=os.getpid(),
            started=process_start(os.getpid()) or "",
            command=command,
            since=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        )

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The holder that `dump` wrote; None if the text is something else."""
        try:
            return cls(**json.loads(text))
        except (ValueError, TypeError):
            return None

    def dump(self) -> str:
        """All of it as one line."""
        return json.dumps(asdict(self))

    def __str__(self) -> str:
        return f"`{self.command}`, process {self.pid} on {self.host} since {self.since}"

    def is_visible(self) -> bool:
        """Whether this process can look for it: the same host, and the same process ids unless the host has booted."""
        here = Holder.here("")
        if (self.host, self.machine) != (here.host, here.machine):
            return False
        return self._before_boot(here) or self.namespace == here.namespace

    def has_ended(self) -> bool:
        """Whether it certainly runs no more. False for a process that cannot be looked for."""
        ended = self._before_boot(Holder.here("")) or process_start(self.pid) != self.started
        return ended and self.is_visible()

    def _before_boot(self, here: "Holder") -> bool:
        """Whether the host has booted since. Without an id of the host, another boot may be another host's."""
        return bool(self.machine) and self.boot != here.boot


def process_start(pid: int) -> str | None:
    """When a process began; None if there is none of that id. From /proc, or from `ps` on a system without it."""
    if Path("/proc/self/stat").exists():
        return parse_stat(host.read(f"/proc/{pid}/stat").strip())
    told = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], env=settings.environment(LC_ALL="C", TZ="UTC"),
        capture_output=True, text=True,
    )  # fmt: skip
    return told.stdout.strip() or None


def parse_stat(text: str) -> str | None:
    """The start in ticks since boot, field 22 of /proc/<pid>/stat (proc_pid_stat(5)); None for one that has ended."""
    fields = text.rpartition(")")[2].split()  # the name before it may hold blanks and brackets
    return None if not fields or fields[0] in ENDED else fields[19]


def _link(path: str) -> str:
    try:
        return str(Path(path).readlink())
    except OSError:
        return ""
