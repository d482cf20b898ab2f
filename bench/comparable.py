"""Whether two sittings measured the same thing on the same host. Pure functions; each difference is told in words."""

from bench.results import Environment

HOST = ("host_cpu", "host_cores", "kernel", "cgroup", "engine")
MEMORY = 0.01
"""Share by which a host's memory may differ from boot to boot and still be the same."""


def host(then: Environment, now: Environment) -> list[str]:
    """How the hosts differ."""
    pairs = [(name, getattr(then, name), getattr(now, name)) for name in HOST]
    found = [_differs(name, before, after) for name, before, after in pairs if before != after]
    if not same_memory(then.host_memory, now.host_memory):
        found.append(_differs("host_memory", then.host_memory, now.host_memory))
    return found


def same_memory(one: int, other: int) -> bool:
    """Whether these may be the bytes of one host at two boots."""
    return abs(one - other) <= MEMORY * one


def figures(then: Environment, now: Environment) -> list[str]:
    """Which caps and other figures of .env differ. A port on the host changes nothing that is measured."""
    names = [name for name in {**then.figures, **now.figures} if not name.endswith("_PORT")]
    pairs = [(name, then.figures.get(name), now.figures.get(name)) for name in names]
    return [_differs(name, before, after) for name, before, after in pairs if before != after]


def code(then: Environment, now: Environment) -> list[str]:
    """How what was run differs: commit, changes on top of it, images."""
    found = []
    if then.commit != now.commit:
        found.append(_differs("the commit", then.commit[:10], now.commit[:10]))
    if then.modified != now.modified:
        word = {True: "changed", False: "unchanged"}
        found.append(_differs("the working tree", word[then.modified], word[now.modified]))
    return found + images(then.images, now.images)


def images(then: dict[str, str], now: dict[str, str]) -> list[str]:
    """Which machines of both have another image."""
    return [
        _differs(f"the image of {name}", _short(digest), _short(now[name]))
        for name, digest in then.items()
        if name in now and digest != now[name]
    ]


def _short(digest: str) -> str:
    return digest.removeprefix("sha256:")[:12]


def _differs(what: str, before: object, after: object) -> str:
    return f"{what} was {before} and is {after}"
