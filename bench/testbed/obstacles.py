"""What keeps machines from starting on this host: too few cores, too little memory, a port that is taken."""

from collections.abc import Mapping

from bench.spec import observers
from bench.testbed import caps, engine
from bench.testbed.caps import Caps
from bench.testbed.host import describe, port_is_free


def obstacles(plan: Mapping[str, Caps]) -> list[str]:
    """Why the machines of the plan that do not run yet cannot start on this host: cores, memory, ports.

    The port of an observer stops nothing.
    """
    running = engine.running()
    to_start = {name: cap for name, cap in plan.items() if name not in running}
    essential = {name: cap for name, cap in plan.items() if name not in observers.NAMES}
    return [*caps.complaints(to_start, describe()), *taken_ports(essential).values()]


def taken_ports(plan: Mapping[str, Caps]) -> dict[str, str]:
    """The machines of the plan that do not run yet and lack a port, with how to help it."""
    running = engine.running()
    found = {}
    for name, cap in plan.items():
        for index, port in enumerate(cap.ports):
            if name not in running and not port_is_free(port):
                owner = observers.GRAFANA if name == observers.VIEWER else name
                variable = f"{owner.upper()}_{'MANAGEMENT_' if index else ''}PORT"
                found[name] = (
                    f"port {port} on 127.0.0.1, which {name} needs, is in use; "
                    f"stop the program that holds it or choose another: {variable}={port + 10000} make ..."
                )
    return found
