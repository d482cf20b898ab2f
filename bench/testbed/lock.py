"""One command at a time has the engine's machines: two at once would measure, and stop, each other's.

The lock is a container of a fixed name that is created and never started. Of all objects that an engine has, its
creation alone is exclusive: the daemon reserves the name before anything else, in every version from 20.10 to 29
(moby, daemon/names.go). A volume of the same name is silently shared, networks of one name could be made twice, and
configurations need a swarm. Its label says who holds it; it is removed by its id, so that nobody removes another's.
"""

import contextlib
import io
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from bench.console import console
from bench.errors import ThreadmillError
from bench.testbed import engine
from bench.testbed.holder import Holder

NAME = "threadmill-lock"
IMAGE = "threadmill/lock:dev"
LABEL = "threadmill.holder"
TAKEN = "is already in use by container"
"""What the daemon says of a reserved name."""
GONE = ("No such container", "is already in progress")
"""What it says of a container that another command has removed, or is removing."""
ATTEMPTS = 10
"""Locks of others that may vanish between two questions before something must be wrong."""


class Found(NamedTuple):
    """The lock as it stands on the engine. `holder` is None where the label is not this project's."""

    container: str
    holder: Holder | None


@contextmanager
def held(command: str) -> Iterator[None]:
    """Have the engine's machines inside, whatever ends it. A ThreadmillError if another command has them."""
    mine = Holder.here(command)
    try:
        acquire(mine)
        yield
    finally:
        release(mine)


def acquire(mine: Holder) -> None:
    """Take the lock, also from a process of this host that ended without releasing it."""
    for _ in range(ATTEMPTS):
        if _created(mine):
            return
        found = find()
        if found is None:
            continue  # released meanwhile
        if found.holder is None or not found.holder.has_ended():
            raise ThreadmillError(_refusal(found.holder))
        console.print(f"taking over the machines from {found.holder}, which ended without giving them back")
        _remove(found.container)
    raise ThreadmillError(f"the lock '{NAME}' comes and goes; look for other commands, then `docker rm {NAME}`")


def release(mine: Holder) -> None:
    """Give the lock back if `mine` has it. An engine that fails now keeps it, until the next command takes it over."""
    with contextlib.suppress(ThreadmillError):
        found = find()
        if found and found.holder == mine:
            _remove(found.container)


def find() -> Found | None:
    """The lock, if any command has it."""
    form = f'{{{{.ID}}}} {{{{.Label "{LABEL}"}}}}'
    listing = engine.docker("ps", "--all", "--no-trunc", "--filter", f"name=^/{NAME}$", "--format", form).strip()
    if not listing:
        return None
    container, _, label = listing.partition(" ")
    return Found(container, Holder.parse(label))


def _created(mine: Holder) -> bool:
    """Whether the lock was free, and is taken now."""
    _ensure_image()
    try:
        engine.docker(
            "create", "--pull", "never", "--name", NAME, "--network", "none", "--label", f"{LABEL}={mine.dump()}",
            IMAGE, "never-started",
        )  # fmt: skip
    except ThreadmillError as fault:
        if TAKEN in fault.logs:
            return False
        raise
    return True


def _ensure_image() -> None:
    """A container needs an image. This one holds a note and comes from no registry, so that the lock is before all."""
    if engine.docker("images", "--quiet", IMAGE).strip():
        return
    note = b"The image of the container that says which command has Threadmill's machines. It is never started.\n"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        entry = tarfile.TarInfo("README")
        entry.size = len(note)
        archive.addfile(entry, io.BytesIO(note))
    engine.docker("import", "-", IMAGE, stdin=packed.getvalue().decode("ascii"))


def _remove(container: str) -> None:
    try:
        engine.docker("rm", container)
    except ThreadmillError as fault:
        if not any(word in fault.logs for word in GONE):
            raise


def _refusal(holder: Holder | None) -> str:
    if holder is None:
        return f"a container named {NAME} is in the way, and it is not Threadmill's; see to it, then `docker rm {NAME}`"
    told = f"another command has the machines ({holder}), and two at once would measure each other: "
    if holder.is_visible():
        return told + "wait until it has ended"
    return told + f"wait until it has ended; this cannot be seen from here, so if it was killed: docker rm {NAME}"
