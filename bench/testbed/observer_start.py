"""Starting observers so that one that fails takes nothing along: it is removed, and the reason is returned."""

from collections.abc import Iterable, Sequence

from bench.errors import ThreadmillError
from bench.testbed import engine, health, placement

LAST_WORDS = 200
"""Characters of a removed observer's last log line that are kept."""


def start(names: Sequence[str]) -> dict[str, str]:
    """Start them all without waiting; the reason for each that cannot even be started."""
    if not names or not _fault_of(names):
        return {}
    failed = {name: reason for name in names if (reason := _fault_of([name]))}  # by itself, each has its own reason
    engine.remove(failed)
    return {name: f"it cannot be started: {reason}" for name, reason in failed.items()}


def settle(names: Iterable[str], within: float) -> dict[str, str]:
    """Wait until all that were started are healthy; the reason for each that ends, falls ill or takes too long.

    How long one may take is its health check's to say, and `within` seconds at most.
    """
    left, lost = list(names), dict[str, str]()
    while left:
        try:
            for at, here in placement.grouped(left).items():
                command = ("up", "--detach", "--wait", "--no-deps", "--no-recreate", *here)
                engine.compose(*command, timeout=within, at=at)
            break
        except ThreadmillError as fault:
            sick = _sick(left) or dict.fromkeys(left, engine.last_line(str(fault)))
        reasons = {name: f"it did not become healthy: {how}{_last_words(name)}" for name, how in sick.items()}
        engine.remove(reasons)
        lost |= reasons
        left = [name for name in left if name not in lost]
    return lost


def _fault_of(names: Sequence[str]) -> str:
    """What Compose says when it cannot start them; empty if it can."""
    try:
        for at, here in placement.grouped(names).items():
            engine.compose("up", "--detach", "--no-deps", *here, at=at)
    except ThreadmillError as fault:
        return engine.last_line(fault.logs or str(fault))
    return ""


def _sick(names: Iterable[str]) -> dict[str, str]:
    """Those that no waiting would heal; if there are none, the wait was too long for those that are not well yet."""
    states = engine.states(names)
    faults = {name: how for name, state in states.items() if (how := health.fault(state) if state else "it is gone")}
    final = {name: how for name, how in faults.items() if not states[name] or health.is_final(states[name])}
    return final or faults


def _last_words(name: str) -> str:
    try:
        line = engine.last_line(engine.compose("logs", "--no-log-prefix", "--tail", "5", name, at=placement.of(name)))
    except ThreadmillError:
        return ""
    return f"; it said last: {line[:LAST_WORDS]}"
