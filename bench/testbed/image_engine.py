"""What bench.testbed.images asks of the Docker engine and of the image registries."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Protocol

import httpx

from bench.errors import EngineSilentError, ThreadmillError
from bench.paths import CACHE, ROOT
from bench.spec import settings
from bench.testbed import build_faults, versions
from bench.testbed.build_faults import BuildFault
from bench.testbed.certificates import certificates_bundle
from bench.testbed.engine import docker, last_line
from bench.testbed.standins import LABEL, Standin

PROBE_SECONDS = 5.0
"""A registry that has not begun to answer by then counts as away."""
PULL_SECONDS = 900.0
BUILD_SECONDS = 1800.0
CLEAN_SECONDS = 30.0
"""What a build that is stopped may take to clean up."""
TAIL = 30
"""Lines at a log's end that tell why a build failed."""


class Engine(Protocol):
    """The effects, apart, so that the choice can be tested without them."""

    def here(self, image: str) -> str | None:
        """None if the image is not here, its hash if it is a stand-in, else ''."""

    def registry_answers(self, image: str) -> bool:
        """Whether the registry that the image's name means can be reached."""

    def pull(self, image: str) -> str:
        """Pull it; the reason if that fails, else ''."""

    def build(self, standin: Standin, say: Callable[[str], None]) -> float:
        """Build it under the official name; the seconds that it took. A ThreadmillError names why it failed."""

    def version(self, image: str) -> str:
        """The version that the image's program tells; '' if it tells none."""

    def origin(self, image: str) -> str:
        """Where a stand-in's program came from; '' if its recipe does not say."""


class DockerEngine:
    """The engine behind the `docker` command."""

    def here(self, image: str) -> str | None:
        try:
            labels = json.loads(docker("image", "inspect", "--format", "{{json .Config.Labels}}", image))
        except ThreadmillError as error:
            if "no such image" in error.logs.lower():
                return None
            raise
        return str((labels or {}).get(LABEL, ""))

    def registry_answers(self, image: str) -> bool:
        return _answers(registry(image))

    def pull(self, image: str) -> str:
        try:
            docker("pull", "--quiet", image, timeout=PULL_SECONDS)
        except EngineSilentError:
            return f"the registry is slow: {PULL_SECONDS / 60:.0f} min were not enough"
        except ThreadmillError as error:
            return last_line(error.logs or str(error))
        return ""

    def build(self, standin: Standin, say: Callable[[str], None]) -> float:
        label = f"{LABEL}={standin.hash}"
        command = [str(standin.script), standin.image, label]
        if not standin.script:
            bundle = certificates_bundle()
            secret = ["--secret", f"id=host-certificates,src={bundle}"] if bundle else []
            command = ["docker", "build", "--progress=plain", "--label", label, *secret]
            command += ["--tag", standin.image, str(standin.folder)]
        log = CACHE / "images" / f"{standin.folder.name}.log"
        return run_logged(command, log, f"the stand-in for {standin.image}", say)

    def version(self, image: str) -> str:
        return versions.read(image)

    def origin(self, image: str) -> str:
        return versions.origin(image)


class DryRun:
    """An engine that can be asked, and does nothing."""

    def __init__(self, engine: Engine) -> None:
        self.here = engine.here
        self.registry_answers = engine.registry_answers

    def pull(self, image: str) -> str:
        return ""

    def build(self, standin: Standin, say: Callable[[str], None]) -> float:
        return 0.0

    def version(self, image: str) -> str:
        return ""

    def origin(self, image: str) -> str:
        return ""


def run_logged(command: list[str], log: Path, subject: str, say: Callable[[str], None] | None = None) -> float:
    """Run a long build into its log; the seconds that it took. A failure shows the end of the log and names its cause.

    With `say`, a repository's single failed answer does not end the build: apt and Go do not ask again after one, so
    the build is run once more, and that is said. The engine keeps the steps that were done.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    fault = _logged(command, log)
    if fault and fault.passing and say:
        say(f"{subject}: {fault.text.partition(';')[0]}; trying once more")
        fault = _logged(command, log)
    if fault:
        raise ThreadmillError(
            f"{subject} could not be built: {fault.text}; the whole log is {log.relative_to(ROOT)}", _tail(log)
        )
    return time.monotonic() - began


def _logged(command: list[str], log: Path) -> BuildFault | None:
    """Run it once; why it failed, if it did. Whatever stops it stops every process that it has started."""
    with log.open("w") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env=settings.environment(DOCKER_BUILDKIT="1"), start_new_session=True,
        )  # fmt: skip
        try:
            code = process.wait(BUILD_SECONDS)
        except subprocess.TimeoutExpired:
            _stop(process)
            output.write(f"{build_faults.STOPPED} {BUILD_SECONDS:.0f} s\n")
            code = 1
        except BaseException:
            _stop(process)
            raise
    return build_faults.recognise(_tail(log)) if code else None


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a build and let it remove what is half made; one that does not end by itself is killed."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(CLEAN_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-TAIL:])


def registry(image: str) -> str:
    """The host of the registry that an image's name means: docker.io unless its first part looks like a host."""
    first, slash, _ = image.partition("/")
    return first if slash and ("." in first or ":" in first or first == "localhost") else "docker.io"


@cache  # one probe for each registry
def _answers(host: str) -> bool:
    addresses = [f"https://{host}"]
    if host == "docker.io":
        mirrors = json.loads(docker("info", "--format", "{{json .RegistryConfig.Mirrors}}")) or []
        addresses = [*mirrors, "https://registry-1.docker.io"]
    return any(_probe(address) for address in addresses)


def _probe(address: str) -> bool:
    try:
        # its head alone counts, however slowly the rest comes
        with httpx.stream("GET", f"{address.rstrip('/')}/v2/", timeout=PROBE_SECONDS) as answer:
            return answer.status_code in (200, 401)  # 401: it wants a token, which a pull fetches
    except httpx.HTTPError:
        return False
