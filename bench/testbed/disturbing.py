"""Disturbing a window on purpose, by as much as a disturbance says, and nothing beyond that window."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from bench.spec.disturbances import CUT, GROWING, OTHER_LOAD, STARVED, Disturbance
from bench.testbed import engine, placement, probe
from bench.testbed.machines import Machines

CONTAINER = "threadmill-disturbance"
BUSY = "import sys, time\nend = time.monotonic() + float(sys.argv[1])\nwhile time.monotonic() < end: pass"
SPARE = 120.0
"""Seconds beyond load and window after which another load ends by itself, should nobody be left to end it."""
CUTTING = """
import fcntl, socket, struct, sys, time
def switch(up):
    request = struct.pack('16sh14x', b'eth0', 0)
    flags = struct.unpack('16sh14x', fcntl.ioctl(wire, 0x8913, request))[1]
    fcntl.ioctl(wire, 0x8914, struct.pack('16sh14x', b'eth0', flags | 1 if up else flags & ~1))
wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
time.sleep(float(sys.argv[1]))
switch(False)
time.sleep(float(sys.argv[2]))
switch(True)
"""
"""Takes eth0 down and up again (SIOCGIFFLAGS and SIOCSIFFLAGS, netdevice(7)). Inside one network no route is lost."""
INSERTS = 10
"""Statements a second by which a table grows: too few for the database's count of statements to be about them."""
INSERT = """
INSERT INTO unrealestate.agents (firstname, lastname, nickname, email, phone, birth_date)
SELECT firstname, lastname, nickname, email, phone, birth_date FROM pristine.agents LIMIT {rows};
DO SLEEP({pause});
"""


@contextmanager
def disturbed(
    machines: Machines, asked: Disturbance, lasts: tuple[float, float], load_cores: float
) -> Iterator[Callable[[], None]]:
    """Inside, the disturbance is at work. What is yielded is to be called as the window begins.

    `lasts` are the seconds of load before the window, and of the window; `load_cores` is the CPU, in cores, that an
    undisturbed load machine uses. A ThreadmillError where a disturbance could not be made.
    """
    before, window = lasts
    with ThreadPoolExecutor(max_workers=1) as beside:
        if asked.fault == OTHER_LOAD:
            _other_load(machines, asked.strength, before + window + SPARE)
            try:
                yield _nothing
            finally:
                remove()
        elif asked.fault == STARVED:
            yield lambda: machines.restore_caps({"load": starved(asked, load_cores)})
        elif asked.fault == GROWING:
            growing = beside.submit(_grow, machines, int(asked.strength), before + window)
            yield _nothing
            growing.result()
        elif asked.fault == CUT:
            cuts: list[Future[None]] = []
            yield lambda: cuts.append(beside.submit(_cut, asked.strength, (window - asked.strength) / 2))
            for cut in cuts:
                cut.result()
        else:
            yield _nothing


def remove() -> None:
    """End another load, if there is one."""
    engine.discard(CONTAINER, placement.of("app"))


def starved(asked: Disturbance, load_cores: float) -> float:
    """The CPU cap of a load machine that uses so many cores undisturbed."""
    return round(asked.strength * load_cores, 2)


def _nothing() -> None:
    """Where the disturbance is at work already."""


def _other_load(machines: Machines, share: float, seconds: float) -> None:
    at = placement.of("app")
    engine.discard(CONTAINER, at)
    engine.docker(
        "run", "--detach", "--rm", "--name", CONTAINER, "--network", "none", f"--cpus={share}",
        f"--cpuset-cpus={machines.caps['app'].cores}", probe.IMAGE, "python3", "-I", "-c", BUSY, str(seconds), at=at,
    )  # fmt: skip


def _grow(machines: Machines, rows: int, seconds: float) -> None:
    statement = INSERT.format(rows=rows // INSERTS, pause=1 / INSERTS)
    machines.database.ask(statement * int(seconds * INSERTS), within=3 * seconds)


def _cut(seconds: float, after: float) -> None:
    engine.docker(
        "run", "--rm", "--name", CONTAINER, f"--network=container:{engine.existing()['load']}", "--user=0",
        "--cap-drop=ALL", "--cap-add=NET_ADMIN", probe.IMAGE, "python3", "-I", "-c", CUTTING, str(after), str(seconds),
        at=placement.of("load"),
    )  # fmt: skip
