"""What an image holds: the version that its program tells."""

import json
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bench.errors import ThreadmillError
from bench.paths import CACHE
from bench.results.record import write
from bench.testbed.engine import docker
from bench.testbed.standins import LABEL

KNOWN = CACHE / "versions.json"
"""What images were found to hold, by their ids: an image never changes."""


class Program(NamedTuple):
    """How a program is called, the command that it tells its version to, and where in the answer that stands."""

    name: str
    command: str
    answer: str


JAVA = Program("Java", "java --version", r"openjdk ([\d.]+)")
PROGRAMS = {
    "debian": Program("Debian", "cat /etc/debian_version", r"^([\d.]+)"),
    "eclipse-temurin": JAVA,
    "ghcr.io/google/cadvisor": Program("cAdvisor", "cadvisor --version", r"version v?([\d.]+)"),
    "grafana/grafana": Program("Grafana", "grafana --version", r"version ([\d.]+)"),
    "grafana/k6": Program("k6", "k6 version", r"k6(?:\.exe)? v([\d.]+)"),
    "mariadb": Program("MariaDB", "mariadbd --version", r"Ver ([\d.]+)"),
    "maven": Program("Maven", "mvn --version", r"Apache Maven ([\d.]+)"),
    "prom/mysqld-exporter": Program("mysqld-exporter", "mysqld_exporter --version", r"version ([\d.]+)"),
    "prom/prometheus": Program("Prometheus", "prometheus --version", r"version ([\d.]+)"),
    "threadmill/dashboard-viewer": Program("nginx", "nginx -v", r"nginx/([\d.]+)"),
    "threadmill/probe": Program("Python", "python3 --version", r"Python ([\d.]+)"),
}
"""By the image's name without its tag. Our own services are Java."""


def parse(image: str, answer: str) -> str:
    """The program and its version in what the program answered, as 'k6 1.8.1'; '' if it is not there."""
    program = _program(image)
    found = re.search(program.answer, answer, re.MULTILINE) if program else None
    return f"{program.name} {found[1].rstrip('.')}" if program and found else ""


def read(image: str) -> str:
    """Ask the program in an image that is here, such as 'k6 1.8.1, stand-in'; '' if it does not tell."""
    program = _program(image)
    if not program:
        return ""
    try:
        # some programs tell it on standard error
        answer = docker(
            "run", "--rm", "--network=none", "--entrypoint=sh", image, "-c", f"exec {program.command} 2>&1"
        )  # fmt: skip
        labels = json.loads(docker("image", "inspect", "--format", "{{json .Config.Labels}}", image)) or {}
    except ThreadmillError:
        return ""
    version = parse(image, answer)
    return f"{version}, stand-in" if version and LABEL in labels else version


def read_all(images: Mapping[str, str], digests: Mapping[str, str], known: Path = KNOWN) -> dict[str, str]:
    """The version that each machine's image holds. `digests` are the images' ids; who has none is not here."""
    try:
        kept: dict[str, str] = json.loads(known.read_text())
    except (FileNotFoundError, ValueError):
        kept = {}
    unknown = {digests[name]: image for name, image in images.items() if name in digests and digests[name] not in kept}
    with ThreadPoolExecutor(max_workers=4) as pool:
        kept |= dict(zip(unknown, pool.map(read, unknown.values()), strict=True))
    if unknown:
        # only what was told: who could not be asked now is asked again
        write(known, json.dumps({digest: version for digest, version in kept.items() if version}, indent=1))
    found = {name: kept[digests[name]] for name in images if name in digests}
    return {name: version for name, version in found.items() if version}


def origin(image: str) -> str:
    """Where a stand-in's program came from, as its recipe noted it; '' if it noted nothing."""
    try:
        return docker("run", "--rm", "--network=none", "--entrypoint=cat", image, "/etc/threadmill-standin").strip()
    except ThreadmillError:
        return ""


def _program(image: str) -> Program | None:
    name = image.rpartition(":")[0]
    return PROGRAMS.get(name) or (JAVA if name.startswith("threadmill/") else None)
