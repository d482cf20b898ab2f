"""The machines that only watch, and what a user loses without each. Every other machine is essential."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench.errors import ThreadmillError


@dataclass(frozen=True)
class Observer:
    """`machine` is its name in compose.yaml, `loss` what a result lacks without it and what it does not.

    `works_unseen`: it takes CPU whether or not anybody looks, so `make observers-cost` needs it.
    """

    machine: str
    title: str
    loss: str
    works_unseen: bool = True


PROMETHEUS = "prometheus"
"""The one that the others serve: without it they have nobody to read them, or nothing to show."""
GRAFANA = "grafana"
VIEWER = "viewer"
"""It takes Grafana's place, at the same port, where Grafana's image cannot be had. It may be missing as well."""
NOT_BUILT = "it takes the place of an image that cannot be had, and of nothing else"

OBSERVERS = (
    Observer(
        PROMETHEUS,
        "Prometheus",
        "no dashboards and no per-second view of the users; goodput, latency and verdict are not affected",
    ),
    Observer(
        "cadvisor",
        "cAdvisor",
        "no CPU, memory and threads of the machines on the dashboards; the result's own are not affected, "
        "since they are read from the cgroups",
    ),
    Observer(
        "mysqld-exporter",
        "mysqld-exporter",
        "no figures of the database on the dashboards; the result's own statements are not affected, "
        "since the database is asked for them",
    ),
    Observer(
        GRAFANA,
        "Grafana",
        "no dashboards in a browser; the tables and pages under results/ are not affected, and Prometheus answers",
        works_unseen=False,
    ),
    Observer(
        VIEWER,
        "the dashboard viewer",
        "no dashboards in a browser, since Grafana is missing too",
        works_unseen=False,
    ),
)
IN_ITS_PLACE = "a viewer of this project shows the same dashboards at the same port"
NAMES = tuple(observer.machine for observer in OBSERVERS)


def told(missing: Mapping[str, str], viewer: bool = True) -> list[str]:
    """A line for each observer that is missing: why, and what is lost. `missing` has the reason by machine.

    `viewer`: whether the viewer takes Grafana's place if it is not missing itself.
    """
    shown = viewer and VIEWER not in missing
    return [
        f"{observer.title} is missing ({missing[observer.machine]}): "
        + (IN_ITS_PLACE if observer.machine == GRAFANA and shown else observer.loss)
        for observer in OBSERVERS
        if observer.machine in missing
    ]


def startable(missing: Mapping[str, str]) -> tuple[str, ...]:
    """The observers to start: none without Prometheus, else all that are not missing; the viewer in Grafana's place."""
    if PROMETHEUS in missing:
        return ()
    unneeded = () if GRAFANA in missing else (VIEWER,)
    return tuple(name for name in NAMES if name not in missing and name not in unneeded)


def images(image_of: Mapping[str, str]) -> frozenset[str]:
    """The images that a command can do without. `image_of` is each machine's."""
    return frozenset(image_of[name] for name in NAMES)


def absent(image_of: Mapping[str, str], here: Iterable[str]) -> dict[str, str]:
    """The observers whose image is not among those that are here, and that as the reason."""
    on_engine = set(here)
    return needed(
        {name: f"{image_of[name]} is not on this engine" for name in NAMES if image_of[name] not in on_engine}
    )


def needed(missing: Mapping[str, str]) -> dict[str, str]:
    """Those of the missing that anybody misses: not the viewer where Grafana is there."""
    return {name: why for name, why in missing.items() if name != VIEWER or GRAFANA in missing}


def require_all(missing: Mapping[str, str]) -> None:
    """Refuse to measure what the observers cost where one that costs something is missing."""
    lacking = [observer for observer in OBSERVERS if observer.works_unseen and observer.machine in missing]
    if lacking:
        names = "; ".join(f"{observer.title} is missing ({missing[observer.machine]})" for observer in lacking)
        raise ThreadmillError(
            f"`make observers-cost` measures what all observers cost together, but {names}; "
            "mend that first, `make doctor` shows it"
        )
