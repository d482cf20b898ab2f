"""Hosts of the tests: network and mount namespaces of this machine, joined by a bridge, each with its own programs."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

BRIDGE = "threadmill-lan"
NETWORK = "10.77.0"
HARNESS = f"{NETWORK}.1"
"""The bridge's own address: this system is on the network, too."""
ACCEPTED = ("FORWARD", "-i", BRIDGE, "-o", BRIDGE, "-j", "ACCEPT")
"""Docker's engine lets the kernel ask iptables about bridged frames, and drops what no rule of its own accepts."""
GONE_WITHIN = 20.0


class Namespace:
    """One such host: a name, an address, a folder for what its programs keep. `make` begins it, `remove` ends it."""

    def __init__(self, number: int, folder: Path) -> None:
        self.name = f"threadmill-{number}"
        self.address = f"{NETWORK}.{10 + number}"
        self.folder = folder / self.name
        self._link = f"tm-host{number}"
        self._keeper: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """The namespaces, with /run and the engine's folders of their own and an address on the bridge."""
        net = f"/run/netns/{self.name}"
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", self._link, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "set", self._link, "master", BRIDGE, "up")
        for command in (
            ("addr", "add", f"{self.address}/24", "dev", "eth0"),
            ("link", "set", "lo", "up"),
            ("link", "set", "eth0", "up"),
            ("route", "add", "default", "via", HARNESS),
        ):
            run("ip", "-n", self.name, *command)
        mounts = ["mount --make-rprivate /"]
        for place in ("/var/lib/docker", "/var/lib/containerd"):
            mine = self.folder / place.rsplit("/", 1)[1]
            mine.mkdir(parents=True)
            Path(place).mkdir(parents=True, exist_ok=True)
            mounts.append(f"mount --bind {mine} {place}")
        mounts += ["mount -t tmpfs tmpfs /run", "mkdir -p /run/sshd /run/lock", "exec sleep infinity"]
        # a process keeps the mounts; the others enter by it
        self._keeper = subprocess.Popen(
            ["nsenter", f"--net={net}", "unshare", "--mount", "sh", "-ec", " && ".join(mounts)], start_new_session=True
        )
        wait_for(lambda: self.run("test", "-d", "/run/sshd", check=False).returncode == 0, 10, f"{self.name}'s mounts")

    def enter(self, *argv: str) -> list[str]:
        """The command that runs another on this host."""
        assert self._keeper
        # not `ip netns exec`, which mounts /sys anew, without the cgroups below it
        return ["nsenter", f"--target={self._keeper.pid}", "--mount", f"--net=/run/netns/{self.name}", *argv]

    def run(self, *argv: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command on this host to its end."""
        return subprocess.run(self.enter(*argv), check=check, capture_output=True, text=True, timeout=120)

    def start(self, *argv: str) -> None:
        """Start a program on this host, whose words go to a file of the folder."""
        with (self.folder / f"{Path(argv[0]).name}.log").open("ab") as log:
            subprocess.Popen(
                self.enter(*argv), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def processes(self) -> list[int]:
        """All that runs on this host, containers included, but for what keeps its mounts."""
        keeper = self._keeper.pid if self._keeper else 0
        return [one for one in inside(self.name) if one != keeper]

    def end_all(self) -> None:
        """End everything that runs on it at once."""
        wait_for(self._killed, GONE_WITHIN, f"the processes of {self.name} to end")

    def _killed(self) -> bool:
        left = self.processes()
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return not left

    def remove(self) -> None:
        """End the programs, then the namespaces and all that was mounted in them."""
        self.end_all()
        if self._keeper:
            self._keeper.kill()
            self._keeper.wait()
        run("ip", "link", "del", self._link, check=False)
        run("ip", "netns", "del", self.name, check=False)


def inside(name: str) -> list[int]:
    """The processes in the network namespace of that name, and those of containers that were started from it."""
    try:
        wanted = Path(f"/run/netns/{name}").stat().st_ino
    except FileNotFoundError:
        return []
    own = {one for one in _numbers() if _namespace(one) == wanted}
    # a container has a network namespace of its own, and its shim, which outlives a killed engine, is its parent
    parents = {one: _parent(one) for one in _numbers()}
    grown = True
    while grown:
        more = {child for child, parent in parents.items() if parent in own and child not in own}
        own |= more
        grown = bool(more)
    return sorted(own)


def _numbers() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _namespace(process: int) -> int:
    try:
        return Path(f"/proc/{process}/ns/net").stat().st_ino
    except OSError:
        return 0


def _parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def make_bridge() -> None:
    """The network between the hosts, on which this system is, too."""
    run("ip", "link", "add", BRIDGE, "type", "bridge")
    run("ip", "addr", "add", f"{HARNESS}/24", "dev", BRIDGE)
    run("ip", "link", "set", BRIDGE, "up")
    run("iptables", "-I", *ACCEPTED)


def remove_bridge() -> None:
    """Take it away, with the rule that lets its frames pass."""
    run("iptables", "-D", *ACCEPTED, check=False)
    run("ip", "link", "del", BRIDGE, check=False)


def bridge_is_there() -> bool:
    """Whether any of it still stands."""
    return not run("iptables", "-C", *ACCEPTED, check=False).returncode or Path(f"/sys/class/net/{BRIDGE}").exists()


def run(*argv: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command of this system; where it must succeed, what it says is told if it does not."""
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    if check and done.returncode:
        raise AssertionError(f"`{' '.join(argv)}` failed: {done.stderr.strip()}")
    return done


def wait_for(condition: Callable[[], bool], within: float, what: str) -> None:
    """Return once it holds; an AssertionError after so many seconds."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {within:.0f} s for {what}")
        time.sleep(0.1)
