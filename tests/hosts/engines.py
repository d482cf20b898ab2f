"""Three Docker engines on this machine, as if each were a host of its own, reached over SSH and joined in a swarm."""

import json
import shutil
import subprocess
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Self

from tests.hosts import namespaces
from tests.hosts.namespaces import NETWORK, Namespace, run, wait_for

COUNT = 3
PREFIX = "threadmill-test-"
"""Docker contexts of the tests; one for each engine."""
SSH_CONFIG = Path("/etc/ssh/ssh_config.d/threadmill-hosts-test.conf")
FOLDERS = Path("/var/tmp")
FOLDER = "threadmill-hosts-"
STARTED_WITHIN = 60.0


class Host(Namespace):
    """One of them. `kill` is a power failure, `revive` what comes after it."""

    def __init__(self, number: int, folder: Path) -> None:
        super().__init__(number, folder)
        self.context = f"{PREFIX}{number}"

    def revive(self) -> None:
        """Start the engine and SSH's server, and wait until both answer."""
        parent = f"/{self.name}"
        self.start("dockerd", f"--cgroup-parent={parent}", "--host=unix:///var/run/docker.sock")
        options = (
            "UsePAM=no",
            "StrictModes=no",
            "PermitRootLogin=prohibit-password",
            "PidFile=none",
            "MaxStartups=100",
        )
        keys = (f"HostKey={self.folder / 'host_key'}", f"AuthorizedKeysFile={self.folder.parent / 'key.pub'}")
        self.start("/usr/sbin/sshd", "-D", "-e", "-f", "/dev/null", *(f"-o{one}" for one in (*options, *keys)))
        wait_for(
            lambda: self.run("docker", "version", check=False).returncode == 0, STARTED_WITHIN, f"{self.name}'s engine"
        )
        wait_for(lambda: self._answers_ssh(), STARTED_WITHIN, f"SSH to {self.name}")

    def _answers_ssh(self) -> bool:
        return run("ssh", "-o", "BatchMode=yes", f"root@{self.address}", "true", check=False).returncode == 0

    def docker(self, *argv: str) -> str:
        """A docker command on this host."""
        done = self.run("docker", *argv, check=False)
        assert done.returncode == 0, f"{self.name}: docker {' '.join(argv)}: {done.stderr}"
        return done.stdout.strip()

    def kill(self) -> None:
        """Let its power fail: everything ends at once."""
        self.end_all()
        # what a host that lost its power would not have after its start
        self.run(
            "sh",
            "-c",
            "rm -rf /run/docker* /run/containerd; ip link del docker0; ip link del docker_gwbridge",
            check=False,
        )


class Engines(AbstractContextManager["Engines"]):
    """The three, from `with` to its end, which leaves nothing of them. The first manages the swarm."""

    def __enter__(self) -> Self:
        clean()
        self.folder = Path(tempfile.mkdtemp(prefix=FOLDER, dir=FOLDERS))
        self.hosts = [Host(number, self.folder) for number in range(1, COUNT + 1)]
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _make(self) -> None:
        namespaces.make_bridge()
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / "key"))
        SSH_CONFIG.write_text(
            f"Host {NETWORK}.*\n  User root\n  IdentityFile {self.folder / 'key'}\n  StrictHostKeyChecking no\n"
            f"  UserKnownHostsFile {self.folder / 'known_hosts'}\n  LogLevel ERROR\n"
        )
        for host in self.hosts:
            host.make()
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(host.folder / "host_key"))
            host.revive()
            run("docker", "context", "create", host.context, "--docker", f"host=ssh://root@{host.address}")
        manager, *workers = self.hosts
        manager.docker("swarm", "init", "--advertise-addr", manager.address)
        token = manager.docker("swarm", "join-token", "--quiet", "worker")
        for host in workers:
            host.docker("swarm", "join", "--advertise-addr", host.address, "--token", token, f"{manager.address}:2377")

    def __exit__(self, *_: object) -> None:
        for host in self.hosts:
            host.remove()
        clean()


def clean() -> None:
    """Remove all that these tests make, also what a killed test left."""
    for number in range(1, COUNT + 1):
        host = Host(number, Path("/nonexistent"))
        host.remove()
        for cgroup in (*Path("/sys/fs/cgroup").glob(f"*/{host.name}"), *Path("/sys/fs/cgroup").glob(host.name)):
            for folder in sorted(cgroup.rglob("*/"), key=lambda path: -len(path.parts)):
                folder.rmdir()
            cgroup.rmdir()
        run("docker", "context", "rm", "--force", host.context, check=False)
    namespaces.remove_bridge()
    SSH_CONFIG.unlink(missing_ok=True)
    for folder in FOLDERS.glob(f"{FOLDER}*"):
        shutil.rmtree(folder)


def leftovers() -> list[str]:
    """What there still is of the tests' engines, by name; nothing after their end."""
    found = [str(path) for path in (SSH_CONFIG, *FOLDERS.glob(f"{FOLDER}*")) if path.exists()]
    mounts = Path("/proc/self/mountinfo").read_text()
    for number in range(1, COUNT + 1):
        host = Host(number, Path("/nonexistent"))
        found += [f"process {one}" for one in namespaces.inside(host.name)]
        found += [str(path) for path in Path("/run/netns").glob(host.name)]
        found += [str(path) for path in Path("/sys/fs/cgroup").glob(f"**/{host.name}")]
    found += [line for line in mounts.splitlines() if FOLDER in line]
    contexts = subprocess.run(["docker", "context", "ls", "--format", "json"], capture_output=True, text=True).stdout
    found += [one["Name"] for line in contexts.splitlines() if (one := json.loads(line))["Name"].startswith(PREFIX)]
    return found + (["the bridge or its rule"] if namespaces.bridge_is_there() else [])
