"""Whether two experiments may be compared. Pure functions; each difference is told in words."""

from collections.abc import Iterator

from bench.comparable import same_memory
from bench.results import Experiment

PLAN = {
    "scenario": "scenario", "model": "load model", "levels": "load levels", "duration": "window (s)",
    "settle": "settling time (s)", "options": "options", "observers": "observers",
}  # fmt: skip
HOST = {"host_cpu": "host CPU", "host_cores": "host cores", "host_memory": "host memory"}
CAPS = ("cpus", "memory", "cores")
REMARKED = {"commit": "commit", "modified": "uncommitted changes", "kernel": "kernel", "engine": "engine"}


def obstacles(a: Experiment, b: Experiment) -> list[str]:
    """What makes a comparison of their figures wrong; empty if nothing does."""
    plans = [_differs(word, getattr(a.plan, name), getattr(b.plan, name)) for name, word in PLAN.items()]
    return [*filter(None, plans), *_hosts(a, b), *_caps(a, b)]


def remarks(a: Experiment, b: Experiment) -> list[str]:
    """What else differs, which may be just what is to be compared."""
    here, there = a.environment, b.environment
    found = [_differs(word, getattr(here, name), getattr(there, name)) for name, word in REMARKED.items()]
    shared = [name for name in here.images if name in there.images]
    images = [_differs(f"image of {name}", here.images[name][:19], there.images[name][:19]) for name in shared]
    return [text for text in [*found, *images] if text]


def _hosts(a: Experiment, b: Experiment) -> Iterator[str]:
    for name, word in HOST.items():
        one, other = getattr(a.environment, name), getattr(b.environment, name)
        if name == "host_memory" and same_memory(one, other):
            continue
        if text := _differs(word, one, other):
            yield text


def _caps(a: Experiment, b: Experiment) -> Iterator[str]:
    """Of the machines that the load goes through; observers may come and go."""
    for machine in ("app", *a.plan.needs, "load"):
        one, other = a.environment.caps.get(machine, {}), b.environment.caps.get(machine, {})
        for cap in CAPS:
            if text := _differs(f"{machine}'s {cap}", one.get(cap), other.get(cap)):
                yield text


def _differs(what: str, one: object, other: object) -> str | None:
    return None if one == other else f"{what}: {_word(one)} in A, {_word(other)} in B"


def _word(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={inner}" for name, inner in value.items()) or "none"
    if isinstance(value, list):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
