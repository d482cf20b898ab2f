"""The report on an experiment in cells: the ratios in each, and where the order of the variants turns."""

from collections import Counter
from collections.abc import Mapping, Sequence

from bench.analysis import sensitivity
from bench.analysis.estimates import Difference
from bench.analysis.sensitivity import Cell, Change, Pair
from bench.report import words
from bench.report.data import noise
from bench.report.grid import Grid, tabled
from bench.report.rows import grouped
from bench.results import Experiment
from bench.results.collection import SweepStore
from bench.results.judgement import SEVERITY
from bench.spec.variants import BASELINE

MORE_RUNS = "RUNS=3 or more"


def cells(store: SweepStore) -> tuple[list[Cell], dict[str, Experiment]]:
    """What has been measured so far, cell by cell."""
    stores = {name: found for name in store.asked.cells if (found := store.cell(name))}
    experiments = {name: found.experiment() for name, found in stores.items()}
    return [Cell(name, found.runs(), noise(experiments[name])) for name, found in stores.items()], experiments


def grid(found: Sequence[Cell], experiments: Mapping[str, Experiment]) -> Grid:
    """A row for each cell: every variant's ratio to the baseline, the order, and whether it turns. The first row has
    what it shows."""
    every = dict.fromkeys(name for cell in found for name in sorted({run.variant for run in cell.runs}))
    names = [name for name in every if name != BASELINE]
    marks = _marks(found)
    rows = tuple(
        (
            cell.name, *(words.ratio(sensitivity.ratio(cell.runs, name, BASELINE)) for name in names),
            " > ".join(sensitivity.variants(cell.runs)), "; ".join(marks[cell.name]),
            _configurations(experiments[cell.name]), _verdicts(cell),
        )
        for cell in found
    )  # fmt: skip
    worded = ("order by mean goodput", "order, by intervals", "configurations", "windows")
    headings = ("cell", *(f"{name} to {BASELINE}" for name in names), *worded)
    return Grid("How far the answer holds: one factor at a time", headings, rows, frozenset(worded))


def _verdicts(cell: Cell) -> str:
    """How many windows stand behind a cell's row, which verdicts they have, and how many starts ended without one."""
    counts = Counter(window.verdict.verdict for run in cell.runs for window in run.windows)
    doubted = [f"{counts[word]} {word}" for word in reversed(SEVERITY) if counts[word] and word != "VALID"]
    if lost := sum(not run.windows for run in cell.runs):
        doubted.append(f"{lost} lost")
    return f"{counts.total()}, {', '.join(doubted) or 'all VALID'}"


def changed(found: Sequence[Cell]) -> Grid:
    """A row for each cell but the first: every ratio of two variants there over the same ratio in the first."""
    factors = {(one.cell, one.one, one.other): one for one in sensitivity.changes(found)}
    pairs = sensitivity.to_baseline_last([run for cell in found for run in cell.runs])
    headings = ("cell", *(" to ".join(pair) for pair in pairs))
    rows = tuple((cell.name, *(_factor(factors.get((cell.name, *pair))) for pair in pairs)) for cell in found[1:])
    return Grid("By what factor each ratio is another than in the first cell", headings, rows)


def _factor(change: Change | None) -> str:
    if change is None:
        return words.NOTHING
    shown = change.difference is not Difference.NOT_SHOWN
    return f"{words.ratio(change.factor)}{', shown' if shown else ''}"


