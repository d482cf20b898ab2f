"""Paired comparisons: runs of one variant that differ in one thing, or in none, paired by block. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.analysis import estimates
from bench.analysis.estimates import Difference, Estimate
from bench.results import STOCK, TUNED, Run, Window
from bench.spec.variants import BASELINE

Value = Callable[[Window], float | None]


def figure(window: Window) -> float:
    """What ratios are of, unless something else is said."""
    return window.figure


def goodput(window: Window) -> float:
    """Correct answers per second, of which a search for settings takes its ratios."""
    return window.goodput


def per_cpu_second(window: Window) -> float | None:
    """What tells settings apart where all of them answer whatever is asked for."""
    return window.good_per_cpu_second


def per_cpu_work(window: Window) -> float | None:
    """The same, were the host's cores always equally fast."""
    return window.good_per_cpu_work


def at_equal_pace(window: Window) -> float | None:
    """The figure, were the host's cores always equally fast."""
    return window.good_per_work


def work_ms(window: Window) -> float | None:
    """CPU milliseconds of the app's cores for a piece of work that is always the same: the more, the slower."""
    return window.work_ms


def paired(
    ours: Mapping[int, Window], theirs: Mapping[int, Window], value: Value = figure, pilot: int = 0
) -> Estimate | None:
    """`value` of one over the other's in the blocks that have both; None where a window has no such value.

    Where only one window of a block knows the rate that meets the objective, both count by their goodput: what a window
    confirms is lower on average than that rate.

    `pilot` is the number of the last block of the pilot that has decided how many blocks there are, if one has.
    """
    blocks, pairs = sorted(ours.keys() & theirs.keys()), alike(ours, theirs)
    above, below = ([value(pair[side]) for pair in pairs] for side in (0, 1))
    known = [(one, other) for one, other in zip(above, below, strict=True) if one is not None and other is not None]
    if len(known) < len(blocks):
        return None
    first = sum(block <= pilot for block in blocks) if pilot else None
    return estimates.ratio([one for one, _ in known], [other for _, other in known], first)


def alike(ours: Mapping[int, Window], theirs: Mapping[int, Window]) -> list[tuple[Window, Window]]:
    """The windows of the blocks that have both, in the order of the blocks, each pair with figures of one kind."""
    pairs = (of_one_kind([ours[block], theirs[block]]) for block in sorted(ours.keys() & theirs.keys()))
    return [(one, other) for one, other in pairs]


@dataclass(frozen=True)
class Side:
    """What is on one side of a ratio, by block: windows, starts that were `lost`, and those whose figure is a lower
    bound of a capacity, `at_least`."""

    windows: dict[int, Window]
    lost: frozenset[int] = frozenset()
    at_least: frozenset[int] = frozenset()


def side(runs: Iterable[Run], index: int = 0) -> Side:
    """Of these runs at `index` of the levels."""
    own = list(runs)
    return Side(by_block(own, index), lost(own, index), frozenset(run.block for run in own if run.at_least))


def obstacle(*sides: Side) -> Difference | None:
    """Why nothing follows from the ratios of these sides; None if something may. A lower bound favours who is slower,
    and a window that is INVALID or lost leaves no fair sample of the starts."""
    if any(one.at_least for one in sides):
        return Difference.AT_LEAST
    shared = set.intersection(*(set(one.windows) for one in sides))
    invalid = any(not one.windows[block].usable for one in sides for block in shared)
    return Difference.UNUSABLE if invalid or any(one.lost for one in sides) else None


def of_one_kind(windows: Sequence[Window]) -> list[Window]:
    """The same windows; by their own goodput where only some of them know the rate that just meets the objective."""
    if len({window.rate_at_objective is None for window in windows}) < 2:
        return list(windows)
    return [window.model_copy(update={"rate_at_objective": None}) for window in windows]


def windows(runs: Sequence[Run], arm: str, index: int = 0) -> dict[int, Window]:
    """A side's windows at `index` of the levels, by block."""
    return by_block((run for run in runs if run.arm == arm), index)


def by_block(runs: Iterable[Run], index: int = 0) -> dict[int, Window]:
    """The windows of these runs at `index` of the levels, by block; a block has one of the runs at most."""
    return {run.block: window for run in runs if (window := run.window(index))}


def of_variant(
    runs: Iterable[Run], variant: str, index: int = 0, configuration: str | None = None
) -> dict[int, Window]:
    """A variant's windows at `index` of the levels, by block; in one configuration, or in whichever it has."""
    return by_block(runs_of(runs, variant, configuration), index)


def runs_of(runs: Iterable[Run], variant: str, configuration: str | None = None) -> list[Run]:
    """A variant's runs; in one configuration, or in whichever it has."""
    return [run for run in runs if run.variant == variant and configuration in (None, run.configuration)]


def lost(runs: Iterable[Run], index: int = 0) -> frozenset[int]:
    """The blocks of those of these runs that ended without a window at `index` of the levels. The windows of the others
    are then no fair sample of the starts: who failed is not among them."""
    return frozenset(run.block for run in runs if run.ended and len(run.windows) <= index)


def usable(windows: Mapping[int, Window]) -> dict[int, Window]:
    """Those of the windows that are not INVALID."""
    return {block: window for block, window in windows.items() if window.usable}


def baseline(run: Run, runs: Sequence[Run]) -> str:
    """The label that a run's ratio is taken to: the baseline's of its configuration, else the baseline's only one.

    Settings listed beside stock are compared with the same of the baseline, or its own of them if it has but one."""
    if run.configuration not in ("", STOCK, TUNED):  # settings listed beside stock, of which each variant has its own
        listed = [one for one in runs if one.variant == BASELINE and one.configuration not in ("", STOCK)]
        tried = {one.configuration: one.label for one in listed}
        return tried.get(run.configuration, "") if len(tried) > 1 else next(iter(tried.values()), "")
    of_it = {one.configuration: one.label for one in runs if one.variant == BASELINE and not one.arm}
    return of_it.get(run.configuration) or next(iter(of_it.values()), BASELINE)
