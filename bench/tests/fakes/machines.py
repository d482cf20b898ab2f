"""Machines in a simulated world, with the interface of bench.testbed.machines.Machines."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench.errors import MachineGoneError, ThreadmillError
from bench.results import Run
from bench.testbed.app import App
from bench.testbed.caps import Caps
from bench.testbed.cgroup import Counters
from bench.testbed.database import Database, Statements
from bench.testbed.machines import Machines
from bench.tests import attested
from bench.tests.fakes.world import CORES, EPOCH, World

GIB = 2**30
PERIOD = 0.1
"""Seconds of the kernel's CPU quota period."""
CORE = {"app": "0", "db": "0"}
PORTS = {"app": (8080, 8081), "prometheus": (9090,)}


def caps(cpus: Mapping[str, float]) -> dict[str, Caps]:
    """The plan of the machines: two on core 0, the others on core 1."""
    return {
        name: Caps(f"threadmill/{name}:dev", cap, CORE.get(name, "1"), GIB, GIB, 20000, PORTS.get(name, ()))
        for name, cap in cpus.items()
    }


class FakeDatabase(Database):
    """A database that notes in `asked` what was done with it, and counts the world's statements."""

    def __init__(self, world: World, asked: list[str]) -> None:
        self.world, self.asked = world, asked

    def ask(self, sql: str, within: float = 60.0) -> str:
        self.asked.append(f"statements: {sql.count(';')}")
        return ""

    def reset(self) -> None:
        self.asked.append("reset database")
        self.world.advance(1)

    def grow(self, agents: int) -> None:
        self.asked.append(f"grow to {agents}")
        self.world.advance(20)

    def statements(self) -> Statements:
        self.world.asked += 1
        done = int(self.world.statements)
        return Statements(
            EPOCH + self.world.now, {"select": done + self.world.asked, "insert": done, "update": 0, "delete": 0}
        )


class FakeMachines(Machines):
    """The real ones with every effect replaced, so that their interfaces cannot part.

    `there` are the machines that exist; `asked` is what was done with them; `published` the runs laid over each other.
    """

    def __init__(self, world: World, there: Iterable[str] = ()) -> None:
        self.missing = {"grafana": "no registry supplies it", "viewer": "no network"}
        self.world = world
        self.caps = caps(world.caps)
        self.there = set(there)
        self.asked: list[str] = []
        self.app: App | None = None
        self.database = FakeDatabase(world, self.asked)
        self.published: list[Run] = []
        self.apps = 0
        self.app_environment = attested.ENVIRONMENT

    def kernel(self) -> str:
        return "6.12.1"

    def check_host(self) -> None:
        self.asked.append("check host")

    def up_support(self, observers: bool = True) -> None:
        self.there |= {"db", "downstream"} | (set(self.observers()) if observers else set())
        self.world.watched = "prometheus" in self.there
        self.world.advance(10)

    def up(self, app: App, observers: bool = True) -> None:
        self.up_support(observers)
        self.start_fresh(app)
        self.asked.append(f"up {app.variant}")

    def anew(self) -> "FakeMachines":
        return self

    def app_up(self) -> App:
        assert self.app
        return self.app

    def start_fresh(self, app: App, cpus: float | None = None, meanwhile: Callable[[], None] | None = None) -> None:
        self.app, variant, flags = app, app.variant, f"{app.flags} APP_SCHEDULING={app.scheduling}"
        self.asked.append(f"start {variant}{' profiled' if app.profiled else ''}")
        self.there.add("app")
        self.apps += 1
        if any(flag in flags.split() for flag in self.world.behaviour.fatal):
            raise ThreadmillError(f"app ({variant}) did not become healthy: it ended with status 1")
        self.world.app_starts(variant, flags)
        if cpus is not None:
            self.world.caps["app"] = cpus
        if meanwhile:
            meanwhile()
        self.world.advance(8)

    def keep_logs(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        for machine in self.there:
            (folder / f"{machine}.txt").touch()

    def lift_caps(self, names: Iterable[str]) -> None:
        self.asked.append("lift")
        self.world.caps.update(dict.fromkeys(names, CORES))

    def restore_caps(self, cpus: Mapping[str, float]) -> None:
        self.world.caps.update(cpus)

    def remove(self, names: Iterable[str]) -> None:
        self.there -= set(names)
        self.world.watched = "prometheus" in self.there

    def down(self) -> None:
        self.asked.append("down")
        self.there.clear()

    def containers(self) -> dict[str, str]:
        """Each app has a container of its own."""
        return {name: f"app {self.apps}" if name == "app" else name for name in self.there}

    def container_id(self, machine: str) -> str:
        assert machine in self.there, f"the machine '{machine}' does not exist"
        return machine

    @contextmanager
    def at_hand(self, names: Iterable[str]) -> Iterator[None]:
        yield

    def counters(self, names: Iterable[str]) -> dict[str, Counters]:
        if self.world.ended:
            raise MachineGoneError("app is gone: its heap was full")
        return {name: self._counters(name) for name in names}

    def _counters(self, name: str) -> Counters:
        world = self.world
        return Counters(
            at=world.now, cpu_seconds=world.used[name], periods=round(world.now / PERIOD),
            throttled_periods=round(world.stopped[name] / PERIOD), throttled_seconds=world.stopped[name] / 2,
            memory_peak=GIB // 2, memory_limit=GIB, swap_limit=0, threads=60, cpu_quota=world.caps[name],
            cores=self.caps[name].cores, compilers={1: world.compiled} if name == "app" else {},
        )  # fmt: skip

    def started_at(self, names: Iterable[str]) -> dict[str, str]:
        return {name: str(self.world.starts) if name == "app" else "once" for name in names}

    def incidents(self, started_at: Mapping[str, str]) -> list[str]:
        return [
            f"{name} was started again"
            for name, born in self.started_at(started_at).items()
            if born != started_at[name]
        ]

    def app_url(self) -> str:
        return "http://app"

    def management_url(self) -> str:
        return "http://app/actuator"
