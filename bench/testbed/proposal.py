"""The plan that `make doctor` proposes for a host: from its cores to each machine's CPU set and CPU cap. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.testbed.host import spelled
from bench.testbed.topology import Core

OBSERVERS = ("PROMETHEUS", "GRAFANA", "CADVISOR", "MYSQLD_EXPORTER")
"""They share cores and keep their caps of .env: nothing of theirs is measured."""
WHOLE, MOST = 5, 4
"""Cores from which each machine has its own, and the most that the app is given: a usual size of a container."""
HEAD = "Cores and CPU caps of every machine; memory, heap and ports are those of .env. CPU numbers are the kernel's."
QUOTA = (
    "A cap as large as its CPU set is no limit of its own. It is a quota (CFS) all the same, since compose.yaml gives",
    "one to every machine and each window reads it back, but it cannot run out before the cores do.",
)
TIGHT = "The load machine has no more cores than the app, so it may be what limits a run: read the limiter."
Group = tuple[tuple[str, ...], int]
"""Machines that have their cores together, by the first word of their variables, and how many cores."""


@dataclass(frozen=True)
class Proposal:
    """The settings of a plan, and what there is to say of it. `shared` tells which machines are not apart."""

    settings: dict[str, str]
    notes: list[str]
    shared: list[str]

    @property
    def text(self) -> str:
        """As a file."""
        comments = "".join(f"# {line}\n" for line in (*self.notes, *self.shared))
        return comments + "\n" + "".join(f"{name}={value}\n" for name, value in self.settings.items())


def propose(cores: Sequence[Core], defaults: Mapping[str, str]) -> Proposal | None:
    """The plan for a host with these cores; None where it has one core, which leaves nothing to plan. `defaults` are
    the settings of .env, which machines keep that must share."""
    if len(cores) < 2:
        return None
    used = _one_node(cores)
    taken, settings, shared = 0, _caps(defaults), list[str]()
    for names, number in _groups(len(used)):
        mine = used[taken : taken + number]
        taken += number
        alone = len(names) == 1
        # two machines on the two threads of a core would slow each other unseen, so the second thread is left idle
        cpus = [cpu for core in mine for cpu in (core.cpus if alone else core.cpus[:1])]
        settings |= {f"{name}_CORES": spelled(cpus) for name in names}
        if not alone:
            shared.append(_told(names, cpus, mine, settings))
        elif names != ("OBSERVER",):
            settings[f"{names[0]}_CPUS"] = str(len(cpus))
    if settings["APP_CORES"] != settings["DB_CORES"]:
        settings["APP_PROCESSORS"] = settings["APP_CPUS"]
    notes = [_kind(cores), HEAD, *_nodes(cores, used[:taken]), *_left(cores, used[:taken]), *_caps_told(len(used))]
    return Proposal(settings, notes, shared)


def _caps(defaults: Mapping[str, str]) -> dict[str, str]:
    """What .env says of the settings that a plan sets."""
    machines = [f"{name}_{what}" for name in ("APP", "DB", "DOWNSTREAM", "LOAD") for what in ("CORES", "CPUS")]
    names = ("APP_PROCESSORS", *machines, *(f"{name}_CPUS" for name in OBSERVERS), "OBSERVER_CORES")
    return {name: defaults[name] for name in names}


def _groups(cores: int) -> list[Group]:
    """Who gets how many cores, in the order of the cores. The first is where kernel and engine work most.

    In .env's proportions: the database has as much as the app, and the load machine twice as much, since k6 takes about
    as much CPU as the app that it loads.
    """
    if cores >= WHOLE:
        app = max(1, min(MOST, (cores - 2) // 4))
        load = min(2 * app, cores - 2 - 2 * app)
        return [(("OBSERVER",), 1), (("DOWNSTREAM",), 1), (("LOAD",), load), (("APP",), app), (("DB",), app)]
    if cores == 2:
        return [(("APP", "DB"), 1), (("DOWNSTREAM", "LOAD", "OBSERVER"), 1)]
    beside = ("DOWNSTREAM", "OBSERVER") if cores == 4 else ("DOWNSTREAM", "LOAD", "OBSERVER")
    rest = ("LOAD", "APP", "DB") if cores == 4 else ("APP", "DB")
    return [(beside, 1), *(((name,), 1) for name in rest)]


def _one_node(cores: Sequence[Core]) -> list[Core]:
    """The cores of the NUMA node that has most, if it has enough for every machine; else all, node by node."""
    by_node: dict[int, list[Core]] = {}
    for core in sorted(cores):
        by_node.setdefault(core.node, []).append(core)
    largest = max(by_node.values(), key=len)
    return largest if len(largest) >= WHOLE else sorted(cores)


def _caps_told(cores: int) -> list[str]:
    """What is to be known of quotas, and of a load machine that is small for its app."""
    alone = {names[0]: number for names, number in _groups(cores) if len(names) == 1}
    tight = alone.get("LOAD", 2) <= alone.get("APP", 0)
    return [*(QUOTA if alone else ()), *([TIGHT] if tight else [])]


def _kind(cores: Sequence[Core]) -> str:
    threads = sum(len(core.cpus) for core in cores)
    nodes = len({core.node for core in cores})
    kind = f"with {threads} hardware threads" if threads > len(cores) else "with one hardware thread each"
    return f"For {len(cores)} cores {kind}, on {nodes} NUMA node{'s' if nodes > 1 else ''}."


def _nodes(cores: Sequence[Core], used: Sequence[Core]) -> list[str]:
    nodes = sorted({core.node for core in used})
    if len(nodes) > 1:
        return [f"No NUMA node has cores for every machine, so they are on nodes {', '.join(map(str, nodes))}."]
    return [f"Every machine is on NUMA node {nodes[0]}."] if len({core.node for core in cores}) > 1 else []


def _left(cores: Sequence[Core], used: Sequence[Core]) -> list[str]:
    left = [cpu for core in cores if core not in used for cpu in core.cpus]
    return [f"Left to the engine, the harness and the kernel: CPU {spelled(left)}."] if left else []


def _told(names: Sequence[str], cpus: Sequence[int], mine: Sequence[Core], settings: Mapping[str, str]) -> str:
    words = {"OBSERVER": "the observers"}
    each = ", ".join(words.get(name, name.lower()) for name in names)
    capped = (f"{name}_CPUS" for name in names for name in (OBSERVERS if name == "OBSERVER" else (name,)))
    total = sum(float(settings[name]) for name in capped)
    idle = [cpu for core in mine for cpu in core.cpus if cpu not in cpus]
    rest = f"; CPU {spelled(idle)}, its other hardware thread, has none" if idle else ""
    return f"CPU {spelled(cpus)} is shared by {each}, whose caps add up to {total:g}{rest}."
