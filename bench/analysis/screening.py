"""The screening of a variant's candidates: the factor of each, from the runs of a factorial design. Pure.

The design is bench/analysis/factorial.py's. Effects are multiplicative, so they are fitted to logarithms.

What is compared is goodput. Where stock already answers all that is asked for, no setting can give more of it: there it
is good requests for each second of the app's CPU. Either is taken at an equal speed of the host's cores: a search asks
what a setting does, and on a shared host a core may be twice as fast in one run as in the next.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.analysis import paired
from bench.analysis.factorial import Configured, Factors, Level, level
from bench.results import GOODPUT, PER_CPU_SECOND, STOCK, Run, Window
from bench.spec import tunables
from bench.spec.configuration import Entry

HALF = 0.5
"""Share of stock's goodput below which a setting is noted as a fault."""
KNOWN = 1e-6
"""An effect is estimable if the runs determine it to within so much (a limit of rounding, not of noise)."""
ENOUGH = 0.75
"""Share of a screening's runs that are enough to judge by. One value of several takes at most a quarter with it, a
setting of two values half."""
HELPS = 1.02
"""Factor above which screening proposes a setting, if it is more than one standard error as well; confirmation judges
what is proposed."""

COMPARED = {
    GOODPUT: (paired.at_equal_pace, paired.goodput),
    PER_CPU_SECOND: (paired.per_cpu_work, paired.per_cpu_second),
}
"""What may be compared, by its name: at an equal speed of the cores, and as it was, where that is not known."""


def name(entries: Sequence[Entry]) -> str:
    """Such as 'eventLoops.http=1+eventLoops.shared=true'; stock without settings."""
    return "+".join(map(label, entries)) or STOCK


def label(entry: Entry) -> str:
    """Such as 'eventLoops.http=1'."""
    return f"{entry.setting}={tunables.word(entry.value)}"


@dataclass(frozen=True)
class Screened:
    """A candidate and the factor by which it multiplies what is compared, with the standard error of the factor's
    logarithm.

    `ratio` is None where `note` says why there is none; `error` is None where no run is left to tell it. `fatal`: the
    app ran with it in no run. `instead`: stock's own value of the setting gave no usable run, so that the ratio is over
    the factor's other levels.
    """

    level: Level
    ratio: float | None
    error: float | None = None
    note: str = ""
    fatal: bool = False
    instead: bool = False


def compared(screening: Sequence[Run]) -> str:
    """What a variant's settings are compared by, which its stock run in the screening decides; most of the others do
    where that is not usable."""
    usable = [run for run in screening if works(run)]
    asked = [run for run in usable if run.configuration == STOCK] or usable
    answered = [run.windows[0].limiter.demand_met for run in asked]
    return PER_CPU_SECOND if sum(answered) * 2 > len(answered) else GOODPUT


def screened(factors: Factors, planned: Sequence[Configured], runs: Sequence[Run], of: str = GOODPUT) -> list[Screened]:
    """Every candidate of the design by its factor `of` what is compared, largest first, those without one last."""
    named = {name(one): one for one in planned}
    usable = {named[run.configuration]: run for run in runs if run.configuration in named and works(run)}
    faults = {one: told for factor in factors for one in factor if (told := _fault(one, factor, named, usable, runs))}
    left = [[one for one in factor if one not in faults] for factor in factors]
    value, _ = value_of(of, [run.windows[0] for run in usable.values()])
    rates = {one: rate for one, run in usable.items() if (rate := value(run.windows[0]))}
    found = [Screened(one, None, note=told, fatal=True) for one, told in faults.items()] + _fitted(left, rates)
    return sorted(found, key=lambda one: -(one.ratio or 0.0))


def too_few(factors: Factors, planned: Sequence[Configured], fatal: Sequence[Level]) -> bool:
    """Whether candidates with which the app ran in no run left too few of the others' runs to judge these by."""
    left = [one for one in planned if not any(level(one, factor) in fatal for factor in factors)]
    return len(left) < ENOUGH * len(planned)


def value_of(of: str, windows: Iterable[Window]) -> tuple[paired.Value, bool]:
    """What the windows are compared by, and whether that is at an equal speed of the cores."""
    at_equal_speed, as_it_was = COMPARED[of]
    known = all(at_equal_speed(window) is not None for window in windows)
    return (at_equal_speed if known else as_it_was), known


def works(run: Run) -> bool:
    """Whether it has a usable window."""
    return bool(run.windows) and run.windows[0].usable


