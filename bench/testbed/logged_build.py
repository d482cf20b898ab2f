"""A build that takes minutes: its log tells why it failed, and whatever ends it leaves no process behind."""

import errno
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.spec import settings


@dataclass(frozen=True)
class BuildFault:
    """One line for the user. `passing`: a second try may succeed at once."""

    text: str
    passing: bool = False


FULL_DISK = BuildFault("the disk is full; free space, for instance with `docker system prune`, then run it again")
NO_ENGINE = BuildFault("the Docker engine went away; start it (`host/engine.sh`), then run the command again")
UNTRUSTED = BuildFault(
    "a certificate is not trusted, as behind a TLS-inspecting proxy; put the proxy's as a .crt file in "
    "/usr/local/share/ca-certificates, run update-ca-certificates, then run the command again"
)
NO_NETWORK = BuildFault("the package repositories cannot be reached; check network and proxy, then run it again")
NOT_OFFERED = BuildFault("the package archive no longer offers it; look for a newer version of this project")
MIRROR = BuildFault(
    "a package repository answered with a fault of its own; wait a while, then run it again", passing=True
)
BROKEN_OFF = BuildFault(
    "a package repository could not be reached, or broke off; check network and proxy, then run it again", passing=True
)
TOO_SLOW = BuildFault(
    "it took too long; the network or a package repository is slow, so run it again: what it fetched stays"
)
OURS = BuildFault("its own code does not compile, or fails a check or test; the end of its log is above")
UNKNOWN = BuildFault("the end of its log is above")

FULL_BELOW = 20 << 20
"""Bytes. A disk with less left is full, whatever the log still tells."""

STOPPED = "stopped after"
"""What the log of a build that took too long ends with."""

SIGNS = (
    (OURS, r"there are test failures|compilation error|spotless-maven-plugin:\S+:check.* failed"),
    (FULL_DISK, r"no space left on device|disk quota exceeded|don't have enough free space"),
    (NO_ENGINE, r"cannot connect to the docker daemon|error reading from server: EOF|docker daemon running"),
    (UNTRUSTED, r"unknown authority|certificate verif\w+ failed|PKIX path building failed|SSL certificate problem"),
    (
        NO_NETWORK,
        # what Maven says of any fault is "could not resolve dependencies"
        r"temporary failure (?:in name )?resol|could not resolve (?:host|proxy|')|no such host|unknown host"
        r"|network is unreachable|no route to host|could not connect to|connection refused|server misbehaving",
    ),
    (
        MIRROR,
        r"\b(?:429|50[0234])\b\W{1,3}(?:too many requests|internal server error|bad gateway|service unavailable"
        r"|gateway time-?out)|status code: (?:429|50[0234])|connection reset by peer|connection timed out|i/o timeout"
        r"|TLS handshake timeout|unexpected EOF|hash sum mismatch|connection failed",
    ),
    (
        NOT_OFFERED,
        r"unable to locate package|has no installation candidate|no source has|can't select (?:candidate )?version",
    ),
    # all that Debian's Maven says of a name that it cannot look up and of a broken connection alike
    (BROKEN_OFF, r"transfer failed for [^\s,]+(?:\s|$)"),
    (TOO_SLOW, rf"^{STOPPED} \d+ s"),
)
"""The first that fits counts: with a full disk or no network, other faults follow."""

BUILD_SECONDS = 1800.0
CLEAN_SECONDS = 30.0
"""What a build that is stopped may take to clean up."""
LOOK_SECONDS = 0.1
"""How often a build is looked at, to see whether it has ended or taken too long."""
TAIL = 50
"""Lines at a log's end that tell why a build failed: the engine closes with up to 30 of its own, in which it repeats
the last ten of the step that failed, and Maven ends with ten lines of advice."""


def run_logged(command: list[str], log: Path, subject: str, say: Callable[[str], None], stopping: Event) -> float:
    """Run a build into its log; the seconds that it took. A failure shows the end of the log and names its cause.

    A repository's single failed answer does not end the build: not every program asks again after one, so the build is
    run once more, and that is said. The engine keeps the steps that were done. `stopping` ends it when it is set.
    """
    began = time.monotonic()
    fault = _logged(command, log, stopping)
    if fault and fault.passing and not stopping.is_set():
        say(f"{subject}: {fault.text.partition(';')[0]}; trying once more")
        fault = _logged(command, log, stopping)
    if stopping.is_set():
        raise ThreadmillError(f"{subject}: stopped; run the command again to go on")
    if fault:
        raise ThreadmillError(
            f"{subject} could not be built: {fault.text}; the whole log is {log.relative_to(ROOT)}", _tail(log)
        )
    return time.monotonic() - began


def _logged(command: list[str], log: Path, stopping: Event) -> BuildFault | None:
    """Run it once; why it failed, if it did."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("w") as output:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                env=settings.environment(DOCKER_BUILDKIT="1"), start_new_session=True,
            )  # fmt: skip
            code = _ended(process, stopping)
            if code is None:
                output.write(f"{STOPPED} {BUILD_SECONDS:.0f} s\n")
    except OSError as fault:
        if fault.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        return FULL_DISK
    if code == 0:
        return None
    # a log on a full disk lacks its end, which would tell
    full = shutil.disk_usage(log.parent).free < FULL_BELOW
    return FULL_DISK if full else recognise(_tail(log))


def _ended(process: subprocess.Popen[bytes], stopping: Event) -> int | None:
    """The exit status of a build, or None if it took too long. Whatever stops it stops all that it has started."""
    deadline = time.monotonic() + BUILD_SECONDS
    try:
        while process.poll() is None and time.monotonic() < deadline:
            if stopping.wait(LOOK_SECONDS):
                break
        return process.returncode
    finally:
        if process.returncode is None:
            _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a build and let it remove what is half made; one that does not end by itself is killed."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(CLEAN_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _tail(log: Path) -> str:
    """The end of a log; '' if a full disk left no room for any."""
    return "\n".join(log.read_text(errors="replace").splitlines()[-TAIL:]) if log.exists() else ""


def recognise(log: str) -> BuildFault:
    """The cause that the end of a build's log names; UNKNOWN where it names none of these."""
    for fault, sign in SIGNS:
        if re.search(sign, log, re.IGNORECASE | re.MULTILINE):
            return fault
    return UNKNOWN
