"""What bench.testbed.images asks of the Docker engine and of the image registries."""

import json
from collections.abc import Callable
from functools import cache
from threading import Event
from typing import Protocol

import httpx

from bench.errors import EngineSilentError, ThreadmillError
from bench.paths import CACHE
from bench.testbed import versions
from bench.testbed.certificates import certificates_bundle
from bench.testbed.engine import docker, last_line
from bench.testbed.logged_build import run_logged
from bench.testbed.standins import LABEL, Standin

PROBE_SECONDS = 5.0
"""A registry that has not begun to answer by then counts as away."""
PULL_SECONDS = 900.0


class Engine(Protocol):
    """The effects, apart, so that the choice can be tested without them."""

    def here(self, image: str) -> str | None:
        """None if the image is not here, its hash if it is a stand-in, else ''."""

    def registry_answers(self, image: str) -> bool:
        """Whether the registry that the image's name means can be reached."""

    def pull(self, image: str) -> str:
        """Pull it; the reason if that fails, else ''."""

    def build(self, standin: Standin, say: Callable[[str], None], stopping: Event) -> float:
        """Build it under the official name; the seconds that it took. A ThreadmillError names why it failed."""

    def version(self, image: str) -> str:
        """The version that the image's program tells; '' if it tells none."""

    def origin(self, image: str) -> str:
        """Where a stand-in's program came from; '' if its recipe does not say."""


class DockerEngine:
    """The engine behind the `docker` command."""

    def __init__(self) -> None:
        self.slow: set[str] = set()
        """Registries from which a pull took too long: each further image would take as long."""

    def here(self, image: str) -> str | None:
        try:
            labels = json.loads(docker("image", "inspect", "--format", "{{json .Config.Labels}}", image))
        except ThreadmillError as error:
            if "no such image" in error.logs.lower():
                return None
            raise
        return str((labels or {}).get(LABEL, ""))

    def registry_answers(self, image: str) -> bool:
        return registry(image) not in self.slow and _answers(registry(image))

    def pull(self, image: str) -> str:
        try:
            docker("pull", "--quiet", image, timeout=PULL_SECONDS)
        except EngineSilentError:
            self.slow.add(registry(image))
            return f"the registry is slow: {PULL_SECONDS / 60:.0f} min were not enough; it is not asked again"
        except ThreadmillError as error:
            return last_line(error.logs or str(error))
        return ""

    def build(self, standin: Standin, say: Callable[[str], None], stopping: Event) -> float:
        label = f"{LABEL}={standin.hash}"
        command = [str(standin.script), standin.image, label]
        if not standin.script:
            bundle = certificates_bundle()
            secret = ["--secret", f"id=host-certificates,src={bundle}"] if bundle else []
            command = ["docker", "build", "--progress=plain", "--label", label, *secret]
            command += ["--tag", standin.image, str(standin.folder)]
        log = CACHE / "images" / f"{standin.folder.name}.log"
        return run_logged(command, log, standin.title, say, stopping)

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

    def build(self, standin: Standin, say: Callable[[str], None], stopping: Event) -> float:
        return 0.0

    def version(self, image: str) -> str:
        return ""

    def origin(self, image: str) -> str:
        return ""


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
