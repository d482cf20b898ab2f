"""The testbed's figures in .env: their names, what they are now, and which of them were chosen for this command."""

import re
from collections.abc import Mapping

from bench.errors import UsageError
from bench.paths import ROOT


def defaults() -> dict[str, str]:
    """Every figure of .env, such as APP_CPUS. VARIANT is chosen by the commands, so it is none."""
    lines = (line.split("#")[0].strip() for line in (ROOT / ".env").read_text().splitlines())
    found = (line.partition("=") for line in lines if "=" in line)
    return {name: value for name, _, value in found if name != "VARIANT"}


def names() -> list[str]:
    """Their names, in the order of the file."""
    return list(defaults())


def chosen(given: Mapping[str, str]) -> dict[str, str]:
    """The figures that `given`, the environment, sets over .env."""
    return {name: given[name] for name in names() if given.get(name)}


def effective(given: Mapping[str, str]) -> dict[str, str]:
    """All figures as Compose sees them under this environment."""
    return defaults() | chosen(given)


def size(text: str) -> int:
    """Bytes of a size as Docker and the JVM write it, such as 768m or 2g; a UsageError if it is none."""
    found = re.fullmatch(r"(\d+)([bkmg]?)b?", text.strip().lower())
    if not found:
        raise UsageError(f"{text} is no size of memory; write whole bytes, k, m or g, such as 768m or 2g")
    number, unit = found.groups()
    return int(number) << 10 * "bkmg".index(unit or "b")
