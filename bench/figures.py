"""The testbed's figures in .env: their names, what they are now, and which of them were chosen for this command."""

from collections.abc import Mapping

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
