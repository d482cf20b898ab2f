"""One variant at one level over its runs: the facts that every table and chart is made of. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bench.analysis import estimates, paired
from bench.analysis.difference import Difference, find
from bench.analysis.estimates import Estimate
from bench.results import STOCK, TUNED, Configuration, Run, Window
from bench.results.judgement import SEVERITY, Word
from bench.spec.variants import BASELINE, RECORDS


@dataclass(frozen=True)
class Row:
    """`variant` is the label that its runs have, such as 'reactor' or 'reactor (tuned)'; `style` the variant proper.
    `windows` by block. `ratio` is goodput over the baseline's in the same blocks, None where there are none;
    `at_equal_pace` the same, were the host's cores always equally fast. `pace` is how fast the app's cores worked over
    how fast they did for the baseline, in the same blocks (bench/probes/pace.py). `over_stock` is the goodput of
    another configuration over that of the same variant's stock row in the same blocks, None without such a row."""

    variant: str
    windows: dict[int, Window]
    ratio: Estimate | None
    difference: Difference
    at_equal_pace: Estimate | None = None
    pace: Estimate | None = None
    style: str = ""
    configured: Configuration | None = None
    over_stock: Estimate | None = None

    def values(self, value: Callable[[Window], float | None]) -> list[float]:
        """One value for each run that has it."""
        return [found for window in self.windows.values() if (found := value(window)) is not None]

    def mean(self, value: Callable[[Window], float | None]) -> Estimate | None:
        """The mean over runs with its interval; None where no window has the value."""
        known = self.values(value)
        return estimates.mean(known) if known else None

    @property
    def verdict(self) -> Word:
        """The worst of its windows."""
        return max((window.verdict.verdict for window in self.windows.values()), key=SEVERITY.index)

    @property
    def marked(self) -> str:
        """The variant's name for tables without a column of verdicts: INVALID figures never stand unmarked."""
        return f"{self.variant} (INVALID)" if self.verdict == "INVALID" else self.variant

    @property
    def verdict_share(self) -> str:
        """The verdict, and of how many runs where it is not that of all."""
        words = [window.verdict.verdict for window in self.windows.values()]
        same = words.count(self.verdict)
        return self.verdict if same == len(words) else f"{self.verdict} ({same} of {len(words)} runs)"

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
        found: Counter[str] = Counter()
        for window in self.windows.values():
            found.update(window.load.failures)
        return +found

    @property
    def asked(self) -> int:
        """Requests that ended, and arrivals that never started, over all runs."""
        return sum(window.load.good + window.load.failed for window in self.windows.values())

    @property
    def failed(self) -> int:
        """How many of `asked` were not answered correctly."""
        return sum(window.load.failed for window in self.windows.values())

    @property
    def reasons(self) -> list[str]:
        """Why the verdict is not VALID, each reason once, with the runs that it holds for."""
        blocks: dict[str, list[int]] = {}
        for block, window in self.windows.items():
            for reason in window.verdict.reasons:
                blocks.setdefault(reason, []).append(block)
        if len(self.windows) == 1:
            return list(blocks)
        return [f"run {', '.join(map(str, found))}: {reason}" for reason, found in blocks.items()]


def labels(runs: Sequence[Run]) -> list[str]:
    """Every label that has a run, in the order of the variants; stock before tuned."""
    order = list(RECORDS)
    found = {run.label: run for run in reversed(runs)}
    names = dict.fromkeys(run.label for run in runs)

    def place(name: str) -> tuple[int, bool]:
        run = found[name]
        known = run.variant in order and not run.arm
        return (order.index(run.variant) if known else len(order), run.configuration not in ("", STOCK))

    return sorted(names, key=place)


def rows(runs: Sequence[Run], place: int, noise: float | None = None) -> list[Row]:
    """A row for each variant that has one, of the window at `place` (from 0) of every run.

    `noise` as in difference.find.
    """
    windows: dict[str, dict[int, Window]] = {name: {} for name in labels(runs)}
    one = {run.label: run for run in runs}
    for run in runs:
        if window := run.window(place):
            windows[run.label][run.block] = window
    found = []
    for name, own in windows.items():
        if not own:
            continue
        to = baseline(one[name], runs)
        row = _row(name, own, windows.get(to, {}), noise, itself=name == to)
        stock = next((run.label for run in runs if _is_stock_of(one[name], run)), None)
        over_stock = paired.paired(own, windows[stock]) if stock else None
        found.append(replace(row, style=one[name].variant, configured=one[name].configured, over_stock=over_stock))
    return found


def baseline(run: Run, runs: Sequence[Run]) -> str:
    """The label that a run's ratio is taken to: the baseline's of its configuration, else the baseline's only one."""
    if run.configuration not in ("", STOCK, TUNED):
        return ""  # what is tried beside stock has no ratio to another variant
    of_it = {one.configuration: one.label for one in runs if one.variant == BASELINE and not one.arm}
    return of_it.get(run.configuration) or next(iter(of_it.values()), BASELINE)


def _is_stock_of(run: Run, other: Run) -> bool:
    return run.configuration not in ("", STOCK) and (other.variant, other.configuration) == (run.variant, STOCK)


def _row(name: str, windows: dict[int, Window], baseline: dict[int, Window], noise: float | None, itself: bool) -> Row:
    if itself:
        return Row(name, windows, None, Difference.BASELINE)
    shared = [block for block in windows if block in baseline]
    ratio, level = (paired.paired(windows, baseline, value) for value in (paired.goodput, paired.at_equal_pace))
    pace = paired.paired(baseline, windows, lambda window: window.work_ms)  # the more time it took, the slower
    behind = [windows[block] for block in shared] + [baseline[block] for block in shared]
    invalid = any(window.verdict.verdict == "INVALID" for window in behind)
    return Row(name, windows, ratio, find(ratio, invalid, noise), level, pace)
