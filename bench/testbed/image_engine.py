"""What bench.testbed.images asks of the Docker engine and of the image registries."""

import json
from collections.abc import Callable
from threading import Event

import httpx

from bench.errors import EngineSilentError, ThreadmillError
from bench.paths import CACHE
from bench.testbed import versions
from bench.testbed.engine import docker, last_line
from bench.testbed.logged_build import run_logged
from bench.testbed.standins import LABEL, Standin, build_command

PROBE_SECONDS = 5.0
"""A registry that has not begun to answer by then counts as away."""
PULL_SECONDS = 900.0


class DockerEngine:
    """The effects, apart, so that the choice can be tested without them: what the `docker` command does."""

    def __init__(self) -> None:
        self.slow: set[str] = set()
        """Registries from which a pull took too long: each further image would take as long."""
        self.answering: dict[str, bool] = {}
        """Registries that have been probed, and whether they answer."""

    def here(self, image: str) -> str | None:
        """None if the image is not here, its hash if it is a stand-in, else ''."""
        try:
            labels = json.loads(docker("image", "inspect", "--format", "{{json .Config.Labels}}", image))
        except ThreadmillError as error:
            if "no such image" in error.logs.lower():
                return None
            raise
        return str((labels or {}).get(LABEL, ""))

    def registry_answers(self, image: str) -> bool:
        """Whether the registry that the image's name means can be reached."""
        host = registry(image)
        if host not in self.answering:
            self.answering[host] = any(map(answers, addresses(host)))
        return host not in self.slow and self.answering[host]

    def pull(self, image: str) -> str:
        """Pull it; the reason if that fails, else ''."""
        try:
            docker("pull", "--quiet", image, timeout=PULL_SECONDS)
        except EngineSilentError:
            self.slow.add(registry(image))
            return f"the registry is slow: {PULL_SECONDS / 60:.0f} min were not enough; it is not asked again"
        except ThreadmillError as error:
            return last_line(error.logs or str(error))
        return ""

    def build(self, standin: Standin, say: Callable[[str], None], stopping: Event) -> float:
        """Build it under the official name; the seconds that it took. A ThreadmillError names why it failed."""
        label = f"{LABEL}={standin.hash}"
        command = [str(standin.script), standin.image, label]
        if not standin.script:
            command = build_command("--label", label, "--tag", standin.image, str(standin.folder))
        log = CACHE / "images" / f"{standin.folder.name}.log"
        return run_logged(command, log, f"the stand-in for {standin.image}", say, stopping)

    def version(self, image: str) -> str:
        """The version that the image's program tells; '' if it tells none."""
        return versions.read(image)

    def origin(self, image: str) -> str:
        """Where a stand-in's program came from; '' if its recipe does not say."""
        return versions.origin(image)


def registry(image: str) -> str:
    """The host of the registry that an image's name means: docker.io unless its first part looks like a host."""
    first, slash, _ = image.partition("/")
    return first if slash and ("." in first or ":" in first or first == "localhost") else "docker.io"


def addresses(host: str) -> list[str]:
    """Where a registry is asked: docker.io by the engine's mirrors too."""
    if host != "docker.io":
        return [f"https://{host}"]
    mirrors = json.loads(docker("info", "--format", "{{json .RegistryConfig.Mirrors}}")) or []
    return [*mirrors, "https://registry-1.docker.io"]


def answers(address: str) -> bool:
    """Whether a registry answers there."""
    try:
        # its head alone counts, however slowly the rest comes
        with httpx.stream("GET", f"{address.rstrip('/')}/v2/", timeout=PROBE_SECONDS) as answer:
            return answer.status_code in (200, 401)  # 401: it wants a token, which a pull fetches
    except httpx.HTTPError:
        return False
