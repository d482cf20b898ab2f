"""Tables of profiled rows: what a request costs by layer, by part and by method, and how it was recorded."""

from collections.abc import Callable, Sequence

from bench.analysis.layers import Cost, changes
from bench.report import words
from bench.report.grid import Grid
from bench.report.profiled import BYTES, CPU, KINDS, Column, Kind, Profiled
from bench.results.profile import Counted, ProfileFacts
from bench.spec.layers import REST

TOP = 15
"""Methods that a table names."""
LOST = "lost samples, not in the sum"
Cell = Callable[[Column], str]


def grids(profiled: Profiled) -> list[Grid]:
    """The breakdown of CPU, bytes and waits for locks by layer, each where it was recorded."""
    if not profiled.columns:
        return []
    return [*(grid for kind in KINDS if (grid := breakdown(profiled, kind))), _beside(profiled)]


def breakdown(profiled: Profiled, kind: Kind) -> Grid | None:
    """One cost by layer, with its sum and what was counted beside it; None where it was not recorded."""
    costs = [kind.of(column) for column in profiled.columns]
    if not any(one and one.total for one in costs):
        return None
    every = [*profiled.layers.names, *(name for one in costs if one for name in one.layers)]
    names = [name for name in dict.fromkeys(every) if any(one and one.layers.get(name) for one in costs)]
    lines = [_line(name, costs, _layer(name, kind)) for name in names]
    lines.append(_line("sum", costs, lambda one: f"{one.total / kind.size:,.1f}"))
    if any(one and one.lost for one in costs):
        lines.append(_line(LOST, costs, lambda one: _figure(one.lost, kind)))
    if any(one and one.counted for one in costs):
        lines.append(_line(f"by {kind.counter}", costs, lambda one: _figure(one.counted, kind)))
        lines.append(_line("gap", costs, lambda one: words.NOTHING if one.gap is None else f"{one.gap:.1%}"))
    headings = (f"{kind.unit} a request", *(column.label for column in profiled.columns))
    return Grid(f"{kind.unit} a request, by layer", headings, tuple(lines))


def _layer(name: str, kind: Kind) -> Callable[[Cost], str]:
    return lambda cost: _figure(cost.layers.get(name, 0.0), kind)


def _figure(cost: float | None, kind: Kind, form: str = ",.1f") -> str:
    return words.NOTHING if cost is None else f"{cost / kind.size:{form}}"


def _line(name: str, costs: Sequence[Cost | None], value: Callable[[Cost], str]) -> tuple[str, ...]:
    return (name, *(value(one) if one else words.NOTHING for one in costs))


def _facts(value: Callable[[ProfileFacts], str]) -> Cell:
    return lambda column: value(column.row.facts) if column.row else words.NOTHING


def _counted(count: Counted | None) -> str:
    return words.NOTHING if count is None else f"{count.count:,} in {count.ns / 1e6:,.1f} ms"


BESIDE: dict[str, Cell] = {
    "recording": lambda column: column.state,
    "seconds": _facts(lambda facts: f"{facts.window.seconds:,.1f}"),
    "good requests": _facts(lambda facts: f"{facts.requests_good:,}"),
    "failed requests": _facts(lambda facts: f"{facts.requests_failed:,}"),
    "samples": _facts(lambda facts: f"{facts.samples:,}"),
    "lost samples": _facts(lambda facts: f"{facts.lost:,}"),
    "failed samples": _facts(lambda facts: f"{facts.failed:,}"),
    "collections": _facts(lambda facts: _counted(facts.gc)),
    "pinned virtual threads": _facts(lambda facts: _counted(facts.pinned)),
}


def _beside(profiled: Profiled) -> Grid:
    headings = ("of the recording", *(column.label for column in profiled.columns))
    lines = tuple((name, *(cell(column) for column in profiled.columns)) for name, cell in BESIDE.items())
    return Grid("Recordings", headings, lines)


def folded(profiled: Profiled) -> list[Grid]:
    """Parts of the layers, the methods behind the largest difference of each row, and every row's costliest methods."""
    kinds = CPU, BYTES
    return [
        *(grid for kind in kinds if (grid := _parts(profiled, kind))),
        *(grid for column in profiled.columns for kind in kinds if (grid := _behind(profiled, column, kind))),
        *(grid for column in profiled.columns for kind in kinds if (grid := _methods(column, kind))),
    ]


def _parts(profiled: Profiled, kind: Kind) -> Grid | None:
    costs = [kind.of(column) for column in profiled.columns]
    order = profiled.layers.names
    every = {key for one in costs if one for key in one.parts if key[0] != REST}
    if not every:
        return None
    keys = sorted(every, key=lambda key: (order.index(key[0]) if key[0] in order else len(order), key[1]))
    lines = tuple((part, layer, *_line("", costs, _part((layer, part), kind))[1:]) for layer, part in keys)
    headings = ("part", "layer", *(column.label for column in profiled.columns))
    return Grid(f"{kind.unit} a request, by part of a layer", headings, lines, frozenset({"layer"}))


def _part(key: tuple[str, str], kind: Kind) -> Callable[[Cost], str]:
    return lambda cost: _figure(cost.parts.get(key, 0.0), kind)


def _behind(profiled: Profiled, column: Column, kind: Kind) -> Grid | None:
    """The methods of the layer that differs most from the baseline, those that differ most first."""
    base = profiled.base(column)
    ours, theirs = kind.of(column), kind.of(base) if base else None
    if base is None or ours is None or theirs is None or not (found := changes(ours, theirs)):
        return None
    layer = found[0].layer
    own, other = ours.methods(layer), theirs.methods(layer)
    names = sorted({*own, *other}, key=lambda name: (-abs(own.get(name, 0) - other.get(name, 0)), name))[:TOP]
    sides = (own, other)
    lines = tuple((name, *(_figure(side.get(name, 0.0), kind, ",.2f") for side in sides)) for name in names)
    title = f"{column.label} and {base.label} differ most in {layer}: its methods, {kind.unit} a request"
    return Grid(title, ("method", column.label, base.label), lines)


def _methods(column: Column, kind: Kind) -> Grid | None:
    cost = kind.of(column)
    if cost is None or not cost.recorded.weights:
        return None
    every = [(name, layer, each) for layer in cost.recorded.layers for name, each in cost.methods(layer).items()]
    first = sorted(every, key=lambda one: (-one[2], one[0]))[:TOP]
    lines = tuple((name, layer, _figure(each, kind, ",.2f")) for name, layer, each in first)
    heads = ("method that decided the layer", "layer", kind.unit)
    return Grid(f"{column.label}: the costliest methods, {kind.unit} a request", heads, lines, frozenset({"layer"}))
