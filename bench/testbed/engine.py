"""The Docker engine and Compose, driven through their command line: the only place that starts a process for them."""

import json
import subprocess
from collections.abc import Iterable, Mapping
from typing import Any

from bench.errors import EngineSilentError, ThreadmillError
from bench.paths import ROOT
from bench.spec import settings

PROJECT = "threadmill"
PATIENCE = 60.0
"""Seconds that an ordinary engine call may take before the engine counts as not answering."""


def docker(
    *argv: str, timeout: float = PATIENCE, stdin: str | None = None, env: Mapping[str, str] | None = None
) -> str:
    """Run `docker <argv>` and return its standard output; a ThreadmillError tells what it said when it failed."""
    try:
        process = subprocess.run(
            ["docker", *argv],
            cwd=ROOT,
            env=settings.environment(**(env or {})),
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
            start_new_session=True,  # Ctrl-C is the harness's to handle; a half-done Compose call leaves debris
        )
    except FileNotFoundError:
        raise ThreadmillError("there is no docker command; `host/engine.sh` installs an engine or says how") from None
    except subprocess.TimeoutExpired:
        raise EngineSilentError(
            f"the Docker engine did not answer `docker {' '.join(argv[:3])}` within {timeout:.0f} s; "
            "look at its log, restart it, then run the command again"
        ) from None
    if process.returncode != 0:
        raise ThreadmillError(f"`docker {' '.join(argv)}` failed: {last_line(process.stderr)}", process.stderr)
    return process.stdout


def compose(*argv: str, timeout: float = PATIENCE, env: Mapping[str, str] | None = None) -> str:
    """Run `docker compose <argv>` on this project, with every profile in reach."""
    return docker("compose", "--ansi", "never", "--profile", "*", *argv, timeout=timeout, env=env)


def config(env: Mapping[str, str] | None = None) -> dict[str, Any]:
    """compose.yaml as Compose understands it, variables filled in."""
    parsed: dict[str, Any] = json.loads(compose("config", "--format", "json", env=env))
    return parsed


def cores() -> int:
    """The number of cores that the engine's machines may be given."""
    return int(docker("info", "--format", "{{.NCPU}}"))


def inspect(container: str) -> dict[str, Any]:
    """What the engine knows of a container."""
    found: dict[str, Any] = json.loads(docker("inspect", container))[0]
    return found


def running() -> dict[str, str]:
    """The project's running machines: machine to container id."""
    return _containers("--filter", "status=running")


def existing() -> dict[str, str]:
    """The project's containers, running or not: machine to container id."""
    return _containers("--all")


def states(machines: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What `docker inspect` calls the State of each machine's container; empty without one."""
    containers = existing()
    return {name: inspect(containers[name])["State"] if name in containers else {} for name in machines}


def remove(machines: Iterable[str]) -> None:
    """Stop and remove the machines' containers, with the anonymous volumes that hold their state."""
    chosen = sorted(machines)
    if chosen:
        compose("rm", "--stop", "--force", "--volumes", *chosen, timeout=120)


def _containers(*filters: str) -> dict[str, str]:
    listing = docker(
        "ps", "--no-trunc", "--filter", f"label=com.docker.compose.project={PROJECT}", *filters,
        "--format", '{{.Label "com.docker.compose.service"}} {{.ID}}',
    )  # fmt: skip
    return dict(map(str.split, listing.splitlines()))


def last_line(text: str) -> str:
    """The last line that says something, which is where docker puts the cause."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"
