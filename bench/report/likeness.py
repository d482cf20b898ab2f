"""Whether two experiments may be compared. Pure functions; each difference is told in words."""

from collections.abc import Iterator, Sequence

from bench.analysis import compatibility
from bench.analysis.compatibility import Difference
from bench.report import versions
from bench.results import Experiment, Run

PLAN = {
    "scenario": "scenario", "model": "load model", "levels": "load levels", "duration": "window (s)",
    "settle": "settling time (s)", "options": "options", "observers": "observers",
    "reset": "database reset before each window", "rows": "rows of agents",
}  # fmt: skip
CAPS = ("cpus", "memory", "cores")


def obstacles(a: Experiment, b: Experiment) -> list[str]:
    """What makes a comparison of their figures wrong; empty if nothing does."""
    hardware = compatibility.hardware(a.environment, b.environment)
    return _told([*_plans(a, b), *hardware, *_caps(a, b), *_figures(a, b)])


def remarks(a: Experiment, b: Experiment) -> list[str]:
    """What else differs, which may be just what is to be compared."""
    here, there = a.environment, b.environment
    configured = Difference("configurations", _configured(a), _configured(b))
    return _told([configured, *compatibility.code(here, there), *compatibility.software(here, there)])


def _configured(experiment: Experiment) -> list[str]:
    """Each configuration with what it sets: 'reactor tuned eventLoops.http=1'."""
    return [
        " ".join([one.variant, one.name, *(f"{key}={value}" for key, value in one.settings.items())])
        for one in experiment.plan.configured
    ]


def java(a: Sequence[Run], b: Sequence[Run]) -> list[str]:
    """Whether the apps ran on another Java, as they attested it."""
    return _told([Difference("app", versions.java(a), versions.java(b))])


def _plans(a: Experiment, b: Experiment) -> Iterator[Difference]:
    for name, word in PLAN.items():
        yield Difference(word, getattr(a.plan, name), getattr(b.plan, name))


def _caps(a: Experiment, b: Experiment) -> Iterator[Difference]:
    """Of the machines that the load goes through; observers may come and go."""
    for machine in ("app", *a.plan.needs, "load"):
        one, other = a.environment.caps.get(machine, {}), b.environment.caps.get(machine, {})
        for cap in CAPS:
            yield Difference(f"{machine}'s {cap}", one.get(cap), other.get(cap))


def _figures(a: Experiment, b: Experiment) -> Iterator[Difference]:
    """Pools, threads, heaps and the like; the caps in .env are known better from what came of them."""
    for found in compatibility.figures(a.environment, b.environment):
        if not found.what.endswith(tuple(f"_{cap.upper()}" for cap in CAPS)):
            yield found


def _told(differences: list[Difference]) -> list[str]:
    return [f"{what}: {_word(one)} in A, {_word(other)} in B" for what, one, other in differences if one != other]


def _word(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={inner}" for name, inner in value.items()) or "none"
    if isinstance(value, list):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
