"""Where an experiment was done: host, engine, images, caps and commit, all as found, not as configured."""

import subprocess
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime

from bench.paths import ROOT
from bench.results import Environment
from bench.spec import plans, settings
from bench.testbed import engine, placement, probe, services, several, versions
from bench.testbed.machines import Machines

ABSENT = "absent"


def describe(machines: Machines, given: dict[str, str]) -> Environment:
    """The environment now. `given` are the variables that the user gave."""
    app = placement.of("app")
    here = probe.describe(app)
    images = {name: cap.image for name, cap in machines.caps.items() if name != "app"}
    built = {name: _digest(image) for name, image in images.items()}
    return Environment(
        started=datetime.now(UTC),
        commit=_git("rev-parse", "HEAD") or "none",
        modified=bool(_git("status", "--porcelain")),
        missing=dict(machines.missing),
        kernel=here.kernel,
        cgroup=here.cgroup,
        host_cpu=here.cpu,
        host_cores=here.cores,
        host_memory=here.memory,
        engine=engine.docker("version", "--format", "{{.Server.Version}}", at=app).strip(),
        images={name: _digest(image, name) for name, image in images.items()} if placement.several() else built,
        caps={
            name: {key: value for key, value in asdict(cap).items() if key != "ports"}
            for name, cap in machines.caps.items()
        },
        settings=given,
        figures=settings.now(),
        plan=plans.named(settings.environment()),
        planned=plans.in_force(settings.environment()),
        versions=versions.read_all(images, {name: digest for name, digest in built.items() if digest != ABSENT}),
        hosts=several.facts(),
    )


def app_images(variants: Iterable[str]) -> dict[str, str]:
    """The image of each variant, as a run records it."""
    return {variant: _digest(services.image(variant), "app") for variant in variants}


def _digest(image: str, machine: str = "") -> str:
    """The image's id on the machine's engine, or on the one that builds images; 'absent' if it is not there."""
    at = placement.of(machine) if machine else placement.HERE
    return engine.docker("images", "--no-trunc", "--quiet", image, at=at).strip() or ABSENT


def _git(*argv: str) -> str:
    try:
        return subprocess.run(["git", *argv], cwd=ROOT, capture_output=True, text=True, timeout=20).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
