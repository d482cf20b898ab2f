"""The plan of the machines: the caps, cores and ports that compose.yaml gives each, and what may stop them here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bench.spec import observers, plans, settings
from bench.testbed import engine, placement, probe, topology
from bench.testbed.host import Host, cores_of, describe, port_is_free, spelled
from bench.testbed.topology import Core

MIB = 1024 * 1024


@dataclass(frozen=True)
class Caps:
    """One machine's limits: CPU in cores, memory and swap-plus-memory in bytes, ports on the host."""

    image: str
    cpus: float
    cores: str
    memory: int
    memory_and_swap: int
    files: int
    ports: tuple[int, ...]


def read(config: Mapping[str, Any]) -> dict[str, Caps]:
    """The caps of every machine, from compose.yaml as `docker compose config --format json` gives it."""
    return {name: _caps(service) for name, service in config["services"].items()}


def _caps(service: Mapping[str, Any]) -> Caps:
    nofile = service["ulimits"]["nofile"]
    return Caps(
        image=service["image"],
        cpus=float(service["cpus"]),
        cores=spelled(cores_of(str(service["cpuset"]))),
        memory=int(service["mem_limit"]),
        memory_and_swap=int(service["memswap_limit"]),
        files=int(nofile if isinstance(nofile, int) else nofile["soft"]),
        ports=tuple(int(port["published"]) for port in service.get("ports", [])),
    )


def for_scenario(caps: Mapping[str, Caps], needs: Iterable[str]) -> dict[str, float]:
    """The CPU caps of the machines that a scenario uses. What the others on the app's cores do not need, the app gets.

    The same for every variant, so that a comparison stays one.
    """
    used = {name: caps[name].cpus for name in ("app", *needs, "load")}
    idle = (name for name in ("db", "downstream") if name not in used and placement.together(name, "app"))
    used["app"] += sum(caps[name].cpus for name in idle if caps[name].cores == caps["app"].cores)
    return used


def complaints(caps: Mapping[str, Caps], host: Host) -> list[str]:
    """Why these machines cannot run on this host; empty if they can."""
    found = []
    for name, cap in caps.items():
        absent = cores_of(cap.cores) - set(range(host.cores))
        if absent:
            found.append(
                f"{name} is to run on core {min(absent)}, but the host has {host.cores} (0 to {host.cores - 1}); "
                f"change {_variable(name)}_CORES in .env"
            )
    wanted = sum(cap.memory for cap in caps.values())
    if host.memory_available and wanted > host.memory_available:
        found.append(
            f"the machines may take {wanted // MIB} MiB, but only {host.memory_available // MIB} MiB are free; "
            "stop other programs or lower the *_MEMORY variables in .env"
        )
    elif wanted > host.memory:  # the engine is elsewhere and tells only the whole, as Docker Desktop's does
        found.append(
            f"the machines may take {wanted // MIB} MiB, but the engine has only {host.memory // MIB} MiB; "
            "give it more (Docker Desktop: Settings, Resources) or lower the *_MEMORY variables in .env"
        )
    return found


def obstacles(plan: Mapping[str, Caps]) -> list[str]:
    """Why the machines of the plan that do not run yet cannot start on this host: cores, memory, ports.

    The port of an observer stops nothing.
    """
    running = engine.running()
    if lacking := other_cores(plan):
        found = [lacking]
    else:
        found = []
        for at, names in placement.grouped(plan).items():
            to_start = {name: plan[name] for name in names if name not in running}
            each = complaints(to_start, probe.describe(at))
            found += [f"{at.context}: {why}" if at.context else why for why in each]
    essential = {name: cap for name, cap in plan.items() if name not in observers.NAMES}
    return [*found, *taken_ports(essential).values()]


def other_cores(plan: Mapping[str, Caps]) -> str | None:
    """How the file that PLAN names is for another host; None if it is for this one, or if there is no PLAN. A plan for
    several hosts says of each machine's own host which cores it has."""
    name = plans.named(settings.environment())
    if not name or placement.several():
        return None
    return misfit(name, plan, here := describe(), topology.of(here))


def misfit(name: str, caps: Mapping[str, Caps], host: Host, cores: Iterable[Core]) -> str | None:
    """How the plan of that name needs cores that this host lacks, with the next step; None if it has them. `cores` are
    empty where they cannot be seen."""
    advice = "`make doctor` proposes a plan for this host; without PLAN the settings of .env hold"
    absent = {machine: cores_of(cap.cores) - set(range(host.cores)) for machine, cap in caps.items()}
    if lacking := [f"{machine} CPU {spelled(missed)}" for machine, missed in absent.items() if missed]:
        return (
            f"PLAN={name} gives {', '.join(lacking)}, but the host has {host.cores} (0 to {host.cores - 1}); {advice}"
        )
    if apart := threads_apart(caps, cores):
        threads, machines = apart[0]
        return (
            f"PLAN={name} needs more whole cores than the host has: CPU {threads} are hardware threads of one core "
            f"here, and it divides them between {', '.join(machines)}; {advice}"
        )
    return None


def threads_apart(caps: Mapping[str, Caps], cores: Iterable[Core]) -> list[tuple[str, list[str]]]:
    """The cores whose hardware threads are divided between machines, with their names; the observers count as one."""
    sets = {name: cores_of(cap.cores) for name, cap in caps.items() if name not in observers.NAMES}
    watching = [cores_of(cap.cores) for name, cap in caps.items() if name in observers.NAMES]
    return topology.threads_apart({**sets, "the observers": set().union(*watching)}, cores)


def taken_ports(plan: Mapping[str, Caps]) -> dict[str, str]:
    """The machines of the plan that do not run yet and lack a port, with how to help it. The ports of several hosts are
    forwarded by the time that this is asked."""
    if placement.several():
        return {}
    running = engine.running()
    return ports_in_use({name: cap for name, cap in plan.items() if name not in running})


def ports_in_use(plan: Mapping[str, Caps]) -> dict[str, str]:
    """The machines of the plan whose port on 127.0.0.1 a program has, with how to help it."""
    found = {}
    for name, cap in plan.items():
        for index, port in enumerate(cap.ports):
            if not port_is_free(port):
                owner = observers.GRAFANA if name == observers.VIEWER else name
                variable = f"{owner.upper()}_{'MANAGEMENT_' if index else ''}PORT"
                found[name] = (
                    f"port {port} on 127.0.0.1, which {name} needs, is in use; "
                    f"stop the program that holds it or choose another: {variable}={port + 10000} make ..."
                )
    return found


def shared_cores(caps: Mapping[str, Caps]) -> dict[int, list[str]]:
    """The cores on which more than one machine runs, with their names."""
    by_core: dict[int, list[str]] = {}
    for name, cap in caps.items():
        for core in sorted(cores_of(cap.cores)):
            by_core.setdefault(core, []).append(name)
    return {core: names for core, names in sorted(by_core.items()) if len(names) > 1}


def _variable(machine: str) -> str:
    return "OBSERVER" if machine in observers.NAMES else machine.upper()
