"""The search for a variant's best tunables: screening, then confirmation. Pure functions over runs.

1. Screening (screening.py): 12 runs for each variant tell the factor of every candidate. They only select, for the best
   of several noisy factors is too good.
2. Confirmation: stock and the configuration that the screening proposes, of every variant, in shared paired blocks that
   the selection has not used. Its factor and interval are the ones that are printed and kept.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bench.analysis import paired
from bench.analysis.estimates import Estimate
from bench.analysis.screening import Screened
from bench.results import STOCK, TUNED, Run
from bench.spec.configuration import Entry

HELPS = 1.02
"""Factor above which screening proposes a setting, if it is more than one standard error as well; confirmation judges
what is proposed."""


def proposal(found: Sequence[Screened]) -> list[Entry]:
    """The best value of each setting that seems to help, best first; empty if none does."""
    best: dict[str, Entry] = {}
    for one in found:  # in the order of their factors
        if one.ratio is not None and one.ratio > HELPS and math.log(one.ratio) > (one.error or 0.0):
            best.setdefault(one.entry.setting, one.entry)
    return list(best.values())


@dataclass(frozen=True)
class Outcome:
    """What the search of one variant found: its screening, what that proposed, and the factor of the proposal over
    stock in the confirmation's blocks (None without a proposal, or without two blocks)."""

    screened: list[Screened]
    proposed: list[Entry]
    factor: Estimate | None

    @property
    def kept(self) -> list[Entry]:
        """The tuned configuration: the proposal if it is shown to be better than stock, else no setting."""
        shown = self.factor is not None and self.factor.low is not None and self.factor.low > 1
        return self.proposed if shown else []


def outcome(found: list[Screened], proposed: list[Entry], runs: Sequence[Run]) -> Outcome:
    """Judge the proposal by the confirmation's `runs` of this variant alone."""
    stock, tuned = (paired.usable(paired.by_block(r for r in runs if r.configuration == one)) for one in (STOCK, TUNED))
    return Outcome(found, proposed, paired.paired(tuned, stock) if proposed else None)
