"""Where the CPU time and the bytes of a profiled row went, layer by layer and for each request. Pure functions.

profiles/layers.yaml says which frame belongs to which layer, and why a stack is read from its innermost frame.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import sqrt

from bench.analysis.stacks import Stack, method, parse
from bench.results.profile import ProfileFacts
from bench.spec.layers import REST, Layers

SURE = 2.0
"""Sampling errors that a difference must have to be told."""
COLLECTOR, COMPILERS = "collector", "compilers"
"""The layers whose threads' CPU the run's facts may hold as well."""


@dataclass(frozen=True)
class Place:
    """Where a stack belongs: its layer, the layer's part, and the method that decided."""

    layer: str
    part: str
    method: str


class _Finder:
    """Finds the layer of stacks; what a frame belongs to is looked up once."""

    def __init__(self, layers: Layers) -> None:
        self._layers = layers
        self.frame = cache(self._frame)
        self.thread = cache(self._thread)

    def _frame(self, frame: str) -> tuple[str, str] | None:
        name = method(frame)
        return next((where for prefix, where in self._layers.frames.items() if name.startswith(prefix)), None)

    def _thread(self, name: str) -> tuple[str, str] | None:
        return next((where for prefix, where in self._layers.threads.items() if name.startswith(prefix)), None)

    def place(self, stack: Stack) -> Place:
        """By the thread if that has a layer, else by the innermost frame that has one, else the rest."""
        innermost = method(stack.frames[-1]) if stack.frames else "no frame"
        if where := self.thread(stack.thread):
            return Place(*where, innermost)
        for frame in reversed(stack.frames):
            if where := self.frame(frame):
                return Place(*where, method(frame))
        return Place(REST, stack.thread or "no thread", innermost)


@dataclass(frozen=True)
class Breakdown:
    """The weights of a recording by place."""

    weights: Mapping[Place, int]
    broken: int = 0

    @cached_property
    def layers(self) -> Counter[str]:
        """By layer."""
        found: Counter[str] = Counter()
        for place, weight in self.weights.items():
            found[place.layer] += weight
        return found

    @cached_property
    def parts(self) -> Counter[tuple[str, str]]:
        """By layer and part."""
        found: Counter[tuple[str, str]] = Counter()
        for place, weight in self.weights.items():
            found[place.layer, place.part] += weight
        return found

    def methods(self, layer: str) -> Counter[str]:
        """Of one layer, by the method that decided: what it did itself or let code without a layer do."""
        found: Counter[str] = Counter()
        for place, weight in self.weights.items():
            if place.layer == layer:
                found[place.method] += weight
        return found


def breakdown(text: str, layers: Layers, of_objects: bool = False) -> Breakdown:
    """A recording by layers. `of_objects`: its innermost frame is no code, but the class of an object or a lock."""
    recording, finder = parse(text), _Finder(layers)
    found: Counter[Place] = Counter()
    for stack in recording.stacks:
        frames = stack.frames[:-1] if of_objects else stack.frames
        found[finder.place(Stack(stack.thread, frames, stack.weight))] += stack.weight
    return Breakdown(found, recording.broken)


@dataclass(frozen=True)
class Cost:
    """What a request of one row costs of one thing: CPU in microseconds, bytes, or microseconds of waiting for a lock.

    `each` is the cost of one unit of a recording's weight. `counted` is what was counted beside the recording (CPU by
    the cgroup, bytes by the JVM) for each request, None where it was not. `added` are layers whose cost is no sample's
    but counted by their threads, since the recording has no sample of those. `sampled`: a unit of weight is a sample.
    `lost`: about what the samples that were not taken stand for, in no layer.
    """

    recorded: Breakdown
    each: float
    counted: float | None = None
    added: Mapping[str, float] = field(default_factory=dict)
    sampled: bool = False
    lost: float = 0.0

    @cached_property
    def layers(self) -> dict[str, float]:
        """By layer."""
        return {**{name: weight * self.each for name, weight in self.recorded.layers.items()}, **self.added}

    @cached_property
    def parts(self) -> dict[tuple[str, str], float]:
        """By layer and part."""
        own = {where: weight * self.each for where, weight in self.recorded.parts.items()}
        return {**own, **{(name, "counted by threads"): cost for name, cost in self.added.items()}}

    def methods(self, layer: str) -> dict[str, float]:
        """Of one layer."""
        return {name: weight * self.each for name, weight in self.recorded.methods(layer).items()}

    @cached_property
    def total(self) -> float:
        """Of all layers."""
        return sum(self.layers.values())

    @property
    def gap(self) -> float | None:
        """How much less than `counted` the layers hold, as a share of it; negative where they hold more."""
        return 1 - self.total / self.counted if self.counted else None

    def error(self, layer: str) -> float:
        """The sampling error of a layer: the root of its number of samples, as for counts (0 where none is sampled)."""
        return sqrt(self.recorded.layers[layer]) * self.each if self.sampled else 0.0


@dataclass(frozen=True)
class Row:
    """One profiled row. A cost is None where that was not recorded, or where no request ended."""

    facts: ProfileFacts
    cpu: Cost | None
    allocated: Cost | None = None
    locks: Cost | None = None


def row(facts: ProfileFacts, layers: Layers, cpu: str | None, allocated: str | None, locks: str | None) -> Row:
    """The costs of a request, from the collapsed stacks of a row. CPU is samples times their interval, unscaled."""
    if not facts.requests:
        return Row(facts, None)
    each = 1 / facts.requests
    us = 1e6 * each
    spent = None
    if cpu is not None:
        recorded = breakdown(cpu, layers)
        threads = {COLLECTOR: facts.collector_cpu_seconds, COMPILERS: facts.compiler_cpu_seconds}
        alone = {name: taken * us for name, taken in threads.items() if taken and not recorded.layers[name]}
        us_each, lost = facts.interval_ns / 1e3 * each, facts.lost_ns / 1e3 * each
        spent = Cost(recorded, us_each, facts.app_cpu_seconds * us, alone, sampled=True, lost=lost)
    objects = locked = None
    if allocated is not None:
        bytes_each = facts.allocated_bytes * each if facts.allocated_bytes is not None else None
        objects = Cost(breakdown(allocated, layers, of_objects=True), each, bytes_each)
    if locks is not None:
        locked = Cost(breakdown(locks, layers, of_objects=True), each / 1e3)
    return Row(facts, spent, objects, locked)


@dataclass(frozen=True)
class Change:
    """How much more a layer costs in one row than in another, and the part of it that changed most."""

    layer: str
    part: str
    more: float


def changes(cost: Cost, base: Cost, least: float = 0.0) -> list[Change]:
    """Every layer's change from `base`, the largest first; without those under `least` or within sampling error."""
    found = []
    ours, theirs = cost.layers, base.layers
    parts = {key: cost.parts.get(key, 0.0) - base.parts.get(key, 0.0) for key in (*cost.parts, *base.parts)}
    for layer in dict.fromkeys((*ours, *theirs)):
        more = ours.get(layer, 0.0) - theirs.get(layer, 0.0)
        if abs(more) <= max(least, SURE * sqrt(cost.error(layer) ** 2 + base.error(layer) ** 2)):
            continue
        own = {part: change for (name, part), change in parts.items() if name == layer}
        sign = 1 if more > 0 else -1
        found.append(Change(layer, max(own, key=lambda part: (sign * own[part], part)), more))
    return sorted(found, key=lambda change: (-abs(change.more), change.layer))
