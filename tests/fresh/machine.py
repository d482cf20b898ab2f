"""A machine that has nothing yet: a container of plain Debian in which a Docker engine of its own can be installed."""

import subprocess
import time
import uuid
from pathlib import Path
from typing import Self

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.testbed import engine
from tests.stack.commands import Outcome

IMAGE = "threadmill/fresh-machine:test"
FOLDER = Path(__file__).parent
CLONE = "/home/threadmill"
"""Where the machine's user has cloned the project."""
BUILD_SECONDS, CLONE_SECONDS = 600.0, 120.0

PRIVILEGED = ("--privileged",)
UNCONFINED = (
    "--cap-add=ALL", "--cap-drop=SYS_RESOURCE", "--device-cgroup-rule=a *:* rwm",
    "--security-opt=seccomp=unconfined", "--security-opt=apparmor=unconfined", "--security-opt=systempaths=unconfined",
)  # fmt: skip
"""What an engine in a container needs, as far as a host grants it that withholds CAP_SYS_RESOURCE."""


def build_image() -> None:
    """Plain Debian with make, git and python3, under a name of this test's own."""
    engine.docker("build", "--quiet", "--tag", IMAGE, str(FOLDER), timeout=BUILD_SECONDS, env={"DOCKER_BUILDKIT": "1"})


class FreshMachine:
    """One such machine, from `with` to its end; its engine's data is a volume that goes with it."""

    def __init__(self) -> None:
        self.name = f"threadmill-fresh-{uuid.uuid4().hex[:8]}"

    def __enter__(self) -> Self:
        try:
            self._run(PRIVILEGED)
        except ThreadmillError as fault:
            if "unable to apply caps" not in f"{fault} {fault.logs}":
                raise
            self._remove()
            self._run(UNCONFINED)
        # a clone of what is committed, as a newcomer's would be; no ignored file and no .venv comes along
        cloned = self.sh(f"git clone --quiet file:///threadmill {CLONE}", within=CLONE_SECONDS, folder="/")
        if cloned.status:  # a worktree's repository, for one, lies outside the folder that the machine sees
            self._remove()
            raise ThreadmillError(f"{ROOT} cannot be cloned, run the test in a clone of its own", cloned.text)
        return self

    def __exit__(self, *_: object) -> None:
        self._remove()

    def sh(self, command: str, within: float, folder: str = CLONE) -> Outcome:
        """Run a shell command to its end, whatever its status; one that takes over `within` s is a TimeoutExpired."""
        began = time.monotonic()
        process = subprocess.run(
            ["docker", "exec", "--workdir", folder, self.name, "bash", "-c", command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=within,
        )  # fmt: skip
        return Outcome(process.returncode, time.monotonic() - began, process.stdout)

    def _run(self, rights: tuple[str, ...]) -> None:
        # The host's control groups are the machine's too where they are of version 1, which knows no namespace that an
        # engine could live in.
        groups = () if _cgroup_version() == "2" else ("--cgroupns=host", "--volume=/sys/fs/cgroup:/sys/fs/cgroup:rw")
        engine.docker(
            "run", "--detach", "--name", self.name, *rights, *groups, "--volume=/var/lib/docker",
            f"--volume={ROOT}:/threadmill:ro", IMAGE, "sleep", "infinity",
        )  # fmt: skip

    def _remove(self) -> None:
        engine.docker("rm", "--force", "--volumes", self.name, timeout=120)


def _cgroup_version() -> str:
    return engine.docker("info", "--format", "{{.CgroupVersion}}").strip()
