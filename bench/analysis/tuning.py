"""The search for a variant's best tunables: what its two stages find, and what is kept of it. Pure functions over runs.

1. Screening (screening.py): 16 short runs for each variant tell the factor of every candidate. They only select, for
   the best of several noisy factors is too good.
2. Confirmation: stock and the configuration that the screening proposes, of every variant, in shared paired blocks that
   the selection has not used. Its factor and interval are the ones that are printed and kept. A proposal that is shown
   to answer less than stock is not kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.analysis import paired
from bench.analysis.estimates import Estimate
from bench.analysis.factorial import Level
from bench.analysis.screening import HELPS, Screened, flat, value_of
from bench.results import GOODPUT, STOCK, TUNED, Run
from bench.spec.configuration import Entry


@dataclass(frozen=True)
class Outcome:
    """What the search of one variant found: its screening, what that chose, and the factor of this proposal over
    stock in the confirmation's blocks (None without a proposal or two blocks, and where nothing follows from them).

    `of` is what the factor is of, and `at_equal_speed` whether the host's own speed is left out of it. `answers_less`:
    the proposal is shown to have less goodput than stock. `lost` are the blocks in which the proposal's run ended
    without a window: what is faster and dies is not better."""

    screened: list[Screened]
    chosen: list[Level]
    factor: Estimate | None
    of: str = GOODPUT
    answers_less: bool = False
    at_equal_speed: bool = False
    lost: frozenset[int] = frozenset()

    @property
    def proposed(self) -> list[Entry]:
        """The settings of what was chosen, together."""
        return flat(self.chosen)

    @property
    def resolution(self) -> float | None:
        """The gain of a setting below which the screening may have missed it: one standard error of a factor (the
        median of all candidates'), and what is not worth proposing at least. None where no error is known."""
        known = [one.error for one in self.screened if one.error is not None]
        return max(median(known), HELPS - 1) if known else None

    @property
    def told(self) -> str:
        """What the factor is of, in words."""
        return f"{self.of} at equal speed of the cores" if self.at_equal_speed else self.of

    @property
    def decided(self) -> bool:
        """Whether the confirmation tells, or where nothing was proposed the screening: what could not be compared with
        stock must not replace what an earlier search has shown."""
        if not self.proposed:
            return any(one.ratio is not None for one in self.screened)
        compared = self.factor is not None and self.factor.low is not None
        return bool(self.lost) or self.answers_less or compared

    @property
    def kept(self) -> list[Entry]:
        """The tuned configuration: the proposal if it is shown to be better than stock, else no setting."""
        shown = self.factor is not None and self.factor.low is not None and self.factor.low > 1
        return self.proposed if shown and not self.answers_less and not self.lost else []


def outcome(found: list[Screened], chosen: list[Level], runs: Sequence[Run], of: str = GOODPUT) -> Outcome:
    """Judge what was chosen by the confirmation's `runs` of this variant alone."""
    if not chosen:
        return Outcome(found, chosen, None, of)
    stock, tuned = (paired.side(run for run in runs if run.configuration == one) for one in (STOCK, TUNED))
    if paired.obstacle(stock, tuned):
        return Outcome(found, chosen, None, of, lost=tuned.lost)
    value, at_equal_speed = value_of(of, [*stock.windows.values(), *tuned.windows.values()])
    factor, goodput = (paired.paired(tuned.windows, stock.windows, one) for one in (value, paired.goodput))
    answers_less = bool(goodput and goodput.high is not None and goodput.high < 1)
    return Outcome(found, chosen, factor, of, answers_less, at_equal_speed)
