"""Variables of make's command line that the command would not read.

make takes any NAME=VALUE. `make bench VARIANTS=reactor` would measure all four, and `make profile EXPERIMENT=...` what
the file does not say: a misspelt or misplaced variable must end the command before it starts.
"""

import difflib
import re
from collections.abc import Collection, Iterable, Mapping

from bench.errors import UsageError

_WORD = re.compile(r"(?:\\.|\S)+")
_FOR_TOOLS = re.compile(
    r"(DOCKER|COMPOSE|BUILDX|BUILDKIT|JAVA|MAVEN)_\w+|\w+_PROXY|PYTHON|HARNESS|SHELL|ENGINE_WITHIN|[a-z]\w*"
)
"""What the engine, the tools and the Makefile itself take."""


def named(flags: str) -> list[str]:
    """The variables of the command line, by the MAKEFLAGS that make hands to what it runs: options, two dashes, then
    each NAME=VALUE with its blanks behind backslashes."""
    _, _, overrides = f" {flags} ".partition(" -- ")
    return [word.partition("=")[0].rstrip(":+?!") for word in _WORD.findall(overrides) if "=" in word]


def refuse(reads: Mapping[str, Collection[str]], names: Iterable[str]) -> None:
    """A UsageError for a name that none of these commands reads."""
    known = {name for each in reads.values() for name in each}
    for name in names:
        if name in known or _FOR_TOOLS.fullmatch(name):
            continue
        near = difflib.get_close_matches(name, sorted(known), 1)
        last = list(reads)[-1]
        hint = f"did you mean {near[0]}?" if near else f"`.venv/bin/python -m bench {last} --help` lists what it reads"
        raise UsageError(f"`make {' '.join(reads)}` does not read {name}, so it would change nothing: {hint}")
