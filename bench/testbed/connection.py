"""Being connected to several hosts: an SSH process for each forwards its engine's socket and its machines' ports.

So an engine elsewhere is called like one here, at the cost of a round trip: Docker's own way over SSH logs in anew for
each command, of which a window's two ends have a dozen. No port is opened to the outside, and the addresses at which
the harness asks the app and Prometheus stay those of 127.0.0.1.
"""

import shlex
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bench.errors import ThreadmillError, UsageError
from bench.spec import hosts, settings
from bench.spec.variables import HOSTS
from bench.testbed import caps, engine, placement, probe
from bench.testbed.engine import last_line
from bench.testbed.placement import Engine

COMPOSE_FILES = "compose.yaml:compose.hosts.yaml"
SOCKET = "/var/run/docker.sock"
"""Where an engine listens, if its context does not say so."""
CONNECTED_WITHIN, STEP = 20.0, 0.1
OPTIONS = (
    "BatchMode=yes", "ConnectTimeout=10", "ExitOnForwardFailure=yes", "ServerAliveInterval=5", "ServerAliveCountMax=3",
    "StreamLocalBindUnlink=yes", "ControlMaster=no", "ControlPath=none",
)  # fmt: skip
"""Nothing is asked of the user, a host that no longer answers is given up after 15 s, and no other connection of the
user's is shared, which would outlive this one."""


@contextmanager
def connected() -> Iterator[None]:
    """Inside, the machines stand on the hosts that HOSTS names; where it is not given, on the one engine."""
    name = settings.environment().get(HOSTS.name, "")
    if not name or placement.several():
        yield
        return
    file = hosts.read(name)
    endpoints = {context: endpoint(context) for context in file.contexts}
    with settings.held({"COMPOSE_FILE": COMPOSE_FILES}), ExitStack() as stack:
        plan = caps.read(engine.config())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="threadmill-")))
        engines = {}
        for number, (context, address) in enumerate(endpoints.items(), 1):
            shell = ""
            if address.startswith("ssh://"):
                shell = shlex.join(["ssh", "-N", *destination(address)])
                there = {machine: cap for machine, cap in plan.items() if file.context(machine) == context}
                if taken := caps.ports_in_use(there):  # by which the harness asks the machines
                    raise ThreadmillError(next(iter(taken.values())))
                ports = sorted({port for cap in there.values() for port in cap.ports})
                tunnel = Tunnel(context, address, folder / f"{number}.sock", ports)
                address = stack.enter_context(tunnel).address
            engines[context] = Engine(context, address, number, shell)
        stack.enter_context(placement.placed({machine: engines[file.context(machine)] for machine in plan}))
        stack.callback(probe.close)
        yield


def endpoint(context: str) -> str:
    """The address of a Docker context's engine; a UsageError where there is none that the harness can use."""
    try:
        form = "{{.Endpoints.docker.Host}}"
        address = engine.docker("context", "inspect", "--format", form, context).strip()
    except ThreadmillError as fault:
        raise UsageError(
            f"there is no Docker context '{context}' ({last_line(fault.logs)}); "
            f"`docker context create {context} --docker host=ssh://user@host` makes it"
        ) from None
    if not address.startswith(("ssh://", "unix://")):
        raise UsageError(f"the Docker context {context} is at {address}; use ssh://, which opens no port of an engine")
    return address


class Tunnel(AbstractContextManager["Tunnel"]):
    """An SSH connection to a host that forwards its engine's socket to `socket`, and these ports of its 127.0.0.1."""

    def __init__(self, context: str, url: str, socket: Path, ports: Iterable[int]) -> None:
        self._context, self._socket = context, socket
        self.address = f"unix://{socket}"
        self._command = command(url, {str(socket): _place(url), **{f"127.0.0.1:{one}": "" for one in ports}})

    def __enter__(self) -> "Tunnel":
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            start_new_session=True,  # Ctrl-C is the harness's: it still has machines to remove
        )  # fmt: skip
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _wait(self) -> None:
        deadline = time.monotonic() + CONNECTED_WITHIN
        while not self._socket.exists():
            if self._process.poll() is not None:
                assert self._process.stderr
                raise ThreadmillError(
                    f"{self._context} cannot be reached ({last_line(self._process.stderr.read())}); "
                    f"`docker --context {self._context} version` must answer without a question"
                )
            if time.monotonic() > deadline:
                raise ThreadmillError(
                    f"{self._context} did not let SSH in within {CONNECTED_WITHIN:.0f} s; "
                    f"`docker --context {self._context} version` must answer sooner"
                )
            time.sleep(STEP)
        engine.docker("version", timeout=CONNECTED_WITHIN, at=Engine(self._context, self.address))


def command(url: str, forwards: Mapping[str, str]) -> list[str]:
    """The ssh command for an endpoint such as ssh://root@10.0.0.2:22, with what is forwarded to what there; to the same
    address where that is empty."""
    options = [part for option in OPTIONS for part in ("-o", option)]
    each = [part for near, far in forwards.items() for part in ("-L", f"{near}:{far or near}")]
    return ["ssh", "-N", *options, *each, *destination(url)]


def destination(url: str) -> list[str]:
    """Where ssh is to go, of an endpoint; a UsageError where that names no host."""
    parts = urlsplit(url)
    if not parts.hostname or parts.hostname.startswith("-"):
        raise UsageError(f"{url} names no host; an endpoint looks like ssh://user@host")
    user = f"{parts.username}@" if parts.username else ""
    return [*(["-p", str(parts.port)] if parts.port else []), f"{user}{parts.hostname}"]


def _place(url: str) -> str:
    return urlsplit(url).path.rstrip("/") or SOCKET
