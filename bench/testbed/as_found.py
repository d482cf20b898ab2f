"""What a user had up before a command, and how it comes back once the command has ended or failed."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from bench.spec import observers, settings
from bench.testbed import engine
from bench.testbed.app import App
from bench.testbed.machines import Machines


@dataclass(frozen=True)
class AsFound:
    """`containers` that ran, by machine; `app` is the one of them that is the machine `app`."""

    containers: Mapping[str, str]
    app: App | None = None

    @classmethod
    def seen(cls, machines: Machines) -> "AsFound":
        """What runs now."""
        running = engine.running()
        return cls(running, machines.app_up() if "app" in running else None)

    @property
    def watched(self) -> bool:
        """Whether an observer ran."""
        return bool(self.containers.keys() & set(observers.NAMES))

    def restore(self, machines: Machines) -> None:
        """Remove what was not there, and bring back what is no longer; each step whatever became of those before it."""

        def remove() -> None:
            machines.remove(name for name, one in engine.existing().items() if self.containers.get(name) != one)

        def bring_back() -> None:
            gone = {name for name, _ in self.containers.items() - engine.running().items()}
            if self.app and gone:
                self._start(self.app, machines)
            elif gone & set(observers.NAMES):
                machines.up_support(observers=True)

        with ExitStack() as last_first:
            last_first.callback(bring_back if self.containers else machines.down)
            last_first.callback(remove)

    def _start(self, app: App, machines: Machines) -> None:
        """With the settings that it had, which the command may have had others over."""
        with settings.held(app.given, alone=True):
            machines.anew().up(app, observers=self.watched)
