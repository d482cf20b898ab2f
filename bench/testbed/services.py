"""The images of the services that we write: built when their source changed, and not otherwise."""

import hashlib
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from threading import Event

from bench.console import clock
from bench.paths import CACHE, ROOT
from bench.spec.variants import APART
from bench.testbed import engine
from bench.testbed.jobs import Job
from bench.testbed.logged_build import run_logged
from bench.testbed.standins import build_command

SOURCE = ROOT / "services"
LABEL = "threadmill.source"
BASES = ("eclipse-temurin:25-jre", "maven:3.9-eclipse-temurin-25")
"""The images in the Dockerfile's FROM lines."""
VERIFY = "verify"
"""The Dockerfile's stage that lints and tests them all."""
USUAL_SECONDS, TESTED_SECONDS = 60.0, 300.0


def image(variant: str) -> str:
    """The image of a variant or of downstream, as compose.yaml names it."""
    return f"threadmill/{variant}:dev"


def stale(variants: Iterable[str]) -> list[str]:
    """The services whose image is missing or was built from another source."""
    wanted = fingerprint(SOURCE)
    return [variant for variant in variants if _label(image(variant)) != wanted]


def job(variants: Iterable[str], say: Callable[[str], None], tested: bool = False) -> Job:
    """Their build, which begins when its bases are here."""
    seconds = TESTED_SECONDS if tested else USUAL_SECONDS
    return Job("the services", partial(build, tuple(variants), say, tested=tested), frozenset(BASES), seconds)


def build(variants: Iterable[str], say: Callable[[str], None], stopping: Event, tested: bool = False) -> None:
    """Build what is stale. All variants come from one Maven build, so the first takes the time.

    Those that stand apart have a build of their own, so that nobody waits for them who does not ask for them; but where
    they are `tested`, all come from the build that runs the linters and the tests, and fail with it.
    """
    for variant in stale(variants):
        began = time.monotonic()
        say(f"building {image(variant)} (the first one some minutes, the others seconds)")
        label = f"{LABEL}={fingerprint(SOURCE)}"
        modules = f"-P apart -pl {variant} -am" if variant in APART else ""
        arguments = {"VARIANT": variant, "MODULES": modules, "BUILD": VERIFY if tested else "packaged"}
        chosen = [word for name, value in arguments.items() for word in ("--build-arg", f"{name}={value}")]
        _build(say, stopping, *chosen, "--label", label, "--tag", image(variant))
        say(f"built {image(variant)} in {clock(time.monotonic() - began)} min")


def verify(say: Callable[[str], None]) -> None:
    """Run the Kotlin linters and unit tests inside the build container; raises with their output if one fails."""
    say("linting and testing the services (Maven, in a container)")
    _build(say, Event(), "--target", VERIFY)


def fingerprint(folder: Path) -> str:
    """A hash of every source file below a folder, build output aside."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "target" not in path.relative_to(folder).parts:
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _build(say: Callable[[str], None], stopping: Event, *argv: str) -> None:
    run_logged(build_command(*argv, str(SOURCE)), CACHE / "services" / "build.log", "the services", say, stopping)


def _label(name: str) -> str:
    if not engine.docker("images", "--quiet", name).strip():
        return ""
    return engine.docker("inspect", "--format", f'{{{{index .Config.Labels "{LABEL}"}}}}', name).strip()
