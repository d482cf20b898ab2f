"""What bench.images asks of the Docker engine and of the image registries."""

import json
import os
import subprocess
import time
from functools import cache
from pathlib import Path
from typing import Protocol

import httpx

from bench.certificates import certificates_bundle
from bench.engine import docker, last_line
from bench.errors import ThreadmillError
from bench.paths import CACHE, ROOT
from bench.standins import LABEL, Standin

PROBE_SECONDS = 5.0
PULL_SECONDS = 900.0
BUILD_SECONDS = 1800.0


class Engine(Protocol):
    """The effects, apart, so that the choice can be tested without them."""

    def here(self, image: str) -> str | None:
        """None if the image is not here, its hash if it is a stand-in, else ''."""

    def registry_answers(self, image: str) -> bool:
        """Whether the registry that the image's name means can be reached."""

    def pull(self, image: str) -> str:
        """Pull it; the reason if that fails, else ''."""

    def build(self, standin: Standin) -> float:
        """Build it under the official name; the seconds that it took."""


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
        except ThreadmillError as error:
            return last_line(error.logs or str(error))
        return ""

    def build(self, standin: Standin) -> float:
        label = f"{LABEL}={standin.hash}"
        command = [str(standin.script), standin.image, label]
        if not standin.script:
            bundle = certificates_bundle()
            secret = ["--secret", f"id=host-certificates,src={bundle}"] if bundle else []
            command = ["docker", "build", "--progress=plain", "--label", label, *secret]
            command += ["--tag", standin.image, str(standin.folder)]
        return run_logged(command, CACHE / "images" / f"{standin.folder.name}.log", f"the stand-in for {standin.image}")


class DryRun:
    """An engine that can be asked, and does nothing."""

    def __init__(self, engine: Engine) -> None:
        self.here = engine.here
        self.registry_answers = engine.registry_answers

    def pull(self, image: str) -> str:
        return ""

    def build(self, standin: Standin) -> float:
        return 0.0


def run_logged(command: list[str], log: Path, subject: str) -> float:
    """Run a long build into its log; the seconds that it took. A failure shows the end of the log."""
    log.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with log.open("w") as output:
        try:
            code = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                env=os.environ | {"DOCKER_BUILDKIT": "1"}, timeout=BUILD_SECONDS,
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            output.write(f"stopped after {BUILD_SECONDS:.0f} s\n")
            code = 1
    if code:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-30:])
        raise ThreadmillError(f"{subject} could not be built; the whole log is {log.relative_to(ROOT)}", tail)
    return time.monotonic() - began


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
        # 401 is an answer too: the registry wants a token, which a pull fetches
        return httpx.get(f"{address.rstrip('/')}/v2/", timeout=PROBE_SECONDS).status_code in (200, 401)
    except httpx.HTTPError:
        return False
