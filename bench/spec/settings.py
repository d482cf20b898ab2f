"""The testbed's settings: those of .env, with the environment over them. No other module touches os.environ.

A setting that is handed over reaches Compose and every process that the harness starts.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bench.errors import UsageError
from bench.paths import ROOT
from bench.results.record import RENAMED


def defaults() -> dict[str, str]:
    """Every setting of .env, such as APP_CPUS. VARIANT is chosen by the commands, so it is none."""
    found = (line.partition("=") for line in lines_of((ROOT / ".env").read_text()) if "=" in line)
    return {known_by_now(name): value for name, _, value in found if name != "VARIANT"}


def lines_of(text: str) -> list[str]:
    """The lines of a file such as .env that say something, without their comments."""
    return [line for each in text.splitlines() if (line := each.split("#")[0].strip())]


def names() -> list[str]:
    """Their names, in the order of the file."""
    return list(defaults())


def known(name: str) -> str:
    """The name of a setting; a UsageError says what it may be."""
    if known_by_now(name) not in names():
        raise UsageError(f"'{name}' is none of: {', '.join(names())}")
    return name


def known_by_now(name: str) -> str:
    """The same name; a UsageError tells the successor of one that is no longer read."""
    if name in RENAMED:
        raise UsageError(f"{name} is called {RENAMED[name]} now: write that instead")
    return name


def chosen(given: Mapping[str, str]) -> dict[str, str]:
    """Those of the variables `given` that are settings."""
    return {name: given[name] for name in names() if given.get(name)}


def effective(given: Mapping[str, str]) -> dict[str, str]:
    """All settings as they are with `given` over .env."""
    return defaults() | chosen(given)


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that the harness starts."""
    return {**os.environ, **more}


def now() -> dict[str, str]:
    """All settings as Compose sees them now."""
    return effective(os.environ)


def given() -> dict[str, str]:
    """The settings that the environment, or this command so far, sets over .env; a UsageError for a former name."""
    return chosen({known_by_now(name): value for name, value in os.environ.items() if value})


def compose_files() -> str:
    """The files that Compose reads, between colons."""
    return os.environ.get("COMPOSE_FILE") or "compose.yaml"


def hand_over(settings: Mapping[str, str]) -> None:
    """Let these hold for the rest of the command."""
    os.environ.update(settings)


@contextmanager
def held(settings: Mapping[str, str], alone: bool = False) -> Iterator[None]:
    """Let these hold inside, over what is given or `alone`, and outside what held before."""
    before = {name: os.environ.get(name) for name in {*settings, *(names() if alone else ())}}
    for name in names() if alone else ():
        os.environ.pop(name, None)
    hand_over(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def size(text: str) -> int:
    """Bytes of a size as Docker and the JVM write it, such as 768m or 2g; a UsageError if it is none."""
    found = re.fullmatch(r"(\d+)([bkmg]?)b?", text.strip().lower())
    if not found:
        raise UsageError(f"{text} is no size of memory; write whole bytes, k, m or g, such as 768m or 2g")
    number, unit = found.groups()
    return int(number) << 10 * "bkmg".index(unit or "b")
