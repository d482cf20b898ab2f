"""The file that HOSTS names: which Docker context carries which machines, where these have hosts of their own."""

from pathlib import Path

from pydantic import field_validator

from bench.errors import UsageError
from bench.spec import observers
from bench.spec.strict_yaml import Strict, parse

EVERYWHERE = ("cadvisor",)
"""Machines that every host has: each sees its own host's containers alone."""
OBSERVERS = "observers"
HINTS = {
    "app": "it is the Docker context of the app's host, such as `app: bench-app`",
    "db": "it is the Docker context of the database's host",
    "downstream": "it is the Docker context of downstream's host; the database's may carry both",
    "load": "it is the Docker context of the host that carries k6",
    OBSERVERS: "it is the Docker context of the host that carries Prometheus and the dashboards; k6's may carry both",
}


class HostsFile(Strict):
    """A Docker context for each machine; the observers stand together, but for those that are EVERYWHERE."""

    app: str
    db: str
    downstream: str
    load: str
    observers: str

    @field_validator("*")
    @classmethod
    def _named(cls, context: str) -> str:
        if not context.strip() or context.startswith("-"):
            raise UsageError("it names no Docker context; `docker context ls` lists them")
        return context

    def context(self, machine: str) -> str:
        """The context of the host that carries a machine; of one that is everywhere, the app's."""
        if machine in EVERYWHERE:
            return self.app
        return str(getattr(self, OBSERVERS if machine in observers.NAMES else machine))

    @property
    def contexts(self) -> list[str]:
        """Every context once, the app's first."""
        return list(dict.fromkeys(str(getattr(self, role)) for role in type(self).model_fields))


def read(path: str) -> HostsFile:
    """The hosts of the file; a UsageError says what is wrong with it."""
    file = Path(path)
    if not file.is_file():
        raise UsageError(f"there is no file HOSTS={path}; docs/real-machines.md shows what it holds")
    found = parse(path, file.read_text(), HostsFile, HINTS)
    if len(found.contexts) == 1:
        raise UsageError(
            f"{path} names one Docker context for all machines: on one engine leave HOSTS out and use `docker context "
            f"use {found.app}`"
        )
    return found