def _fault(
    candidate: Level,
    factor: Sequence[Level],
    named: Mapping[str, Configured],
    usable: Iterable[Configured],
    runs: Sequence[Run],
) -> str | None:
    """What to note of a candidate without a single usable run."""
    if any(level(one, factor) == candidate for one in usable):
        return None
    tried = [run for run in runs if level(named.get(run.configuration, ()), factor) == candidate]
    ended = next((run.ended for run in tried if not run.windows), None)
    if ended:
        return f"failed: {ended}"
    return f"INVALID: {tried[0].windows[0].verdict.reasons[0]}" if tried else "failed: it was not run"


def _fitted(factors: Factors, rates: Mapping[Configured, float]) -> list[Screened]:
    """Least squares on the logarithms. An effect is over stock's value, or over the factor's other levels where stock's
    own gave no usable run."""
    candidates = [(one, factor) for factor in factors for one in factor]
    model = np.array([[1.0, *(float(level(run, factor) == one) for one, factor in candidates)] for run in rates])
    model = model.reshape(len(rates), len(candidates) + 1)
    inverse = np.linalg.pinv(model)
    logs = np.log(np.array(list(rates.values())))
    effects, rest = inverse @ logs, logs - model @ (inverse @ logs)
    free = len(rates) - int(np.linalg.matrix_rank(model)) if rates else 0
    covariance = inverse @ inverse.T * float(rest @ rest) / free if free > 0 else None
    known = inverse @ model
    found = []
    for contrast, instead, one in _contrasts(candidates, rates):
        if np.abs(contrast @ known - contrast).max() > KNOWN:
            why = "stock's own value gave no usable run" if instead else "too few of its runs are usable to tell"
            found.append(Screened(one, None, note=why, instead=instead))
            continue
        error = None if covariance is None else math.sqrt(float(contrast @ covariance @ contrast))
        found.append(_one(one, float(contrast @ effects), error, instead))
    return found


def _contrasts(
    candidates: Sequence[tuple[Level, Sequence[Level]]], rates: Iterable[Configured]
) -> Iterator[tuple[np.ndarray[Any, Any], bool, Level]]:
    """For each candidate what is to be told of the fitted effects, and whether it is over the factor's other levels."""
    runs = list(rates)
    for index, (one, factor) in enumerate(candidates, start=1):
        instead = bool(runs) and all(level(run, factor) for run in runs)
        contrast = np.zeros(len(candidates) + 1)
        contrast[index] = 1.0
        others = [at for at, (_, of) in enumerate(candidates, start=1) if of is factor and at != index]
        if instead and others:
            contrast[others] = -1 / len(others)
        yield contrast, instead, one


def _one(candidate: Level, effect: float, error: float | None, instead: bool) -> Screened:
    ratio = math.exp(effect)
    note = "slower than stock by half or more" if ratio <= HALF and not instead else ""
    return Screened(candidate, ratio, error, note, instead=instead)


def proposal(factors: Factors, found: Sequence[Screened], standing: Sequence[Entry] = ()) -> list[Level]:
    """The best level of each factor that seems to help, best first; empty if none does. Of levels that differ by less
    than a standard error it is the one that stands, else the one with the fewest settings. Where stock's own value gave
    no usable run, the best of the others: the confirmation tells whether stock can be used at all.

    `standing` are the settings that an earlier search kept, under the same limits. Where no level is seen to help, the
    earlier one stays unless it is seen to harm: what one search has shown, another need not be able to see.
    """
    chosen = [
        best
        for factor in factors
        if (best := _best([one for one in found if one.level in factor], level(tuple(standing), factor)))
    ]
    return [one.level for one in sorted(chosen, key=lambda one: -(one.ratio or 0.0))]


def _best(screened: Sequence[Screened], standing: Level) -> Screened | None:
    """Of one factor's levels, in the order of their ratios."""
    helpful = [one for one in screened if _helps(one) or one.instead]
    if not helpful:
        return next((one for one in screened if one.level == standing and not _harms(one)), None)
    if helpful[0].ratio is None:
        return helpful[0]
    least = helpful[0].ratio / math.exp(helpful[0].error or 0.0)
    alike = [one for one in helpful if one.ratio is not None and one.ratio >= least * (1 - KNOWN)]
    return min(alike, key=lambda one: (one.level != standing, len(one.level)))


def _helps(one: Screened) -> bool:
    return one.ratio is not None and one.ratio > HELPS and math.log(one.ratio) > (one.error or 0.0)


def _harms(one: Screened) -> bool:
    return one.ratio is not None and math.log(one.ratio) < -(one.error or 0.0)


def flat(levels: Iterable[Level]) -> list[Entry]:
    """The settings of several candidates, together."""
    return [entry for one in levels for entry in one]
