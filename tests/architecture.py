"""The imports between the harness's packages, as the picture in docs/architecture.md.

`python -m tests.architecture` draws it anew; bench/tests/test_architecture.py compares.
"""

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bench.paths import ROOT

HARNESS = ROOT / "bench"
DOCUMENT = ROOT / "docs" / "architecture.md"
EVERYWHERE = ("console", "errors", "interrupts", "paths")
"""Modules at the root that any package may import; the picture leaves them out."""
_PICTURE = re.compile(r"```mermaid\n.*?```\n", re.DOTALL)


def packages() -> list[str]:
    """The harness's packages, tests aside, and `cli`."""
    found = [path.parent.name for path in HARNESS.glob("*/__init__.py") if path.parent.name != "tests"]
    return sorted([*found, "cli"])


@cache
def imports() -> dict[str, set[str]]:
    """For each package, the packages that its modules import from."""
    known = packages()
    found: dict[str, set[str]] = {name: set() for name in known}
    for name in known:
        folder = HARNESS / name
        for path in folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]:
            found[name] |= {imported for imported in _imported(path) if imported in known and imported != name}
    return found


def _imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "bench":
            parts = node.module.split(".")
            names |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
    return names


def picture(edges: Mapping[str, set[str]]) -> str:
    """A Mermaid graph of the direct imports; those that follow from others are left out (transitive reduction)."""
    lines = ["```mermaid", "graph LR"]
    for name in sorted(edges):
        further = {far for near in edges[name] for far in _reached(edges, near)}
        lines += [f"    {name} --> {other}" for other in sorted(edges[name] - further)]
    return "\n".join([*lines, "```"]) + "\n"


def _reached(edges: Mapping[str, set[str]], name: str) -> set[str]:
    """What `name` imports, directly or not. It must not be part of a cycle."""
    return edges[name] | {far for near in edges[name] for far in _reached(edges, near)}


def drawn() -> str:
    """The picture that the document holds."""
    found = _PICTURE.search(DOCUMENT.read_text())
    return found.group() if found else ""


if __name__ == "__main__":
    DOCUMENT.write_text(_PICTURE.sub(lambda _: picture(imports()), DOCUMENT.read_text()))
