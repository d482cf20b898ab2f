"""What several engines need of the harness's: the images, and the files that compose.yaml mounts from its disk."""

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.testbed import engine, lock, placement
from bench.testbed.placement import HERE, Engine

CONTAINER = "threadmill-files"
"""A container that is never started: by it files get onto a volume."""
COPIED_WITHIN = 600.0
CONTENT = (
    "{{json .RootFS.Layers}} {{json .Config.Env}} {{json .Config.Cmd}} {{json .Config.Entrypoint}} {{.Architecture}}"
)
"""What an image is, whatever store an engine keeps it in: the same image has another id in each kind of store."""
TARGETS = "cadvisor.yaml"
"""Prometheus' file of the targets that are one for each engine."""


def images(wanted: Mapping[Engine, Iterable[str]], say: Callable[[str], None]) -> None:
    """Copy to each engine the images that it lacks, or holds with another content; a ThreadmillError where one of a
    name still differs afterwards."""
    for at, names in wanted.items():
        for image in dict.fromkeys(names):
            here = content(image, HERE)
            if here is None or content(image, at) == here:  # an observer's may be missing
                continue
            say(f"copying {image} to {at}")
            _copy(image, at)
            if content(image, at) != here:
                raise ThreadmillError(
                    f"{image} on {at} is not the image that was copied there; "
                    f"`docker --context {at} image rm {image}`, then run the command again"
                )


def content(image: str, at: Engine) -> str | None:
    """A hash of the image's layers, environment and command on an engine; None where it is not there."""
    try:
        told = engine.docker("image", "inspect", "--format", CONTENT, image, at=at)
    except ThreadmillError as fault:
        if "no such image" in fault.logs.lower():
            return None
        raise
    return hashlib.sha256(told.encode()).hexdigest()


def _copy(image: str, at: Engine) -> None:
    with tempfile.TemporaryFile() as said:
        save = subprocess.Popen(["docker", "save", image], stdout=subprocess.PIPE, stderr=said, start_new_session=True)
        try:
            load = subprocess.run(
                ["docker", "load", "--quiet"], env=engine.environment(at), stdin=save.stdout, stdout=subprocess.DEVNULL,
                stderr=said, timeout=COPIED_WITHIN, start_new_session=True,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise ThreadmillError(
                f"{image} could not be copied to {at} within {COPIED_WITHIN / 60:.0f} min; see why that takes so long"
            ) from None
        finally:
            assert save.stdout
            save.stdout.close()
            save.wait()
        if load.returncode or save.returncode:
            said.seek(0)
            raise ThreadmillError(f"{image} cannot be copied to {at}: {engine.last_line(said.read().decode())}")


def folders(usual: Mapping[str, Any], over: Mapping[str, Any]) -> dict[Engine, dict[str, Path]]:
    """For each engine, the volumes that its machines need and the folders that they hold copies of: what compose.yaml
    (`usual`) mounts from the harness's disk where compose.hosts.yaml (`over`) mounts a volume of its own."""
    found: dict[Engine, dict[str, Path]] = {}
    for machine, service in over["services"].items():
        mounted = {one["target"]: one["source"] for one in usual["services"][machine].get("volumes", ())}
        for one in service.get("volumes", ()):
            volume = over["volumes"].get(one["source"], {}) if one["type"] == "volume" else {}
            if volume.get("external"):
                for at in placement.all_of(machine):
                    found.setdefault(at, {})[volume["name"]] = Path(mounted[one["target"]])
    return found


def files(wanted: Mapping[Engine, Mapping[str, Path]]) -> None:
    """Make each volume anew where no machine has it, and copy its folder to it. Compose asks every engine for all of
    them, so that those of other engines' machines are there as well, empty."""
    names = {volume for volumes in wanted.values() for volume in volumes}
    for at in placement.every():
        volumes = wanted.get(at, {})
        lock.ensure_image(at)
        for volume in sorted(names - volumes.keys()):
            engine.docker("volume", "create", volume, at=at)
        for volume, folder in volumes.items():
            if not _in_use(volume, at):
                engine.docker("volume", "rm", "--force", volume, at=at)
            engine.docker("volume", "create", volume, at=at)
            engine.discard(CONTAINER, at)
            engine.docker(
                "create", "--name", CONTAINER, "--volume", f"{volume}:/copy", lock.IMAGE, "never-started", at=at
            )
            try:
                engine.docker("cp", f"{folder}/.", f"{CONTAINER}:/copy", at=at)
                if folder == ROOT / "prometheus":
                    engine.docker("cp", "-", f"{CONTAINER}:/copy", stdin=engine.packed(TARGETS, targets()), at=at)
            finally:
                engine.discard(CONTAINER, at)


def targets() -> str:
    """Prometheus' targets that are one for each engine, by the names of compose.hosts.yaml."""
    each = [
        {"targets": [f"cadvisor-{at.number}:8080"], "labels": {"engine": at.context}} for at in placement.every()
    ]  # fmt: skip
    return json.dumps(each)


def remove_files(wanted: Mapping[Engine, Mapping[str, Path]]) -> None:
    """Remove the volumes, but for those that a machine still has."""
    names = sorted({volume for volumes in wanted.values() for volume in volumes})
    for at in placement.every():
        for volume in names:
            if not _in_use(volume, at):
                engine.docker("volume", "rm", "--force", volume, at=at)


def _in_use(volume: str, at: Engine) -> bool:
    return bool(engine.docker("ps", "--all", "--quiet", "--filter", f"volume={volume}", at=at).strip())
