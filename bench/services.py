"""The images of the services that we write: built when their source changed, and not otherwise."""

import hashlib
import os
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from bench import engine, images
from bench.errors import ThreadmillError
from bench.paths import CACHE, ROOT
from bench.progress import clock

SOURCE = ROOT / "services"
LABEL = "threadmill.source"
BUILD_WITHIN = 1800.0


def image(variant: str) -> str:
    """The image of a variant, as compose.yaml names it."""
    return f"threadmill/{variant}:dev"


def stale(variants: Iterable[str]) -> list[str]:
    """The variants whose image is missing or was built from another source."""
    wanted = fingerprint(SOURCE)
    return [variant for variant in variants if _label(image(variant)) != wanted]


def build(variants: Iterable[str], say: Callable[[str], None]) -> None:
    """Build what is stale. All variants come from one Maven build, so the first takes the time."""
    for variant in stale(variants):
        began = time.monotonic()
        say(f"building {image(variant)} (the first one about 4 min, the others seconds)")
        label = f"{LABEL}={fingerprint(SOURCE)}"
        _build("--build-arg", f"VARIANT={variant}", "--label", label, "--tag", image(variant))
        say(f"built {image(variant)} in {clock(time.monotonic() - began)} min")


def verify(say: Callable[[str], None]) -> None:
    """Run the Kotlin linters and unit tests inside the build container; raises with their output if one fails."""
    say("linting and testing the services (Maven, in a container)")
    _build("--target", "verify")


def fingerprint(folder: Path) -> str:
    """A hash of every source file below a folder, build output aside."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "target" not in path.relative_to(folder).parts:
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _build(*argv: str) -> None:
    certificates = images.certificates_bundle()
    secret = ["--secret", f"id=host-certificates,src={certificates}"] if certificates else []
    CACHE.mkdir(exist_ok=True)
    log = CACHE / "services-build.log"
    with log.open("w") as output:
        code = subprocess.run(
            ["docker", "build", "--progress=plain", *secret, *argv, str(SOURCE)],
            stdout=output, stderr=subprocess.STDOUT, timeout=BUILD_WITHIN,
            env={**os.environ, "DOCKER_BUILDKIT": "1"},
        ).returncode  # fmt: skip
    if code != 0:
        tail = "\n".join(log.read_text().splitlines()[-40:])
        raise ThreadmillError(f"the services could not be built; the whole log is in {log.relative_to(ROOT)}", tail)


def _label(name: str) -> str:
    if not engine.docker("images", "--quiet", name).strip():
        return ""
    return engine.docker("inspect", "--format", f'{{{{index .Config.Labels "{LABEL}"}}}}', name).strip()
