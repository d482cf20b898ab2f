"""The archives of days to come, as base images for the stand-ins of a machine that has all images already."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.fresh.machine import FreshMachine

BASE, TODAY = "debian:trixie-slim", "threadmill-test/base:today"
BUILD_WITHIN = 300.0


@dataclass(frozen=True)
class Archive:
    """`arguments` are those of archive.Dockerfile; `stale` is the image that must be built anew on it."""

    stale: str
    arguments: dict[str, str]


NEWER_PATCH = Archive("mariadb:11.8", {"VERSION": "1:11.8.99-1"})
OTHER_SERIES = Archive("mariadb:11.8", {"VERSION": "1:11.9.1-1", "TOLD": "11.9.1", "GONE": "mariadb-.*"})
NO_PROMETHEUS = Archive("prom/prometheus:v3.5.3", {"GONE": "prometheus", "GOPROXY": "off"})


@contextmanager
def offered(machine: FreshMachine, archive: Archive) -> Iterator[None]:
    """Inside, the machine's package archive is this one, and it lacks the stale image; outside, all is as of today."""
    arguments = " ".join(f"--build-arg '{name}={value}'" for name, value in archive.arguments.items())
    told = machine.sh(
        f"docker tag {BASE} {TODAY} && docker rmi --force {archive.stale} && cd tests/fresh"
        f" && docker build --tag {BASE} --file archive.Dockerfile {arguments} .",
        BUILD_WITHIN,
    )
    assert told.status == 0, told.text[-3000:]
    try:
        yield
    finally:
        machine.sh(f"docker tag {TODAY} {BASE}; docker rmi --force {archive.stale}", 60)
