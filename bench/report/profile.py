"""Where a request's CPU time and bytes went in every profiled row: sentences, notes and the way to flame graphs."""

from collections.abc import Iterator
from urllib.parse import quote

from rich.console import Console

from bench.analysis.layers import Change, Cost, changes
from bench.analysis.unseen import missing
from bench.report import layers, words
from bench.report.grid import print_grid
from bench.report.profiled import BYTES, CPU, Column, Kind, Profiled
from bench.report.rows import grouped
from bench.results import Store
from bench.spec.layers import REST

SAID = 3
"""Layers that a sentence names."""
LEAST = 0.02
"""The least share of the baseline's bytes that a layer must differ by to be told: their sampling error is unknown."""
UNSEEN = 0.02
"""The least share of what was counted for the baseline that a difference in what no sample holds must be to be told."""
REST_LIMIT = 0.05
"""The share of the rest from which on the layers' file is to be looked at."""
TEXT = (
    "A sample belongs to the innermost of its frames that profiles/layers.yaml knows, CPU is samples times their "
    "interval, and nothing is scaled. A profiled run is no measured window: its goodput and latency are the profiler's "
    "as well."
)


def answer(profiled: Profiled) -> list[str]:
    """What a request of each row costs more than its baseline's, and which layers make the difference."""
    compared = [(column, base) for column in profiled.known if (base := profiled.base(column))]
    said = [
        _compared(column, base, kind, *sides)
        for column, base in compared
        for kind in (CPU, BYTES)
        if (sides := _both(kind.of(column), kind.of(base)))
    ]
    return said or [_alone(column) for column in profiled.known]


def _both(ours: Cost | None, theirs: Cost | None) -> tuple[Cost, Cost] | None:
    """The two costs where both were recorded."""
    return (ours, theirs) if ours and theirs and ours.recorded.weights and theirs.recorded.weights else None


def _compared(column: Column, base: Column, kind: Kind, ours: Cost, theirs: Cost) -> str:
    form = ",.0f" if kind is CPU else ",.1f"
    whole, other = (one.counted or one.total for one in (ours, theirs))
    more = whole - other
    does = kind.does.format(f"{whole / kind.size:{form}}")
    than = f"{abs(more) / kind.size:{form}} {_than(more)} than one of {base.label}"
    head = f"A request of {column.label} {does}, {than}"
    found = changes(ours, theirs, 0.0 if ours.sampled else LEAST * theirs.total)
    if not found:
        return f"{head}; no layer is shown to differ."
    unseen = more - (ours.total - theirs.total)
    if abs(unseen) > UNSEEN * other:
        found = sorted([*found, Change("", "", unseen)], key=lambda change: -abs(change.more))
    chosen = [change for change in found if (change.more > 0) == (more > 0)][:SAID]
    against = [change for change in found if (change.more > 0) != (more > 0)][:1]
    return f"{head}: {words.listing([_change(change, kind, form) for change in (*chosen, *against)])}."


def _change(change: Change, kind: Kind, form: str) -> str:
    where = f"in {change.layer} ({change.part})" if change.layer else "in what the recording did not see"
    return f"{abs(change.more) / kind.size:{form}} {_than(change.more)} {where}"


def _than(more: float) -> str:
    return "more" if more >= 0 else "less"


def _alone(column: Column) -> str:
    cost = CPU.of(column)
    if cost is None or not cost.layers:
        return f"{column.label} has no recording to split."
    first = sorted(cost.layers.items(), key=lambda one: -one[1])[:SAID]
    most = words.listing([f"{name} ({us:,.0f})" for name, us in first])
    return f"A request of {column.label} takes {cost.total:,.0f} µs of CPU, most of it in {most}."


def notes(profiled: Profiled) -> list[str]:
    """What a recording did not see, what its run had to say, and a rest that is too large; once for all rows alike."""
    told = grouped((note, column.label) for column in profiled.columns for note in _notes(column))
    every = len(profiled.columns)
    return [f"{'every row' if len(rows) == every > 1 else words.listing(rows)}: {note}." for note, rows in told.items()]


def _notes(column: Column) -> Iterator[str]:
    if column.row is None:
        yield column.profile.fault
        return
    facts, cost = column.row.facts, column.row.cpu
    yield f"recorded by {facts.profiler.name} {facts.profiler.version}, {facts.profiler.event}"
    yield from (note.rstrip(".") for note in facts.notes)
    if not facts.requests:
        yield "no request ended while it was recorded, so there is no cost of one; offer load, then profile it again"
    elif cost is None:
        yield "cpu.collapsed is missing, so there is no CPU by layer; profile it again"
    else:
        yield from missing(cost, facts)
        yield from (f"{name} is counted by its threads, since no sample is theirs" for name in cost.added)
        rest = cost.layers.get(REST, 0.0)
        if cost.total and rest > REST_LIMIT * cost.total:
            first = words.listing([name for name, _ in cost.recorded.methods(REST).most_common(SAID)])
            share = f"{rest / cost.total:.0%} of its CPU ({first}, ...)"
            yield f"the rest is {share}; give its frames a layer in profiles/layers.yaml"


def links(profiled: Profiled) -> list[tuple[str, str]]:
    """A name and an address, relative to the page, for each flame graph."""
    return [
        (f"{column.label}: {page.stem}", quote(f"{column.profile.address}/{page.name}"))
        for column in profiled.columns
        for page in column.profile.pages
    ]


def show(store: Store, console: Console) -> None:
    """Print the answer and the tables of a folder's profiled rows; nothing where nothing was profiled."""
    profiled = Profiled.read(store)
    every = layers.grids(profiled)
    for grid in every:
        print_grid(grid, console, notes(profiled) if grid is every[-1] else ())
    for sentence in answer(profiled):
        console.print(f"\n{sentence}", markup=False)
