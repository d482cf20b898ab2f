"""profiles/layers.yaml: which layer of the app a frame of a profile belongs to."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field, ValidationError

from bench.errors import UsageError
from bench.paths import ROOT
from bench.spec import strict_yaml
from bench.spec.strict_yaml import Strict

FILE = ROOT / "profiles" / "layers.yaml"
REST = "rest"
"""What has no layer."""
Prefix = Annotated[str, Field(min_length=1)]


class Layer(Strict):
    """`frames` are the beginnings of frames by the layer's parts; `threads` those of thread names, whose samples are
    the layer's whatever their frames."""

    name: Prefix
    colour: Annotated[str, Field(pattern="^#[0-9A-Fa-f]{6}$")]
    frames: dict[str, list[Prefix]] = Field(default_factory=dict)
    threads: dict[str, list[Prefix]] = Field(default_factory=dict)


class Layers(Strict):
    """All layers, in the order of tables and bars. The longest beginning that fits decides."""

    layers: Annotated[list[Layer], Field(min_length=1)]

    @property
    def names(self) -> list[str]:
        """Those of the file, and the rest."""
        return [*(layer.name for layer in self.layers), REST]

    @cached_property
    def frames(self) -> dict[str, tuple[str, str]]:
        """Layer and part of each beginning of a frame, the longest first."""
        return self._sorted("frames")

    @cached_property
    def threads(self) -> dict[str, tuple[str, str]]:
        """Layer and part of each beginning of a thread's name, the longest first."""
        return self._sorted("threads")

    def _sorted(self, kind: str) -> dict[str, tuple[str, str]]:
        every = {prefix: where for prefix, where, _ in _prefixes(self.layers, kind)}
        return dict(sorted(every.items(), key=lambda one: -len(one[0])))


def _prefixes(layers: Sequence[Layer], kind: str) -> Iterator[tuple[str, tuple[str, str], tuple[str | int, ...]]]:
    """Each beginning with its layer and part, and the path of keys to it."""
    for number, layer in enumerate(layers):
        for part, prefixes in getattr(layer, kind).items():
            for at, prefix in enumerate(prefixes):
                yield prefix, (layer.name, part), ("layers", number, kind, part, at)


def read(path: Path = FILE) -> Layers:
    """The layers of a file; a UsageError names the line that is wrong and what to do."""
    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    if not path.is_file():
        raise UsageError(f"{name} is missing; `git checkout {name}` brings it back")
    return parse(name, path.read_text())


def parse(name: str, text: str) -> Layers:
    """The layers in `text`, which is called `name` in messages."""
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        where = f"{name}, line {mark.line + 1}" if mark else name
        problem = getattr(fault, "problem", None) or "it cannot be read"
        raise UsageError(f"{where} is no YAML: {problem}; indent it as its neighbours") from None
    if not isinstance(content, dict):
        raise UsageError(f"{name} has no keys; write `layers:` and below it a list, as in {FILE.relative_to(ROOT)}")
    try:
        found = Layers.model_validate(content)
    except ValidationError as fault:
        line = _line(text, fault.errors()[0]["loc"])
        raise UsageError(f"{name}, line {line}: {strict_yaml.first(fault, Layers)}; {KEYS}") from None
    _refuse_twice(name, text, found)
    return found


KEYS = (
    "a layer has `name`, `colour` (such as '#0072B2'), and `frames` or `threads`: beginnings of names in lists by part"
)


def _refuse_twice(name: str, text: str, found: Layers) -> None:
    """A name or a beginning that stands twice would belong to two layers."""
    named: dict[str, int] = {}
    for number, layer in enumerate(found.layers):
        line = _line(text, ("layers", number, "name"))
        if layer.name == REST:
            raise UsageError(f"{name}, line {line}: '{REST}' is what has no layer; choose another name")
        if layer.name in named:
            raise UsageError(f"{name}, line {line}: the layer '{layer.name}' stands in line {named[layer.name]} too")
        named[layer.name] = line
    for kind in ("frames", "threads"):
        known: dict[str, int] = {}
        for prefix, _, path in _prefixes(found.layers, kind):
            line = _line(text, path)
            if prefix in known:
                raise UsageError(f"{name}, line {line}: '{prefix}' stands in line {known[prefix]} too; remove one")
            known[prefix] = line


def _line(text: str, path: Sequence[str | int]) -> int:
    """The line of what the path of keys leads to, as far as that is there."""
    node: Any = yaml.compose(text)
    line = 1
    for key in path:
        if isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            node = node.value[key]
        elif isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == str(key)), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line + 1, pair[1]
            continue
        else:
            break
        line = node.start_mark.line + 1
    return line
