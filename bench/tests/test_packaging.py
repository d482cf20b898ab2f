"""What the Python files import is declared in pyproject.toml, and constraints.txt says in which version."""

import ast
import re
import sys
import tomllib
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest

from bench.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
OWN = {"bench", "grafana", "tests", "website"}
SHIPPED = ("bench", "grafana")


def normal(name: str) -> str:
    """A distribution's name in the form that is compared (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required(lines: list[str]) -> set[str]:
    """The distributions that requirement lines such as `numpy>=2.0` name."""
    return {normal(match.group()) for line in lines if (match := re.match(r"[\w.-]+", line))}


RUNTIME = required(PROJECT["project"]["dependencies"])
EVERYTHING = RUNTIME | required(PROJECT["project"]["optional-dependencies"]["dev"])
SITE = required(PROJECT["project"]["optional-dependencies"]["site"])
"""What `make site` installs besides; tests/site looks at what these need."""
BROWSER = required(PROJECT["project"]["optional-dependencies"]["browser"])
"""What drives a browser, which is installed where its tests run and nowhere else."""
MODULES = packages_distributions()
CONSTRAINED = required([line for line in (ROOT / "constraints.txt").read_text().splitlines() if line[:1] != "#"])


def imported(path: Path) -> set[str]:
    """The distributions of other people that a file imports."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.add(node.module.partition(".")[0])
    foreign = modules - OWN - set(sys.stdlib_module_names)
    return {normal(MODULES[module][0]) for module in foreign if module in MODULES} | (foreign - MODULES.keys())


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in (ROOT / folder).rglob("*.py")]


def test_what_the_harness_imports_is_declared() -> None:
    code = [path for path in sources(*SHIPPED) if "tests" not in path.parts]
    assert {name for path in code for name in imported(path)} <= RUNTIME


def test_what_the_tests_import_is_declared() -> None:
    assert {name for path in sources(*OWN) for name in imported(path)} <= EVERYTHING | BROWSER


@pytest.mark.parametrize("name", sorted(EVERYTHING))
def test_what_is_declared_has_its_version_in_the_constraints_and_so_has_all_that_it_needs(name: str) -> None:
    needs = {name}
    while more := {need for known in needs for need in _needs(known)} - needs:
        needs |= more
    assert needs <= CONSTRAINED


def test_what_makes_the_site_has_its_version_in_the_constraints() -> None:
    assert SITE and SITE <= CONSTRAINED and not SITE & EVERYTHING


def test_what_drives_a_browser_has_its_version_in_the_constraints() -> None:
    assert BROWSER <= CONSTRAINED


def _needs(name: str) -> set[str]:
    """What a distribution requires on this system; extras aside."""
    lines = [line for line in distribution(name).requires or [] if ";" not in line]
    return required(lines)


def test_every_package_is_installed() -> None:
    """A folder of Python files that setuptools does not find would be missing from an installation."""
    patterns = PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    packages = {path.parent.relative_to(ROOT).as_posix() for path in sources(*SHIPPED)}
    assert all(any(re.fullmatch(pattern.replace("*", ".*"), package) for pattern in patterns) for package in packages)
    assert not [package for package in packages if not (ROOT / package / "__init__.py").exists()]
