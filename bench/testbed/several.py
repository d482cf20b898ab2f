"""What several hosts need beyond one before a machine can start: the same images, the files, one network, a probe each.

Without HOSTS there is nothing to do here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bench.errors import ThreadmillError
from bench.results import HostFacts, HostLink
from bench.testbed import copies, engine, host, placement, probe, swarm
from bench.testbed.placement import Engine

MOST_APART = 0.25
"""Seconds by which two clocks may differ: k6 and Prometheus stamp the users' series with theirs, second by second."""


def prepare(images: Mapping[str, Iterable[str]], say: Callable[[str], None]) -> None:
    """Everything but the machines, on each engine. `images` are those of each machine, as they are here."""
    if not placement.several():
        return
    engines = placement.every()
    for at in engines:
        host.refuse_unfit(host.engine_facts(at))
    manager = swarm.check(joined := swarm.members(engines))
    for line in swarm.exposed(joined):
        say(line)
    copies.images(_wanted(images), say)
    try:
        swarm.make_network(manager)
        copies.files(_folders())
        for at in engines:
            probe.of(at).start(swarm.NETWORK)
        if why := apart({str(at): probe.of(at).behind() for at in engines}, links(engines)):
            raise ThreadmillError(why)
    except BaseException:
        if not engine.existing():
            clear()
        raise


def lose_unreachable() -> list[str]:
    """Forget the hosts that no longer answer, so that the others can be tidied; their names."""
    lost = []
    for at in placement.every() if placement.several() else []:
        try:
            engine.docker("version", at=at)
        except ThreadmillError:
            lost.append(str(at))
            placement.lose(at)
    return lost


def clear() -> None:
    """Remove what `prepare` made, once the machines are gone. The images stay."""
    if not placement.several():
        return
    probe.close()
    for at in placement.every():
        engine.discard(probe.CONTAINER, at)
    copies.remove_files(_folders())
    if manager := swarm.manager_of(swarm.members(placement.every())):
        swarm.remove_network(manager)


def links(engines: Iterable[Engine]) -> dict[tuple[str, str], HostLink]:
    """The way from the first host to each other, over the machines' network."""
    first, *others = engines
    return {(str(first), str(other)): probe.of(first).link(other) for other in others}


def apart(behind: Mapping[str, float], ways: Mapping[tuple[str, str], HostLink]) -> str | None:
    """Which clocks differ by more than the figures allow, with the next step; None if all agree. Pure.

    `behind` are the seconds by which the harness's clock is ahead of each host's.
    """
    advice = "let both follow one time server (chrony or systemd-timesyncd), then run the command again"
    for (first, other), link in ways.items():
        if abs(link.clock_ahead) > MOST_APART:
            return f"the clock of {other} is {link.clock_ahead:+.2f} s from that of {first}; {advice}"
    for name, seconds in behind.items():
        if abs(seconds) > MOST_APART:
            return f"the clock of {name} is {-seconds:+.2f} s from that of this system; {advice}"
    return None


def facts() -> list[HostFacts]:
    """Each host, the app's first: what it is, which machines it carries, and the way to it from the app's."""
    if not placement.several():
        return []
    engines = placement.every()
    joined, ways = swarm.members(engines), links(engines)
    found = []
    for at in engines:
        here, version = probe.describe(at), host.engine_facts(at)
        found.append(
            HostFacts(
                context=at.context,
                node=joined[at]["NodeID"],
                engine=version.version,
                kernel=here.kernel,
                cpu=here.cpu,
                cores=here.cores,
                memory=here.memory,
                cgroup=here.cgroup,
                address=joined[at]["NodeAddr"],
                machines=sorted({*placement.placed_on(at)}),
                way=ways.get((str(engines[0]), str(at))),
            )
        )
    return found


def nodes(machines: Iterable[str]) -> dict[str, str]:
    """The node of the swarm that carries each machine; nothing where there is but one engine.

    An engine's own id is no proof: it lies in /etc/docker, and hosts that were cloned from one disk share it.
    """
    if not placement.several():
        return {}
    joined = swarm.members(placement.every())
    return {name: joined[placement.of(name)]["NodeID"] for name in machines}


def _wanted(images: Mapping[str, Iterable[str]]) -> dict[Engine, list[str]]:
    found: dict[Engine, list[str]] = {at: [probe.IMAGE] for at in placement.every()}
    for machine, names in images.items():
        for at in placement.all_of(machine):
            found[at] += names
    return found


def _folders() -> dict[Engine, dict[str, Any]]:
    usual = engine.config({"COMPOSE_FILE": "compose.yaml"})
    return dict(copies.folders(usual, engine.config()))
