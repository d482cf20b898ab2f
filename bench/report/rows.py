"""Rows of tables and charts: one variant at one level over its runs, and what its ratios allow to be said."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bench.analysis import estimates, holm, paired
from bench.analysis.estimates import Difference, Estimate, find
from bench.results import STOCK, Configuration, Run, Window
from bench.results.judgement import SEVERITY, Word
from bench.spec.variants import RECORDS

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Row:
    """One variant at one level over its runs: the facts that every table and chart is made of.

    `variant` is the label that its runs have, such as 'reactor' or 'reactor (tuned)'; `style` the variant proper.
    `level` is in words such as '50 users'. `windows` by block. `ratio` is the figure over the baseline's in the same
    blocks, None where there are none; `speed_adjusted` the same, were the host's cores always equally fast.
    `core_speed` is how fast the app's cores were over how fast they were for the baseline, in the same blocks
    (bench/probes/cores.py). `at_least` are the blocks in which its goodput is a lower bound of its capacity, so that it
    has no ratio. `lost` are the blocks whose run ended without this window: the others are no fair sample of its
    starts, so it is INVALID and nothing follows from its ratios. `baseline` has the windows that it is compared with,
    by block; none in its own row. `over_stock` is the goodput of another configuration over that of the same variant's
    stock row in the same blocks, None without such a row and where one of the windows is INVALID;
    `over_stock_adjusted` the same at an equal speed of the cores. `pilot` is the last block of the pilot that has
    decided how many there are, 0 without one.
    """

    variant: str
    windows: dict[int, Window]
    ratio: Estimate | None
    difference: Difference
    speed_adjusted: Estimate | None = None
    core_speed: Estimate | None = None
    level: str = ""
    style: str = ""
    configured: Configuration | None = None
    over_stock: Estimate | None = None
    over_stock_adjusted: Estimate | None = None
    baseline: Mapping[int, Window] = field(default_factory=dict)
    at_least: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()
    pilot: int = 0

    def values(self, value: Callable[[Window], float | None]) -> list[float]:
        """One value for each run that has it."""
        return [found for window in self.windows.values() if (found := value(window)) is not None]

    def mean(self, value: Callable[[Window], float | None]) -> Estimate | None:
        """The mean over runs with its interval, which is the pilot's; None where no window has the value."""
        known = {block: found for block, one in sorted(self.windows.items()) if (found := value(one)) is not None}
        first = sum(block <= self.pilot for block in known) if self.pilot else None
        return estimates.mean(list(known.values()), first) if known else None

    @property
    def verdict(self) -> Word:
        """The worst of its windows; INVALID where a run has none."""
        return max(self._verdicts, key=SEVERITY.index)

    @property
    def _verdicts(self) -> list[Word]:
        lost: list[Word] = ["INVALID"] * len(self.lost)
        return [*(window.verdict.verdict for window in self.windows.values()), *lost]

    @property
    def marked(self) -> str:
        """The variant's name for tables without a column of verdicts: INVALID figures never stand unmarked."""
        return f"{self.variant} (INVALID)" if self.verdict == "INVALID" else self.variant

    @property
    def verdict_share(self) -> str:
        """The verdict, and of how many runs where it is not that of all."""
        same, every = self._verdicts.count(self.verdict), len(self._verdicts)
        return self.verdict if same == every else f"{self.verdict} ({same} of {every} runs)"

    @property
    def limiter(self) -> str:
        """What limited it, with counts where its runs disagree."""
        names = Counter(window.limiter.name for window in self.windows.values())
        if len(names) == 1:
            return next(iter(names))
        return ", ".join(f"{name} ({times} of {names.total()})" for name, times in names.most_common())

    @property
    def failures(self) -> Counter[str]:
        """How many requests failed in which way, over all runs."""
        return sum((Counter(window.load.failures) for window in self.windows.values()), Counter[str]())

    @property
    def asked(self) -> int:
        """Requests that ended, and arrivals that never started, over all runs."""
        return sum(window.load.good + window.load.failed for window in self.windows.values())

    @property
    def failed(self) -> int:
        """How many of `asked` were not answered correctly."""
        return sum(window.load.failed for window in self.windows.values())

    @property
    def failed_share(self) -> str:
        """`failed` with its share, in words."""
        return f"{self.failed:,} ({self.failed / self.asked:.1%})" if self.failed else "0"

    @property
    def reasons(self) -> list[str]:
        """Why the verdict is not VALID, each reason once, with the runs that it holds for."""
        return self._by_run(lambda window: window.verdict.reasons)

    @property
    def notes(self) -> list[str]:
        """What is worth knowing of windows beside their verdicts, in the same form."""
        return self._by_run(lambda window: window.verdict.notes)

    def _by_run(self, told: Callable[[Window], list[str]]) -> list[str]:
        blocks = grouped((text, block) for block, one in self.windows.items() for text in told(one))
        if len(self.windows) == 1:
            return list(blocks)
        return [f"run {', '.join(map(str, found))}: {text}" for text, found in blocks.items()]


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each key, both in the order in which they come."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def capacity(row: Row) -> Estimate | None:
    """The smallest predicted ceiling of each window, over runs."""
    return row.mean(lambda window: min((ceiling.per_second for ceiling in window.ceilings), default=None))