def answer(found: Sequence[Cell]) -> list[str]:
    """Where the order turns, and where a ratio is shown to be another, in sentences."""
    turned = list(sensitivity.turns(found))
    if len(found) < 2:
        return ["Fewer than two cells have been measured, so nothing may be said of how far the answer holds."]
    if not any(sensitivity.orders(found[0]).values()):
        none = f"The first cell shows no order of two variants, so that none can turn: {MORE_RUNS}."
        return [none, *_changed(sensitivity.changes(found))]
    blank = [cell.name for cell in found[1:] if not sensitivity.orders(cell)]
    said = [f"No ratio has an interval at {words.listing(blank)}: {MORE_RUNS}."] if blank else []
    without = {cell.name: gone for cell in found if (gone := sensitivity.unusable(cell))}
    missing = {cell.name: pairs for cell in found[1:] if (pairs := sensitivity.untold(found[0], cell))}
    said += [f"At {name} {_untold(pairs)}." for name, pairs in missing.items() if name not in {*blank, *without}]
    others = len(found) - 1 - len(missing)
    if not turned and others:
        said += [f"In none of {others} other cells does the order of two variants turn that the first one shows."]
    said += [
        f"At {turn.cell} the order of {turn.one} and {turn.other} {turn.word}: {words.ratio(turn.here)} times, "
        f"{words.ratio(turn.base)} in the first cell."
        for turn in turned
    ]
    said += [f"At {name} {_unusable(gone)}." for name, gone in without.items()]
    return [*said, *_changed(sensitivity.changes(found))]


def _changed(found: Sequence[Change]) -> list[str]:
    """Which ratios are shown to be others; else how far they may be, since an interval that holds 1 proves nothing."""
    if not found:
        return []
    shown = [one for one in found if one.difference is not Difference.NOT_SHOWN]
    if not shown:
        widest = max(found, key=lambda one: one.factor.half_width or 0.0)
        return [
            "No ratio of two variants is shown to be another than in the first cell; the least certain, of "
            f"{widest.one} to {widest.other} at {widest.cell}, is {words.ratio(widest.factor)} times what it is there."
        ]
    return [
        f"At {one.cell} the ratio of {one.one} to {one.other} is another: {words.ratio(one.factor)} times the first "
        "cell's."
        for one in shown
    ]


def _marks(found: Sequence[Cell]) -> dict[str, list[str]]:
    """What the orders in each cell are beside those that the first one shows."""
    base = sensitivity.orders(found[0]) if found else {}
    told = [f"{one} {'>' if order > 0 else '<'} {other}" for (one, other), order in base.items() if order]
    turned = grouped(
        (turn.cell, f"{'TURNS' if turn.word == 'turns' else 'not shown'}: {turn.one}, {turn.other}")
        for turn in sensitivity.turns(found)
    )
    marks = {cell.name: turned.get(cell.name) or [_unmarked(found[0], cell, bool(told))] for cell in found[1:]}
    return {found[0].name: told or ["none shown"], **marks} if found else marks


def _unmarked(first: Cell, cell: Cell, comparable: bool) -> str:
    if gone := sensitivity.unusable(cell):
        return f"unknown: {_unusable(gone)}"
    if not sensitivity.orders(cell):
        return f"no interval: {MORE_RUNS}"
    if pairs := sensitivity.untold(first, cell):
        return f"unknown: {_untold(pairs)}"
    return "as in the first cell" if comparable else words.NOTHING


def _unusable(names: Sequence[str]) -> str:
    return f"not all windows of {words.listing(names)} may be used"


def _untold(pairs: Sequence[Pair]) -> str:
    return f"no interval tells the order of {words.listing([' and '.join(pair) for pair in pairs])}"


def markdown(grids: Sequence[Grid], said: Sequence[str]) -> str:
    """summary.md of the whole."""
    return "\n\n".join((" ".join(said), *map(tabled, grids))) + "\n"


def _configurations(experiment: Experiment) -> str:
    """Such as 'blocking tuned (carried over), reactor stock', or 'all tuned': a long cell leaves the others no room."""
    named = {one.variant: f"{one.name}{' (carried over)' if one.carried else ''}" for one in experiment.plan.configured}
    if len(named) > 1 and len(set(named.values())) == 1:
        return f"all {next(iter(named.values()))}"
    return ", ".join(f"{variant} {name}" for variant, name in named.items())
