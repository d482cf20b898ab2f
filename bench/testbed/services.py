"""The images of the services that we write: built when their source changed, and not otherwise."""

import hashlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.console import clock
from bench.paths import CACHE, ROOT
from bench.spec.variants import APART
from bench.testbed import engine, images
from bench.testbed.image_engine import run_logged

SOURCE = ROOT / "services"
LABEL = "threadmill.source"


def image(variant: str) -> str:
    """The image of a variant or of downstream, as compose.yaml names it."""
    return f"threadmill/{variant}:dev"


def stale(variants: Iterable[str]) -> list[str]:
    """The services whose image is missing or was built from another source."""
    wanted = fingerprint(SOURCE)
    return [variant for variant in variants if _label(image(variant)) != wanted]


def build(variants: Iterable[str], say: Callable[[str], None]) -> None:
    """Build what is stale. All variants come from one Maven build, so the first takes the time.

    Those that stand apart have a build of their own, so that nobody waits for them who does not ask for them.
    """
    for variant in stale(variants):
        began = time.monotonic()
        say(f"building {image(variant)} (the first one about 4 min, the others seconds)")
        label = f"{LABEL}={fingerprint(SOURCE)}"
        modules = f"-P apart -pl {variant} -am" if variant in APART else ""
        chosen = ("--build-arg", f"VARIANT={variant}", "--build-arg", f"MODULES={modules}")
        _build(*chosen, "--label", label, "--tag", image(variant))
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
    command = ["docker", "build", "--progress=plain", *secret, *argv, str(SOURCE)]
    run_logged(command, CACHE / "services" / "build.log", "the services")


def _label(name: str) -> str:
    if not engine.docker("images", "--quiet", name).strip():
        return ""
    return engine.docker("inspect", "--format", f'{{{{index .Config.Labels "{LABEL}"}}}}', name).strip()