def labels(runs: Sequence[Run]) -> list[str]:
    """Every label that has a run, in the order of the variants; stock before tuned."""
    order = list(RECORDS)

    def position(run: Run) -> tuple[int, bool]:
        known = run.variant in order and not run.arm
        return (order.index(run.variant) if known else len(order), run.configuration not in ("", STOCK))

    return list(dict.fromkeys(run.label for run in sorted(runs, key=position)))


def rows(runs: Sequence[Run], index: int, noise: float | None = None, pilot: int = 0) -> list[Row]:
    """A row for each variant that has one, of the window at `index` (from 0) of every run: each judged by itself.

    `noise` as in estimates.find, `pilot` as in paired.paired.
    """
    one = {run.label: run for run in runs}
    windows = {name: paired.by_block((run for run in runs if run.label == name), index) for name in labels(runs)}
    bounds = {name: frozenset(run.block for run in runs if run.label == name and run.at_least) for name in windows}
    lost = {name: paired.lost((run for run in runs if run.label == name), index) for name in windows}
    found = []
    for name, own in windows.items():
        if not own:
            continue
        run, to = one[name], paired.baseline(one[name], runs)
        beside = (run.variant, STOCK) if run.configuration not in ("", STOCK) else None
        stock = next((other.label for other in runs if (other.variant, other.configuration) == beside), None)
        stocks = windows[stock] if stock and not bounds[name] | bounds[stock] else {}
        unusable = paired.any_invalid(own, stocks) or lost[name] | lost.get(stock or "", frozenset())
        over_stock, adjusted = (None, None) if unusable else _ratios(own, stocks, pilot)
        row = Row(name, own, None, Difference.BASELINE)
        if name != to:
            row = _compared(name, own, windows.get(to, {}), noise, pilot)
        if name != to and bounds[name] | bounds.get(to, frozenset()):
            row = replace(row, ratio=None, speed_adjusted=None, difference=Difference.AT_LEAST)
        elif name != to and lost[name] | lost.get(to, frozenset()):
            row = replace(row, difference=Difference.UNUSABLE)
        compared = windows.get(to, {}) if name != to else {}
        row = replace(row, style=run.variant, baseline=compared, configured=run.configured)
        row = replace(row, at_least=bounds[name], lost=lost[name], pilot=pilot)
        found.append(replace(row, over_stock=over_stock, over_stock_adjusted=adjusted))
    return found


def _compared(name: str, windows: dict[int, Window], to: dict[int, Window], noise: float | None, pilot: int) -> Row:
    ratio, adjusted = _ratios(windows, to, pilot)
    speed = paired.paired(to, windows, paired.work_ms)  # the more time it took, the slower
    return Row(name, windows, ratio, find(ratio, paired.any_invalid(windows, to), noise), adjusted, speed)


def _ratios(windows: dict[int, Window], to: dict[int, Window], pilot: int) -> tuple[Estimate | None, Estimate | None]:
    """Of goodput, and of goodput at an equal speed of the cores."""
    return (
        paired.paired(windows, to, paired.figure, pilot),
        paired.paired(windows, to, paired.at_equal_pace, pilot),
    )


def shown(levels: Sequence[Sequence[Row]]) -> list[list[Row]]:
    """The same, where a difference counts as shown only if it does among those of all these levels."""
    places = {(index, row.variant): row for index, found in enumerate(levels) for row in found}
    judged = holm.among({place: (row.difference, row.ratio) for place, row in places.items()})
    return [
        [replace(row, difference=judged[index, row.variant]) for row in found] for index, found in enumerate(levels)
    ]
