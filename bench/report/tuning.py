"""The table that closes a search: settings, factor, interval, kept or not; and what was not tried. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from bench.analysis import screening
from bench.analysis.estimates import Estimate
from bench.analysis.screening import Screened
from bench.analysis.tuning import Outcome
from bench.report import words
from bench.report.grid import Grid, tabled
from bench.results import PER_CPU_SECOND
from bench.spec import configuration, tunables

UNDECIDED = "no ratio to stock, since a window is INVALID or lost or there are fewer than two blocks"
UNSCREENED = "too few windows of the screening are usable to tell of any setting"
HEADINGS = ("variant", "settings", "factor", "95 % interval", "blocks", "of", "kept", "why")


def grid(scenario: str, outcomes: Mapping[str, Outcome]) -> Grid:
    """For each variant what was confirmed, all its settings together; then every candidate, with what selected it."""
    rows = [row for variant, found in outcomes.items() for row in _rows(variant, found)]
    title = f"Tunables searched with {scenario}: factors over stock, from the confirming blocks alone"
    return Grid(title, HEADINGS, tuple(rows), frozenset({"settings", "of", "kept", "why"}))


def _rows(variant: str, found: Outcome) -> Iterator[tuple[str, ...]]:
    nothing = (words.NOTHING,) * 3
    if found.proposed:
        factor = _factor(found.factor) if found.factor else nothing
        yield variant, screening.name(found.proposed), *factor, found.told, *_said(found)
    for one in found.screened:
        chosen = one.level in found.chosen
        kept = "yes" if chosen and found.kept else "no"
        yield variant, screening.name(one.level), *nothing, words.NOTHING, kept, _why(one, chosen)


def _said(found: Outcome) -> tuple[str, str]:
    if found.lost:
        return "no", f"the app ended with it in {words.count(len(found.lost), 'block')}"
    if found.answers_less:
        return "no", "answers less than stock"
    if not found.decided:
        return "no", UNDECIDED
    return ("yes", "better than stock") if found.kept else ("no", "not shown to be better than stock")


def _factor(factor: Estimate) -> tuple[str, str, str]:
    known = factor.low is not None and factor.high is not None
    return f"{factor.value:.3f}", f"[{factor.low:.3f}, {factor.high:.3f}]" if known else "none", str(factor.runs)


def _why(one: Screened, chosen: bool) -> str:
    if one.ratio is None:
        return one.note
    error = "" if one.error is None else f" ± {one.ratio * one.error:.2f}"
    said = one.note or ("proposed" if chosen else "not proposed")
    over = " times the other values, since stock's own gave no usable run" if one.instead else ""
    return f"{said} (screened at {one.ratio:.2f}{error}{over}, one standard error; this only selects)"


def conclusion(found: Outcome) -> str:
    """What the search of one variant says, in a phrase."""
    if not found.decided:
        why = UNDECIDED if found.proposed else UNSCREENED
        return f"{why}, so an earlier search's settings stay; `make tune` again on a quieter host"
    if not found.kept:
        return "nothing was shown to be better than stock, so stock is kept"
    return f"{', '.join(map(screening.label, found.kept))} gives {words.ratio(found.factor)} times stock's {found.told}"


def notes(outcomes: Mapping[str, Outcome], kind: str) -> list[str]:
    """The conclusion for each variant, and what was not tried on it under this kind of load."""
    said = [f"{variant}: {conclusion(found)}" for variant, found in outcomes.items()]
    for variant in outcomes:
        file = configuration.candidates(variant, kind)
        tried = {entry.setting for entry in file.candidates}
        never = [tunable.key for tunable in tunables.of(variant) if tunable.key not in tried]
        missing = [*file.untried, *([f"the tunables {', '.join(never)}"] if never else [])]
        said.append(f"{variant}: not tried: {'; '.join(missing)}")
    return said


def unloaded(outcomes: Mapping[str, Outcome]) -> list[str]:
    """What to know of variants whose stock answered all that was asked for."""
    met = [variant for variant, found in outcomes.items() if found.of == PER_CPU_SECOND]
    if not met:
        return []
    return [
        f"{', '.join(met)}: stock answered everything that was asked for, so settings are compared by "
        f"{PER_CPU_SECOND}; to compare them by goodput search with more users (VUS) or arrivals (RATE)"
    ]


def markdown(found: Grid, said: Sequence[str]) -> str:
    """summary.md of a search."""
    return f"{tabled(found)}\n\n" + "".join(f"- {line}\n" for line in said)
