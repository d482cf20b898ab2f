"""How often a verdict sees a disturbance of known strength, and what that cost in goodput. Pure functions."""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.analysis import estimates
from bench.analysis.estimates import Estimate
from bench.results import JudgedWindow
from bench.spec import disturbances
from bench.spec.disturbances import UNDISTURBED, Disturbance

NORMAL = statistics.NormalDist().inv_cdf(0.975)
HARM = 0.05
"""The share of goodput from which on a disturbance must not be called VALID: a comparison should not be wrong by more
(verdict.MOVED, verdict.COMPILERS_BUSY)."""


@dataclass(frozen=True)
class Rate:
    """The windows of one disturbance: how many had each verdict, the reason that was told most often, and their goodput
    as a ratio to undisturbed windows, with its interval over blocks (None where there are no such)."""

    disturbance: Disturbance
    verdicts: Counter[str]
    reason: str
    goodput: Estimate | None

    @property
    def windows(self) -> int:
        """How many there are."""
        return self.verdicts.total()

    def share(self, verdict: str) -> tuple[float, float, float]:
        """Of the windows with that verdict, and its 95 % interval. It takes the windows for independent of each other;
        those of one start may be alike, and then it is too narrow."""
        return (self.verdicts[verdict] / self.windows, *wilson(self.verdicts[verdict], self.windows))

    @property
    def harmful(self) -> bool:
        """Whether it is shown to have cost more goodput than a VALID window may lose."""
        return self.goodput is not None and self.goodput.high is not None and self.goodput.high < 1 - HARM

    @property
    def missed(self) -> bool:
        """Whether it was harmful, and more than one in twenty was called VALID."""
        return self.harmful and self.share("VALID")[0] > HARM


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, Journal of the American Statistical Association 22, 1927)."""
    spread = NORMAL**2 / of
    share = count / of
    centre = (share + spread / 2) / (1 + spread)
    half = NORMAL / (1 + spread) * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(centre - half, 0.0), min(centre + half, 1.0)


def rates(windows: Sequence[JudgedWindow]) -> list[Rate]:
    """One for each disturbance that was measured, in their own order."""
    undisturbed = _by_block(windows, UNDISTURBED)
    return [_rate(one, windows, undisturbed) for one in disturbances.every() if any(_of(windows, one))]


def _rate(one: Disturbance, windows: Sequence[JudgedWindow], undisturbed: dict[int, float]) -> Rate:
    own = list(_of(windows, one))
    goodput = None
    if one != UNDISTURBED:
        disturbed = _by_block(windows, one)
        both = sorted(disturbed.keys() & undisturbed.keys())
        goodput = estimates.ratio([disturbed[block] for block in both], [undisturbed[block] for block in both])
    reasons = [window.reasons[0] for window in own if window.reasons]
    kinds = Counter(map(_kind, reasons))
    reason = max(reasons, key=lambda text: kinds[_kind(text)], default="")
    return Rate(one, Counter(window.verdict for window in own), reason, goodput)


def _of(windows: Iterable[JudgedWindow], one: Disturbance) -> Iterable[JudgedWindow]:
    return (window for window in windows if (window.fault, window.strength) == (one.fault, one.strength))


def _by_block(windows: Iterable[JudgedWindow], one: Disturbance) -> dict[int, float]:
    """The geometric mean of its goodput in each block; without blocks in which a window answered nothing."""
    found: dict[int, list[float]] = {}
    for window in _of(windows, one):
        found.setdefault(window.block, []).append(window.goodput)
    return {block: statistics.geometric_mean(goods) for block, goods in found.items() if min(goods) > 0}


def _kind(reason: str) -> str:
    """A reason without its figures."""
    return "".join(sign for sign in reason if not sign.isdigit())
