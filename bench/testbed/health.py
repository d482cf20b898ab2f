"""What the engine's record of a container says of its machine: whether it is well, and what befell it. Pure."""

from collections.abc import Mapping
from typing import Any

HEAP_FULL = 3
"""The exit status of a JVM with -XX:+ExitOnOutOfMemoryError."""
OUTGROWN = "killed because it went over its memory cap"


def fault(state: Mapping[str, Any]) -> str | None:
    """Why the machine is not well, or not yet; None if it is. `state` is the State of `docker inspect`."""
    health = state.get("Health", {}).get("Status", "healthy")
    if state.get("OOMKilled"):
        return f"it was {OUTGROWN}"
    if state["Status"] == "exited":
        return f"it {ended(state['ExitCode'])}"
    if state["Status"] == "created":
        return "it was never started"
    return None if health == "healthy" else f"its health check says '{health}'"


def is_final(state: Mapping[str, Any]) -> bool:
    """Whether waiting would not help any more."""
    return fault(state) is not None and state.get("Health", {}).get("Status") != "starting"


def incident(state: Mapping[str, Any], began: str) -> str | None:
    """What became of a machine that started at `began`; `state` is empty for one without a container."""
    if state.get("OOMKilled"):
        return f"was {OUTGROWN}"
    if state.get("Status") != "running":
        return ended(state.get("ExitCode"))
    return "was started again" if state["StartedAt"] != began else None


def ended(status: int | None) -> str:
    """How a machine ended that had this exit status."""
    if status == HEAP_FULL:
        return "ended because its Java heap was full; raise APP_HEAP and APP_MEMORY, or offer less at once"
    return f"ended with status {status}"
