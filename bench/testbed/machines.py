"""The machines: bring them up, keep them apart, read their counters, take them down."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from bench.console import console
from bench.errors import ThreadmillError
from bench.spec import observers
from bench.testbed import caps, cgroup, engine, faults, health, observer_start, placement, probe, several
from bench.testbed.app import App
from bench.testbed.database import Database
from bench.testbed.shells import Shell

SUPPORT = ("db", "downstream")
UNCHECKED = {"APP_UNCHECKED": "true"}
"""Lets compose.yaml leave out the app's health check, a process every two seconds on the app's own CPU."""
SERVICE = "http://127.0.0.1:{port}"
MANAGEMENT = SERVICE + "/actuator"
MakeMachines = Callable[[], "Machines"]
"""The machines as the settings of .env want them now, which change from one experiment to the next."""


class Machines:
    """The project's containers. One variant at a time is the machine `app`."""

    def __init__(self, missing: dict[str, str] | None = None) -> None:
        """`missing`: the observers that cannot be had and why, to which others are added that fail at their start; one
        that is shared is known to all machines of a command. Without it, those whose image the engine does not hold."""
        config = engine.config()
        self.caps = caps.read(config)
        self.app_environment: Mapping[str, str] = config["services"]["app"]["environment"]
        self.database = Database(
            lambda command, sql, within: self.exec("db", *command, stdin=sql, timeout=within),
            config["services"]["db"]["environment"]["MARIADB_ROOT_PASSWORD"],
        )
        if missing is None:
            here = engine.docker("images", "--format", "{{.Repository}}:{{.Tag}}").split()
            missing = observers.absent({name: cap.image for name, cap in self.caps.items()}, here)
        self.missing = missing
        self._shells: dict[str, Shell] = {}

    def anew(self) -> "Machines":
        """The same machines as the settings want them now."""
        return Machines(self.missing)

    def observers(self) -> tuple[str, ...]:
        """The observers that can be started, as far as is known."""
        return observers.startable(self.missing)

    def prometheus_url(self) -> str | None:
        """Where Prometheus answers, seen from the host; None where it is missing."""
        if observers.PROMETHEUS in self.missing:
            return None
        return SERVICE.format(port=self.caps[observers.PROMETHEUS].ports[0])

    def dashboards_port(self) -> int | None:
        """The host's port on which Grafana or its viewer shows what Prometheus has recorded; None where neither can."""
        showing = {observers.GRAFANA, observers.VIEWER} & set(self.observers())
        return self.caps[showing.pop()].ports[0] if showing else None

    # -- life cycle ---------------------------------------------------------------------------------------------

    def check_host(self) -> None:
        """Refuse, before anything starts, a host that is too small or a port that is taken. A port that an observer
        needs is no reason: that observer is missing then."""
        skipped = set(observers.NAMES) - set(self.observers())
        problems = caps.obstacles({name: cap for name, cap in self.caps.items() if name not in skipped})
        if problems:
            raise ThreadmillError(problems[0])

    def up(self, app: App, observers: bool = True) -> None:
        """Start the app with what it needs and wait until all are healthy; another app that runs is replaced."""
        self.check_host()
        self.up_support(observers)
        faults.wait("up", "--detach", "--wait", "--no-deps", "app", app=app)

    def app_up(self) -> App:
        """The one that is the machine `app` now."""
        return App.labelled(self.inspect("app")["Config"]["Labels"])

    def up_support(self, observers: bool = True) -> None:
        """Start everything but the app. What already runs as compose.yaml says is left alone.

        An observer that fails is removed, told and remembered as missing; db and downstream are waited for.
        """
        if observers:
            self._make_way()
            self._lose(caps.taken_ports({name: self.caps[name] for name in self.observers()}))
            self._lose(observer_start.start(self.observers()))
        for at, names in placement.grouped(SUPPORT).items():
            faults.wait("up", "--detach", "--wait", *names, at=at)
        if observers:
            self._lose(observer_start.settle(self.observers(), faults.healthy_within()))

    def _make_way(self) -> None:
        """Remove the one of Grafana and its viewer that still holds the port of the other, which can be had now."""
        stale = engine.running().keys() & {observers.GRAFANA, observers.VIEWER} - set(self.observers())
        if stale and self.dashboards_port():
            self.remove(stale)

    def _lose(self, reasons: Mapping[str, str]) -> None:
        self.missing.update(reasons)
        if observers.GRAFANA in reasons:  # its image is here, so the viewer's may not be
            self.missing[observers.VIEWER] = observers.NOT_BUILT
        for line in observers.told(reasons, viewer=False):
            console.print(line, markup=False, soft_wrap=True)

    def watch(self, on: bool) -> None:
        """Start the observers, or remove them."""
        if on:
            self.up_support()
        else:
            self.remove(engine.existing().keys() & set(observers.NAMES))

    def start_fresh(self, app: App, cpus: float | None = None, meanwhile: Callable[[], None] | None = None) -> None:
        """A new process with this CPU cap, or with none, so that start and warm-up are short.

        `meanwhile` is done while it starts. The one before is not asked to end: nothing is left that it should do.
        No health check runs in it, so that the windows hold the requests' work alone.
        """
        at = placement.of("app")
        if before := engine.existing().get("app"):
            engine.docker("rm", "--force", "--volumes", before, at=at)
        engine.compose("up", "--no-start", "--no-deps", "--no-recreate", "app", env=app.environment | UNCHECKED, at=at)
        if cpus is None:
            self.lift_caps(["app"])
        else:
            self.restore_caps({"app": cpus})
        self.command("start", "app")
        if meanwhile:
            meanwhile()
        faults.until_ready(app, self.management_url())

    def lift_caps(self, names: Iterable[str]) -> None:
        """Let JVMs have the whole host, so that their compilers get done. What they believe to have stays."""
        for name in names:
            cores = engine.cores(name)
            self._set_cpus(name, float(cores), f"0-{cores - 1}")

    def restore_caps(self, cpus: Mapping[str, float]) -> None:
        """Give machines these CPU caps and the cores of compose.yaml, as every measured window needs them."""
        for name, cap in cpus.items():
            self._set_cpus(name, cap, self.caps[name].cores)

    def _set_cpus(self, machine: str, cpus: float, cores: str) -> None:
        at = placement.of(machine)
        engine.docker("update", f"--cpus={cpus}", f"--cpuset-cpus={cores}", self.container_id(machine), at=at)

    def remove(self, names: Iterable[str]) -> None:
        """Stop and remove machines, with the anonymous volumes that hold their state."""
        engine.remove(names)

    def down(self) -> None:
        """Remove every machine and the network. What Prometheus has recorded is kept in its volume."""
        self.remove(engine.existing())
        for at in placement.every():
            engine.compose("down", "--remove-orphans", timeout=120, at=at)
        several.clear()

    # -- single machines ----------------------------------------------------------------------------------------

    def container_id(self, machine: str) -> str:
        """The container that stands for the machine."""
        found = engine.existing().get(machine)
        if not found:
            raise ThreadmillError(f"the machine '{machine}' does not exist; `make up` starts it")
        return found

    def exec(self, machine: str, *argv: str, stdin: str | None = None, timeout: float = engine.PATIENCE) -> str:
        """Run a command inside a machine and return what it printed."""
        command = ("exec", "--interactive", self.container_id(machine), *argv)
        return engine.docker(*command, stdin=stdin, timeout=timeout, at=placement.of(machine))

    def kernel(self) -> str:
        """The kernel of the app's host, as its engine tells it."""
        return probe.kernel("app")

    def inspect(self, machine: str) -> dict[str, Any]:
        """What the engine knows of the machine's container."""
        return engine.inspect(self.container_id(machine), placement.of(machine))

    def command(self, verb: Literal["stop", "start", "restart", "pause", "unpause"], machine: str) -> None:
        """What the engine can do to a machine as a whole."""
        engine.docker(verb, self.container_id(machine), at=placement.of(machine))

    def logs(self, machine: str, lines: int = 25) -> str:
        """The last lines that a machine wrote."""
        return faults.logs(machine, lines)

    def keep_logs(self, folder: Path) -> None:
        """Keep what every machine wrote, as <machine>.txt in `folder`."""
        faults.keep_logs(folder)

    @contextmanager
    def at_hand(self, names: Iterable[str]) -> Iterator[None]:
        """Inside it `counters` starts no process for these machines, but for the load machine, which is made anew."""
        with ExitStack() as opened:
            opened.callback(self._shells.clear)
            for name in set(names) - {"load"}:
                shell = Shell(self.container_id(name), cgroup.READ, placement.of(name))
                self._shells[name] = opened.enter_context(shell)
            yield

    def counters(self, names: Iterable[str]) -> dict[str, cgroup.Counters]:
        """One reading of the cgroup counters of each machine, taken at the same moment."""
        chosen = list(names)
        containers = engine.running() if set(chosen) - self._shells.keys() else {}
        with ThreadPoolExecutor(max_workers=len(chosen)) as pool:
            return dict(zip(chosen, pool.map(lambda name: self._read_counters(name, containers), chosen), strict=True))

    def _read_counters(self, name: str, containers: Mapping[str, str]) -> cgroup.Counters:
        if shell := self._shells.get(name):
            with suppress(ThreadmillError):  # it ended with its container, which may have been started again
                return cgroup.parse(shell.ask())
            containers = engine.running()
        container = containers.get(name) or faults.gone(name)
        try:
            return cgroup.parse(engine.docker("exec", container, "sh", "-c", cgroup.READ, at=placement.of(name)))
        except ThreadmillError:
            if not faults.ends(name):
                raise
            faults.gone(name)  # it ended while it was asked

    def started_at(self, names: Iterable[str]) -> dict[str, str]:
        """When each machine's process started: a restart changes it. Load starts anew for every window."""
        states = engine.states(name for name in names if name != "load")
        return {name: state["StartedAt"] for name, state in states.items()}

    def incidents(self, started_at: Mapping[str, str]) -> list[str]:
        """What befell machines since they `started_at`: killed for memory, ended, started again."""
        states = engine.states(started_at).items()
        return [f"{name} {what}" for name, state in states if (what := health.incident(state, started_at[name]))]

    def app_url(self) -> str:
        """Where the app answers, seen from the host."""
        return SERVICE.format(port=self.caps["app"].ports[0])

    def management_url(self) -> str:
        """Where the app's actuator answers, seen from the host."""
        return MANAGEMENT.format(port=self.caps["app"].ports[1])
