"""Docker engines and Compose, driven through their command line: the only place that starts a process for them.

A call goes to the engine that it names; what concerns machines goes to those that carry them.
"""

import io
import json
import subprocess
import tarfile
from collections.abc import Iterable, Mapping
from typing import Any

from bench.errors import EngineSilentError, HostGoneError, ThreadmillError
from bench.paths import ROOT
from bench.spec import settings
from bench.testbed import placement
from bench.testbed.placement import HERE, Engine

PROJECT = "threadmill"
PATIENCE = 60.0
"""Seconds that an ordinary engine call may take before the engine counts as not answering."""
UNREACHABLE = ("Cannot connect to the Docker daemon", "error during connect")
"""What the docker command says of an engine that it does not find."""


def docker(
    *argv: str,
    timeout: float = PATIENCE,
    stdin: str | None = None,
    env: Mapping[str, str] | None = None,
    at: Engine = HERE,
) -> str:
    """Run `docker <argv>` and return its standard output; a ThreadmillError tells what it said when it failed."""
    try:
        process = subprocess.run(
            ["docker", *argv],
            cwd=ROOT,
            env=environment(at, env),
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
            f"the Docker engine{_of(at)} did not answer `docker {' '.join(argv[:3])}` within {timeout:.0f} s; "
            "look at its log, restart it, then run the command again"
        ) from None
    if at.address and any(words in process.stderr for words in UNREACHABLE):
        raise HostGoneError(
            f"{at} no longer answers, so what was under way does not count; see to that host, then go on with RESUME, "
            "or begin anew",
            process.stderr,
        )
    if process.returncode != 0:
        raise ThreadmillError(f"`docker {' '.join(argv)}`{_of(at)} failed: {last_line(process.stderr)}", process.stderr)
    return process.stdout


def opened(container: str, *argv: str, at: Engine = HERE) -> subprocess.Popen[bytes]:
    """A command that goes on in a container, and is talked to by its standard input and output."""
    return subprocess.Popen(
        ["docker", "exec", "--interactive", container, *argv], env=environment(at), start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def environment(at: Engine, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a docker command for that engine."""
    place = {"DOCKER_HOST": at.address, "ENGINE_NUMBER": str(at.number)} if at.address else {}
    return settings.environment(**place, **(more or {}))


def _of(at: Engine) -> str:
    return f" on {at.context}" if at.context else ""


def compose(*argv: str, timeout: float = PATIENCE, env: Mapping[str, str] | None = None, at: Engine = HERE) -> str:
    """Run `docker compose <argv>` on this project, with every profile in reach."""
    return docker("compose", "--ansi", "never", "--profile", "*", *argv, timeout=timeout, env=env, at=at)


def config(env: Mapping[str, str] | None = None) -> dict[str, Any]:
    """compose.yaml as Compose understands it, variables filled in."""
    parsed: dict[str, Any] = json.loads(compose("config", "--format", "json", env=env))
    return parsed


def cores(machine: str) -> int:
    """The number of cores that the machine may be given."""
    return int(docker("info", "--format", "{{.NCPU}}", at=placement.of(machine)))


def inspect(container: str, at: Engine = HERE) -> dict[str, Any]:
    """What an engine knows of a container."""
    found: dict[str, Any] = json.loads(docker("inspect", container, at=at))[0]
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
    return {
        name: inspect(containers[name], placement.of(name))["State"] if name in containers else {} for name in machines
    }


def remove(machines: Iterable[str]) -> None:
    """Stop and remove the machines' containers, with the anonymous volumes that hold their state."""
    for at, chosen in placement.grouped(sorted(machines)).items():
        compose("rm", "--stop", "--force", "--volumes", *chosen, timeout=120, at=at)


def discard(container: str, at: Engine = HERE) -> None:
    """Remove a container by its name, if it is there."""
    if docker("ps", "--all", "--quiet", "--filter", f"name=^{container}$", at=at).strip():
        docker("rm", "--force", container, at=at)


def packed(name: str, text: str) -> str:
    """A tar archive with one file, as `import` and `cp` take it on standard input; plain ASCII, as `text` must be."""
    archived, body = io.BytesIO(), text.encode("ascii")
    with tarfile.open(fileobj=archived, mode="w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(body)
        archive.addfile(entry, io.BytesIO(body))
    return archived.getvalue().decode("ascii")


def _containers(*filters: str) -> dict[str, str]:
    """Each machine's container on its own engine; of a machine that is on every engine, the one beside the app."""
    found: dict[str, str] = {}
    for at in reversed(placement.every()):
        listing = docker(
            "ps", "--no-trunc", "--filter", f"label=com.docker.compose.project={PROJECT}", *filters,
            "--format", '{{.Label "com.docker.compose.service"}} {{.ID}}', at=at,
        )  # fmt: skip
        listed = dict(map(str.split, listing.splitlines()))
        found |= {name: container for name, container in listed.items() if at in placement.all_of(name)}
    return found


def last_line(text: str) -> str:
    """The last line that says something, which is where docker puts the cause."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"
