"""Which machine is at fault, and what its user can do: when one does not become healthy, or is gone."""

import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from bench.errors import MachineGoneError, ThreadmillError
from bench.spec import observers, settings
from bench.spec.variables import HEALTHY_WITHIN, whole
from bench.testbed import engine, health, loopback, placement
from bench.testbed.app import App
from bench.testbed.placement import Engine

ENDED_WITHIN, ENDING_STEP = 5.0, 0.2
"""Seconds that the engine may take to say that a machine ended whose processes are gone, and between two questions."""
READY_STEP, READY_PATIENCE = 0.3, 5.0
"""Seconds between two questions to an app that starts, and for its answer."""
KEPT_LINES = 2000
"""Of each machine's log, where a command fails."""


def wait(*argv: str, app: App | None = None, at: Engine | None = None) -> None:
    """A Compose call that waits for health; when it fails, say which machine and show its log."""
    env = app.environment if app else None
    try:
        engine.compose(*argv, timeout=healthy_within(), env=env, at=at or placement.of("app"))
    except ThreadmillError as fault:
        if (sick := _sick()) is None:
            raise
        raise _unhealthy(*sick, app) from fault


def until_ready(app: App, management_url: str) -> None:
    """Return as soon as the app that was started says that it is ready; else say how it is, and show its log.

    It is asked from here, since it has no health check.
    """
    deadline = time.monotonic() + healthy_within()
    while not loopback.succeeds(f"{management_url}/health/readiness", READY_PATIENCE):
        if time.monotonic() > deadline or "app" not in engine.running():
            raise _unhealthy(*(_sick() or ("app", f"{management_url} does not say that it is ready")), app)
        time.sleep(READY_STEP)


def gone(machine: str) -> NoReturn:
    """Tell of a machine that should run and does not."""
    sick = _sick()
    how = sick[1] if sick and sick[0] == machine else "it does not exist"
    log = logs(machine) if sick else ""
    then = "see what ended it, and begin anew"
    if health.OUTGROWN in how:
        then = f"raise {machine.upper()}_MEMORY, or offer less at once"
    raise MachineGoneError(f"{machine} is gone: {how}; {then}", log)


def ends(machine: str) -> bool:
    """Whether the machine is just ending; the engine tells so a little later than its processes are gone."""
    deadline = time.monotonic() + ENDED_WITHIN
    while machine in engine.running():
        if time.monotonic() > deadline:
            return False
        time.sleep(ENDING_STEP)
    return True


def logs(machine: str, lines: int = 25) -> str:
    """The last lines that a machine wrote."""
    return engine.compose("logs", "--no-log-prefix", "--tail", str(lines), machine, at=placement.of(machine))


def keep_logs(folder: Path) -> None:
    """Write what each machine wrote to `folder`/<machine>.txt, before the machines are removed. An engine that does not
    tell ends it: the fault that ended the command is to be told, and not this one."""
    folder.mkdir(exist_ok=True)
    with suppress(ThreadmillError):
        for machine in engine.existing():
            (folder / f"{machine}.txt").write_text(logs(machine, KEPT_LINES))


def healthy_within() -> int:
    """Seconds that machines may take until all are healthy; the database's first start fills it."""
    text = settings.environment().get(HEALTHY_WITHIN.name) or HEALTHY_WITHIN.default
    return whole(HEALTHY_WITHIN.name, text)


def _unhealthy(name: str, how: str, app: App | None) -> ThreadmillError:
    shown = f"{name} ({app.variant})" if name == "app" and app else name
    told = f"{shown} did not become healthy: {how}; its last log lines are above, `make doctor` checks the host"
    return ThreadmillError(told, logs(name))


def _sick() -> tuple[str, str] | None:
    """The first essential machine that ended or is not healthy, and how it is."""
    states = engine.states(sorted(engine.existing().keys() - set(observers.NAMES)))
    return next(((name, fault) for name, state in states.items() if (fault := health.fault(state))), None)
