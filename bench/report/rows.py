"""Rows of tables and charts: one variant at one level over its runs, and what its ratios allow to be said."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bench.analysis import estimates, holm, paired
from bench.analysis.estimates import Difference, Estimate, find
from bench.analysis.paired import Side
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
    sides = {name: paired.side((run for run in runs if run.label == name), index) for name in labels(runs)}
    found = []
    for name, own in sides.items():
        if not own.windows:
            continue
        run, to = one[name], paired.baseline(one[name], runs)
        row = Row(name, own.windows, None, Difference.BASELINE, style=run.variant, configured=run.configured)
        row = replace(row, at_least=own.at_least, lost=own.lost, pilot=pilot)
        if name != to:
            row = _compared(row, own, sides.get(to, Side({})), noise)
        beside = (run.variant, STOCK) if run.configuration not in ("", STOCK) else None
        stock = next((other.label for other in runs if (other.variant, other.configuration) == beside), "")
        if stock and not paired.obstacle(own, sides[stock]):
            over_stock, adjusted = _ratios(own, sides[stock], pilot)
            row = replace(row, over_stock=over_stock, over_stock_adjusted=adjusted)
        found.append(row)
    return found


def _compared(row: Row, own: Side, to: Side, noise: float | None) -> Row:
    """The row with its ratio to the baseline's side. INVALID figures stay, marked; of a lower bound there is none."""
    speed = paired.paired(to.windows, own.windows, paired.work_ms)  # the more time it took, the slower
    row = replace(row, baseline=to.windows, core_speed=speed)
    if (obstacle := paired.obstacle(own, to)) is Difference.AT_LEAST:
        return replace(row, difference=obstacle)
    ratio, adjusted = _ratios(own, to, row.pilot)
    return replace(row, ratio=ratio, speed_adjusted=adjusted, difference=find(ratio, bool(obstacle), noise))


def _ratios(own: Side, to: Side, pilot: int) -> tuple[Estimate | None, Estimate | None]:
    """Of goodput, and of goodput at an equal speed of the cores."""
    return (
        paired.paired(own.windows, to.windows, paired.figure, pilot),
        paired.paired(own.windows, to.windows, paired.at_equal_pace, pilot),
    )


def shown(levels: Sequence[Sequence[Row]]) -> list[list[Row]]:
    """The same, where a difference counts as shown only if it does among those of all these levels."""
    places = {(index, row.variant): row for index, found in enumerate(levels) for row in found}
    judged = holm.among({place: (row.difference, row.ratio) for place, row in places.items()})
    return [
        [replace(row, difference=judged[index, row.variant]) for row in found] for index, found in enumerate(levels)
    ]
