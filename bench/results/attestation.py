"""What the running stack said it was, before a window."""

from typing import Any

from pydantic import Field

from bench.results.record import Record


class Handler(Record):
    """The thread that one request was handled on."""

    thread: str
    virtual: bool
    event_loop: bool


class MachineLimits(Record):
    """A machine's limits as its cgroup tells them: CPU in cores (None: no cap), memory and swap in bytes."""

    cpu: float | None
    cores: str
    memory: int | None
    swap: int | None


class Attestation(Record):
    """`app` is the answer of its attestation endpoint; `mismatches` say where it is not what its variant claims.

    `nodes` are the nodes of the swarm that carried the machines, by their ids, where these stood on several hosts.
    """

    app: dict[str, Any]
    handlers: list[Handler]
    machines: dict[str, MachineLimits]
    scheduler: str
    mismatches: list[str]
    nodes: dict[str, str] = Field(default_factory=dict)
