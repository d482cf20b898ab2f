"""Everything that must exist before a machine can start: images pulled or built, services built."""

import os
from collections.abc import Iterable

from bench import caps, engine, images, services
from bench.machines import Machines
from bench.progress import console

GRAFANA = "grafana/grafana:13.2.3"
BUILD_BASES = ("eclipse-temurin:25-jre", "maven:3.9-eclipse-temurin-25")
WITHOUT_GRAFANA = (
    "Grafana's image cannot be had here, so the stack runs without it: "
    "look at Prometheus (http://127.0.0.1:{port}) and at the tables under results/"
)


def prepare(variants: Iterable[str]) -> Machines:
    """Make sure of every image and return the machines, ready to start."""
    chosen = images.ensure(needed(), mode(), console.print)
    services.build([*variants, "downstream"], console.print)
    machines = Machines(grafana=has_grafana(chosen))
    if not machines.grafana:
        console.print(WITHOUT_GRAFANA.format(port=machines.caps["prometheus"].ports[0]))
    return machines


def needed() -> list[str]:
    """The official images: what compose.yaml names, and what the services are built on."""
    named = [cap.image for cap in caps.read(engine.config()).values() if not cap.image.startswith("threadmill/")]
    return [*dict.fromkeys(named), *BUILD_BASES]


def mode() -> str:
    """IMAGES=auto, pull or build."""
    return os.environ.get("IMAGES", "auto")


def has_grafana(chosen: dict[str, images.Choice]) -> bool:
    return chosen[GRAFANA].source != "missing"
