"""A build that takes minutes: its output goes to a log, and a failure or an interruption leaves no process behind."""

import errno
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.spec import settings
from bench.testbed import build_faults
from bench.testbed.build_faults import BuildFault

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
                output.write(f"{build_faults.STOPPED} {BUILD_SECONDS:.0f} s\n")
    except OSError as fault:
        if fault.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        return build_faults.FULL_DISK
    if code == 0:
        return None
    # a log on a full disk lacks its end, which would tell
    full = shutil.disk_usage(log.parent).free < build_faults.FULL_BELOW
    return build_faults.FULL_DISK if full else build_faults.recognise(_tail(log))


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
