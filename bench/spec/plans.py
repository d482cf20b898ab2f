"""Plans: files like .env that say which cores and caps each machine has, chosen with PLAN. The environment goes over
a plan, and a plan over .env."""

from collections.abc import Mapping
from pathlib import Path

from bench.errors import UsageError
from bench.paths import ROOT
from bench.spec import settings
from bench.spec.variables import PLAN

FOLDER = ROOT / "plans"
SUFFIX = ".env"


def read(name: str) -> dict[str, str]:
    """The settings of the plan `name`; a UsageError says which line is wrong, and what it may be."""
    found: dict[str, str] = {}
    for line in settings.lines_of(_file(name).read_text()):
        setting, equals, value = (part.strip() for part in line.partition("="))
        if not equals or not value:
            raise UsageError(f"PLAN={name}: '{line}' sets nothing; a line is NAME=VALUE, such as APP_CORES=2-3")
        try:
            settings.known(setting)
        except UsageError as fault:
            raise UsageError(f"PLAN={name}: {fault}") from None
        if setting in found:
            raise UsageError(f"PLAN={name} sets {setting} twice; leave one of the lines")
        found[setting] = value
    return found


def named(environment: Mapping[str, str]) -> str:
    """The name of the plan that holds: of one in plans/ the word, of another its path as it was given; '' without."""
    name = environment.get(PLAN.name, "")
    own = name and (ROOT / name).resolve().parent == FOLDER and name.endswith(SUFFIX)
    return Path(name).stem if own else name


def beneath(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings of the plan that the environment does not give itself."""
    return {name: value for name, value in _settings(environment).items() if not environment.get(name)}


def in_force(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings that are as the plan has them."""
    return {name: value for name, value in _settings(environment).items() if environment.get(name) == value}


def known() -> list[str]:
    """The plans in plans/, by name."""
    return sorted((path.stem for path in FOLDER.glob(f"*{SUFFIX}")), key=lambda name: (len(name), name))


def _settings(environment: Mapping[str, str]) -> dict[str, str]:
    name = named(environment)
    return read(name) if name else {}


def _file(name: str) -> Path:
    kept = FOLDER / f"{name}{SUFFIX}"
    path = kept if "/" not in name and kept.is_file() else Path(name)
    if not path.is_file():
        raise UsageError(
            f"there is no plan '{name}'; PLAN is the path of a file like .env, or one of: {', '.join(known())} "
            "(`make doctor` proposes one for this host)"
        )
    return path
