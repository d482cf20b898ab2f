"""Which engine carries which machine: one engine for all of them, or several while a command is connected to them.

Pure lookups. bench/testbed/connection.py places the machines; everything that calls an engine asks here which one.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bench.spec.hosts import EVERYWHERE


@dataclass(frozen=True)
class Engine:
    """A Docker engine: its context's name, and where it is reached (DOCKER_HOST). Both are empty for the one that the
    docker command takes by itself. `number` tells several apart on the machines' network, from 1; `shell` is the start
    of the command that gets to its host, empty for the harness's own."""

    context: str = ""
    address: str = ""
    number: int = 0
    shell: str = ""

    def __str__(self) -> str:
        return self.context or "the engine"


HERE = Engine()
"""The engine that builds the images; without HOSTS it carries all machines."""
_placed: dict[str, Engine] = {}


@contextmanager
def placed(engines: Mapping[str, Engine]) -> Iterator[None]:
    """Inside, machines stand on these engines."""
    _placed.update(engines)
    try:
        yield
    finally:
        _placed.clear()


def lose(engine: Engine) -> None:
    """Forget an engine that no longer answers, with the machines on it."""
    for machine in [name for name, at in _placed.items() if at == engine]:
        del _placed[machine]


def several() -> bool:
    """Whether the machines stand on more than one engine."""
    return bool(_placed)


def every() -> list[Engine]:
    """The engines that carry machines, the app's first."""
    return list(dict.fromkeys([*filter(None, [_placed.get("app")]), *_placed.values()])) or [HERE]


def of(machine: str) -> Engine:
    """The engine of a machine; the app's for what stands for itself, such as a reader of its volume."""
    return _placed.get(machine) or every()[0]


def all_of(machine: str) -> list[Engine]:
    """The same, or every engine for a machine that is on each."""
    return every() if machine in EVERYWHERE else [of(machine)]


def grouped(machines: Iterable[str]) -> dict[Engine, list[str]]:
    """The machines by their engine, those that are everywhere with each."""
    found: dict[Engine, list[str]] = {}
    for name in machines:
        for engine in all_of(name):
            found.setdefault(engine, []).append(name)
    return found


def placed_on(at: Engine) -> list[str]:
    """The machines that stand on an engine."""
    return [machine for machine in _placed if at in all_of(machine)]


def together(machine: str, other: str) -> bool:
    """Whether two machines stand on one engine, so that their cores are the same host's."""
    return of(machine) == of(other)
