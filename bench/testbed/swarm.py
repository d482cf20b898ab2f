"""The network over several hosts: an attachable overlay network of the swarm that their engines form.

The user joins the engines, who alone knows the private network between the hosts (docs/real-machines.md). Plain
containers on the overlay network are all that is used of a swarm: its services know no CPU sets, and no engine can
enter or re-cap another one's tasks.
"""

import ipaddress
import json
from collections.abc import Mapping
from typing import Any

from bench.errors import ThreadmillError
from bench.testbed import engine
from bench.testbed.placement import Engine

NETWORK = "threadmill-hosts"
"""Its name in compose.hosts.yaml."""
IN_USE = "is in use by task"
"""What the daemon says of a network that a host still has a part in."""
JOIN = (
    "`docker swarm init --advertise-addr <its private address>` on one host prints the command that the others join by"
)


def members(engines: list[Engine]) -> dict[Engine, dict[str, Any]]:
    """What each engine says of its swarm."""
    return {at: json.loads(engine.docker("info", "--format", "{{json .Swarm}}", at=at)) for at in engines}


def unfit(members: Mapping[Engine, Mapping[str, Any]]) -> str | None:
    """Why these engines are no swarm in which machines can be joined, with the next step; None if they are. Pure."""
    for at, swarm in members.items():
        if swarm.get("LocalNodeState") != "active":
            return f"{at} is in no swarm ({swarm.get('LocalNodeState', 'inactive')}); {JOIN}"
    nodes = {at: swarm["NodeID"] for at, swarm in members.items()}
    if twice := [(at, other) for at in nodes for other in nodes if at != other and nodes[at] == nodes[other]]:
        at, other = twice[0]
        return f"the Docker contexts {at} and {other} are the same engine; HOSTS must name one of them for both"
    if manager_of(members) is None:
        return f"none of {', '.join(map(str, members))} is a manager of the swarm; {JOIN}, and one of these must do so"
    return None


def foreign(members: Mapping[Engine, Mapping[str, Any]], known: list[str]) -> str | None:
    """Which engine is not among the nodes that the manager knows; None if all are. Pure."""
    lost = [at for at, swarm in members.items() if swarm["NodeID"] not in known]
    return (
        f"{lost[0]} is in another swarm than {manager_of(members)}; `docker swarm leave` there, then {JOIN}"
        if lost
        else None
    )


def manager_of(members: Mapping[Engine, Mapping[str, Any]]) -> Engine | None:
    """The first engine that manages the swarm."""
    return next((at for at, swarm in members.items() if swarm.get("ControlAvailable")), None)


def exposed(members: Mapping[Engine, Mapping[str, Any]]) -> list[str]:
    """The engines whose swarm listens at an address of the internet, with what that means. Pure."""
    return [
        f"{at} is in the swarm by the public address {address}: its ports (2377, 7946, 4789) belong on a private "
        "network, since whoever reaches 4789 can send packets to the machines; `docker swarm leave`, then join by a "
        "private address"
        for at, swarm in members.items()
        if (address := swarm.get("NodeAddr")) and not ipaddress.ip_address(address).is_private
    ]


def check(members: Mapping[Engine, Mapping[str, Any]]) -> Engine:
    """The swarm's manager among the engines; a ThreadmillError says why they cannot be joined."""
    if why := unfit(members):
        raise ThreadmillError(why)
    manager = manager_of(members)
    assert manager
    known = engine.docker("node", "ls", "--filter", "membership=accepted", "--format", "{{.ID}}", at=manager).split()
    if why := foreign(members, known):
        raise ThreadmillError(why)
    return manager


def make_network(manager: Engine) -> None:
    """Make the machines' network, unless it is there."""
    if not _there(manager):
        engine.docker("network", "create", "--driver", "overlay", "--attachable", NETWORK, at=manager)


def remove_network(manager: Engine) -> None:
    """Remove it, once no machine is on it. Where a host has gone that had one, the swarm keeps it for that: the next
    command uses it and removes it."""
    try:
        if _there(manager):
            engine.docker("network", "rm", NETWORK, at=manager)
    except ThreadmillError as fault:
        if IN_USE not in fault.logs:
            raise


def _there(manager: Engine) -> bool:
    return NETWORK in engine.docker("network", "ls", "--format", "{{.Name}}", at=manager).split()
