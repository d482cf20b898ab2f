"""One command at a time has an engine's machines: two at once would measure, and stop, each other's.

The lock is a container of a fixed name that is created and never started. Of all objects that an engine has, its
creation alone is exclusive: the daemon reserves the name before anything else, in every version from 20.10 to 29
(moby, daemon/names.go). A volume of the same name is silently shared, networks of one name could be made twice, and
configurations need a swarm. Its label says who holds it; it is removed by its id, so that nobody removes another's.
"""

import contextlib
import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self

from bench.console import console
from bench.errors import ThreadmillError
from bench.spec import settings
from bench.testbed import connection, engine, host, placement
from bench.testbed.placement import HERE, Engine

NAME = "threadmill-lock"
IMAGE = "threadmill/lock:dev"
LABEL = "threadmill.holder"
TAKEN = "is already in use by container"
"""What the daemon says of a reserved name."""
GONE = ("No such container", "is already in progress")
"""What it says of a container that another command has removed, or is removing."""
ATTEMPTS = 10
"""Locks of others that may vanish between two questions before something must be wrong."""

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


class Found(NamedTuple):
    """The lock as it stands on the engine. `holder` is None where the label is not this project's."""

    container: str
    holder: Holder | None


@contextmanager
def held(command: str) -> Iterator[None]:
    """Be connected to the machines' engines inside, and have them, whatever ends it. A ThreadmillError if another
    command has one of them."""
    mine = Holder.here(command)
    with connection.connected():
        try:
            for at in placement.every():
                acquire(mine, at)
            yield
        finally:
            for at in placement.every():
                release(mine, at)


def acquire(mine: Holder, at: Engine = HERE) -> None:
    """Take an engine's lock, also from a process of this host that ended without releasing it."""
    for _ in range(ATTEMPTS):
        if _created(mine, at):
            return
        found = find(at)
        if found is None:
            continue  # released meanwhile
        if found.holder is None or not found.holder.has_ended():
            raise ThreadmillError(_refusal(found.holder, at))
        console.print(f"taking over the machines from {found.holder}, which ended without giving them back")
        _remove(found.container, at)
    raise ThreadmillError(f"the lock '{NAME}' comes and goes; look for other commands, then `docker rm {NAME}`")


def release(mine: Holder, at: Engine = HERE) -> None:
    """Give the lock back if `mine` has it. An engine that fails now keeps it, until the next command takes it over."""
    with contextlib.suppress(ThreadmillError):
        found = find(at)
        if found and found.holder == mine:
            _remove(found.container, at)


def find(at: Engine = HERE) -> Found | None:
    """An engine's lock, if any command has it."""
    form = f'{{{{.ID}}}} {{{{.Label "{LABEL}"}}}}'
    only = ("--filter", f"name=^/{NAME}$")
    listing = engine.docker("ps", "--all", "--no-trunc", *only, "--format", form, at=at).strip()
    if not listing:
        return None
    container, _, label = listing.partition(" ")
    return Found(container, Holder.parse(label))


def _created(mine: Holder, at: Engine) -> bool:
    """Whether the lock was free, and is taken now."""
    ensure_image(at)
    try:
        engine.docker(
            "create", "--pull", "never", "--name", NAME, "--network", "none", "--label", f"{LABEL}={mine.dump()}",
            IMAGE, "never-started", at=at,
        )  # fmt: skip
    except ThreadmillError as fault:
        if TAKEN in fault.logs:
            return False
        raise
    return True


def ensure_image(at: Engine = HERE) -> None:
    """A container needs an image. This one holds a note and comes from no registry, so that the lock is before all."""
    if engine.docker("images", "--quiet", IMAGE, at=at).strip():
        return
    note = "The image of the container that says which command has Threadmill's machines. It is never started.\n"
    engine.docker("import", "-", IMAGE, stdin=engine.packed("README", note), at=at)


def _remove(container: str, at: Engine) -> None:
    try:
        engine.docker("rm", container, at=at)
    except ThreadmillError as fault:
        if not any(word in fault.logs for word in GONE):
            raise


def _refusal(holder: Holder | None, at: Engine) -> str:
    remove = f"docker {f'--context {at.context} ' if at.context else ''}rm {NAME}"
    if holder is None:
        return f"a container named {NAME} is in the way, and it is not Threadmill's; see to it, then `{remove}`"
    place = f" of {at.context}" if at.context else ""
    told = f"another command has the machines{place} ({holder}), and two at once would measure each other: "
    if holder.is_visible():
        return told + "wait until it has ended"
    return told + f"wait until it has ended; this cannot be seen from here, so if it was killed: {remove}"


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
