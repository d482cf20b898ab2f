"""The profiled rows of a folder: each with what its requests cost, and the row that it is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bench.analysis.layers import Cost, Row, row
from bench.results import STOCK, Store, profile
from bench.results.profile import Profile
from bench.spec import layers
from bench.spec.layers import Layers
from bench.spec.variants import BASELINE, RECORDS

KIB = 2**10


@dataclass(frozen=True)
class Kind:
    """A kind of cost: its name in a row, its unit, what a request does with it, how many of the recording's make one,
    and who counted it beside the recording."""

    name: str
    unit: str
    does: str
    size: float = 1.0
    counter: str = ""

    def of(self, column: "Column") -> Cost | None:
        """What a row has of it; None where that was not recorded."""
        found: Cost | None = getattr(column.row, self.name) if column.row else None
        return found


CPU = Kind("cpu", "µs of CPU", "takes {} µs of CPU", counter="the cgroup")
BYTES = Kind("allocated", "KiB allocated", "allocates {} KiB", KIB, "the JVM")
LOCKS = Kind("locks", "µs of waiting for a lock", "waits {} µs for locks")
KINDS = CPU, BYTES, LOCKS


@dataclass(frozen=True)
class Column:
    """One profiled row, under the label that tables have; `base` is the label of what it is compared with."""

    label: str
    profile: Profile
    row: Row | None
    base: str | None = None

    @property
    def state(self) -> str:
        """Whether the recording can be used."""
        if self.row is None:
            return "cut off"
        if self.row.cpu is None:
            return "no request" if not self.row.facts.requests else "missing"
        if not self.row.cpu.recorded.weights:
            return "empty"
        return "cut off" if self.row.cpu.recorded.broken else "whole"


@dataclass(frozen=True)
class Profiled:
    """Every profiled row of a folder, in the order of the variants, and the layers that they are split by."""

    columns: Sequence[Column]
    layers: Layers

    @classmethod
    def of(cls, profiles: Sequence[Profile], among: Layers | None = None) -> "Profiled":
        """The rows of these runs, split by the layers of the file or by those given."""
        among = among or layers.read()
        every = [(one.variant, one.configuration) for one in profiles if one.variant]
        mixed = len({configuration for _, configuration in every}) > 1
        repeated = len(set(every)) < len(every)
        columns = [
            Column(_label(one, mixed, repeated), one, _costs(one, among)) for one in sorted(profiles, key=_position)
        ]
        return cls([Column(one.label, one.profile, one.row, _base(one, columns)) for one in columns], among)

    @classmethod
    def read(cls, store: Store) -> "Profiled":
        """The rows of a folder of results; none where nothing was profiled."""
        found = profile.read(store.folder)
        return cls.of(found) if found else NOTHING

    @cached_property
    def known(self) -> list[Column]:
        """The rows that have their facts."""
        return [one for one in self.columns if one.row]

    def base(self, column: Column) -> Column | None:
        """What a row is compared with; None for the baseline itself, and where there is none."""
        return next((one for one in self.columns if one.label == column.base and one is not column), None)


def _costs(one: Profile, among: Layers) -> Row | None:
    recordings = (one.recording(what) for what in (profile.CPU, profile.ALLOCATED, profile.LOCKS))
    return row(one.facts, among, *recordings) if one.facts else None


def _position(one: Profile) -> tuple[int, bool, str]:
    order = list(RECORDS)
    at = order.index(one.variant) if one.variant in order else len(order)
    return at, one.configuration != STOCK, one.name


def _label(one: Profile, mixed: bool, repeated: bool) -> str:
    if not one.variant:
        return one.name
    name = f"{one.variant} ({one.configuration})" if mixed else one.variant
    return f"{name}, {one.name}" if repeated else name


def _base(column: Column, columns: Sequence[Column]) -> str | None:
    """The baseline of the same configuration, else the only one."""
    if column.row is None or column.row.facts.variant == BASELINE:
        return None
    every = [one for one in columns if one.row and one.row.facts.variant == BASELINE]
    same = [one for one in every if one.row and one.row.facts.configuration == column.row.facts.configuration]
    found = same or (every if len(every) == 1 else [])
    return found[0].label if found else None


NOTHING = Profiled([], Layers.model_construct(layers=[]))
"""A folder in which nothing was profiled."""
