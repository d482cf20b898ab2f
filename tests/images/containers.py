"""Containers for one test: started as compose.yaml would start them, and removed whatever happens."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench.errors import ThreadmillError
from bench.spec.series import named
from bench.testbed.engine import docker
from bench.testbed.standins import catalogue

IMAGES = {standin.folder.name: standin.image for standin in catalogue().values()}
"""The images that have a stand-in, by the folder of the stand-in."""


def version(folder: str) -> str:
    """The version in an image's tag: 1.8.1 for grafana/k6:1.8.1. Its maker's module proxy keeps it."""
    return IMAGES[folder].rpartition(":")[2].removeprefix("v")


def series(folder: str) -> str:
    """How every version of the tag's series begins. An archive keeps the series, and no version of it."""
    return f"{named(IMAGES[folder])}."


def run(*argv: str) -> str:
    """The output of a container that ends by itself; a ThreadmillError if it ends badly."""
    return docker("run", "--rm", *argv)


@contextmanager
def started(*argv: str) -> Iterator[str]:
    """The id of a container that runs in the background."""
    container = docker("run", "--detach", *argv).strip()
    try:
        yield container
    finally:
        docker("rm", "--force", "--volumes", container)


@contextmanager
def network() -> Iterator[str]:
    """The id of a network of the test's own."""
    created = docker("network", "create", "--label", "threadmill.test=images", f"threadmill-images-{time.time_ns()}")
    try:
        yield created.strip()
    finally:
        docker("network", "rm", created.strip())


def execute(container: str, *argv: str) -> str:
    """The output of a command in a running container; a ThreadmillError if it ends badly."""
    return docker("exec", container, *argv)


def succeeds(container: str, *argv: str) -> bool:
    """Whether a command in a container ends well."""
    try:
        execute(container, *argv)
    except ThreadmillError:
        return False
    return True


def logs(container: str) -> str:
    """The last lines that a container wrote, to either output."""
    return subprocess.run(
        ["docker", "logs", "--tail", "30", container], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ).stdout


def wait_until(holds: Callable[[], bool], within: float, container: str) -> None:
    """Wait for a machine to get there; a failure shows what it wrote."""
    deadline = time.monotonic() + within
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"not so within {within:.0f} s; its log:\n{logs(container)}")
        time.sleep(0.2)
