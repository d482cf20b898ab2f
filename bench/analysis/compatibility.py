"""How two sessions differ: host, software, settings of .env, what was run; and whether a calibration still holds."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import NamedTuple

from bench.results import Calibration, Environment, KeptCalibration
from bench.spec.observers import OBSERVERS

HARDWARE = {"host_cpu": "host CPU", "host_cores": "host cores"}
SOFTWARE = {"kernel": "kernel", "cgroup": "cgroup version", "engine": "engine"}
MACHINES = ("db", "downstream", "load")
"""Those that may stand on another host than the app, whose host is the environment's."""
MEMORY = 0.01
"""Share by which a host's memory may differ from boot to boot and still be the same."""

OLD = timedelta(days=30)
ADVICE = "`make calibrate` (about 35 min) finds the load machine's ceiling and the noise floor"


class Difference(NamedTuple):
    """One thing that is not alike; as a string it is told of a place then and now."""

    what: str
    before: object
    after: object

    def __str__(self) -> str:
        return f"{self.what} was {self.before} and is {self.after}"


def host(then: Environment, now: Environment) -> list[Difference]:
    """How the hosts differ, hardware first."""
    return hardware(then, now) + software(then, now) + hosts(then, now)


def hosts(then: Environment, now: Environment) -> list[Difference]:
    """Whether other hosts carried the machines, where there are several."""
    if not then.hosts and not now.hosts:
        return []
    return list(_differing((f"the host of {name}", _host_of(then, name), _host_of(now, name)) for name in MACHINES))


def _host_of(environment: Environment, machine: str) -> str:
    """The host of a machine, in words; what has no other is the app's."""
    for one in environment.hosts:
        if machine in one.machines:
            return f"{one.context}, {one.cpu}, {one.cores} cores, kernel {one.kernel}, Docker {one.engine}"
    return environment.host


def hardware(then: Environment, now: Environment) -> list[Difference]:
    """CPU, cores and memory."""
    found = _fields(HARDWARE, then, now)
    if abs(then.host_memory - now.host_memory) > MEMORY * then.host_memory:
        found.append(Difference("host memory", then.host_memory, now.host_memory))
    return found


def software(then: Environment, now: Environment) -> list[Difference]:
    """Kernel, control groups and engine."""
    return _fields(SOFTWARE, then, now)


def figures(then: Environment, now: Environment) -> list[Difference]:
    """Which caps and other settings of .env differ. A port on the host changes nothing that is measured, and an empty
    setting is as none: results from before it existed have none."""
    names = [name for name in {**then.figures, **now.figures} if not name.endswith("_PORT")]
    return list(_differing((name, then.figures.get(name) or None, now.figures.get(name) or None) for name in names))


def plan(then: Environment, now: Environment) -> list[Difference]:
    """Whether another plan set caps and cores; what it set is among the settings."""
    return list(_differing([("the plan", then.plan or "none", now.plan or "none")]))


def observers(then: Environment, now: Environment) -> list[Difference]:
    """Which observers were missing, of those that take CPU."""
    return list(_differing([("the list of missing observers", _missing(then), _missing(now))]))


def _missing(environment: Environment) -> str:
    names = [one.title for one in OBSERVERS if one.works_unseen and one.machine in environment.missing]
    return ", ".join(names) or "none"


def code(then: Environment, now: Environment) -> list[Difference]:
    """How what was run differs: commit, changes on top of it, images and the versions that they hold."""
    word = {True: "changed", False: "unchanged"}
    own = [
        ("the commit", then.commit[:10], now.commit[:10]),
        ("the working tree", word[then.modified], word[now.modified]),
    ]
    # results of old tell no versions
    held = [(name, then.versions[name], now.versions[name]) for name in then.versions if name in now.versions]
    return [*_differing(own), *images(then.images, now.images), *_differing(held)]


def images(then: Mapping[str, str], now: Mapping[str, str]) -> list[Difference]:
    """Which machines of both have another image."""
    shared = [name for name in then if name in now]
    return list(_differing((f"the image of {name}", _short(then[name]), _short(now[name])) for name in shared))


def known_calibration(last: KeptCalibration | None, now: Environment) -> tuple[Calibration | None, str]:
    """The last calibration, if it holds for this host and these caps, and what the user should know of it."""
    if last is None:
        return None, f"not calibrated yet: {ADVICE}"
    settings = figures(last.environment, now)
    planned = plan(last.environment, now) if settings else []  # the same settings by another name are the same
    differences = host(last.environment, now) + planned + settings
    day = f"{last.found.measured:%Y-%m-%d}"
    if differences:
        return None, f"the calibration of {day} does not hold here, since {differences[0]}: {ADVICE}"
    told = f"calibrated on {day}: {last.found.told}"
    if now.started - last.found.measured > OLD:
        return last.found, f"{told}; that is more than {OLD.days} days ago: {ADVICE}"
    return last.found, told


def _fields(words: Mapping[str, str], then: Environment, now: Environment) -> list[Difference]:
    return list(_differing((word, getattr(then, name), getattr(now, name)) for name, word in words.items()))


def _differing(pairs: Iterable[tuple[str, object, object]]) -> Iterator[Difference]:
    return (Difference(what, before, after) for what, before, after in pairs if before != after)


def _short(digest: str) -> str:
    return digest.removeprefix("sha256:")[:12]
