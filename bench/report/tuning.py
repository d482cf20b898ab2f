"""The table that closes a search: setting, factor, interval, kept or not; and what was not tried. Pure."""

from collections.abc import Mapping, Sequence

from bench.analysis import tuning
from bench.analysis.estimates import Estimate
from bench.analysis.tuning import Outcome
from bench.report import words
from bench.report.grid import Grid, tabled
from bench.spec import configuration, tunables

HEADINGS = ("variant", "setting", "factor", "95 % interval", "blocks", "kept", "why")
SELECTING = "selected by one run each, so no factor"


def grid(scenario: str, outcomes: Mapping[str, Outcome]) -> Grid:
    """A row for each confirmed setting with its own factor; then all that are kept together; then the others."""
    rows = [row for variant, found in outcomes.items() for row in _rows(variant, found)]
    title = f"Tunables searched with {scenario}: factors of goodput from the confirming blocks alone"
    return Grid(title, HEADINGS, tuple(rows), frozenset({"setting", "kept", "why"}))


def _rows(variant: str, found: Outcome) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for index, step in enumerate(found.steps):
        before = "stock" if index == 0 else "the row above"
        rows.append((variant, tuning.label(step.entry), *_factor(step.factor), *_kept(step.kept, before)))
    if len(found.kept) > 1:
        rows.append((variant, "all kept settings", *_factor(found.over_stock), "yes", "over stock"))
    best = tuning.finalists(found.screened)
    confirmed = {step.entry for step in found.steps}
    for one in found.screened:
        if one.entry not in confirmed:
            rows.append((variant, tuning.label(one.entry), *([words.NOTHING] * 3), "no", _why(one, one.entry in best)))
    return rows


def _factor(factor: Estimate | None) -> tuple[str, str, str]:
    if factor is None:
        return words.NOTHING, words.NOTHING, words.NOTHING
    if factor.low is None or factor.high is None:
        return f"{factor.value:.3f}", "none", str(factor.runs)
    return f"{factor.value:.3f}", f"[{factor.low:.3f}, {factor.high:.3f}]", str(factor.runs)


def _kept(kept: bool, before: str) -> tuple[str, str]:
    return ("yes", f"over {before}") if kept else ("no", f"over {before}: not shown to help, or a step before was not")


def _why(one: tuning.Screened, combined: bool) -> str:
    if one.ratio is None:
        return one.note
    said = one.note or ("added nothing to the best" if combined else "not among the best")
    return f"{said} (screened at {one.ratio:.2f}; {SELECTING})"


def conclusion(found: Outcome) -> str:
    """What the search of one variant says, in a phrase."""
    if not found.kept:
        return "nothing was shown to be better than stock, so stock is kept"
    names = ", ".join(tuning.label(step.entry) for step in found.kept)
    return f"{names} gives {words.ratio(found.over_stock)} times stock's goodput"


def notes(outcomes: Mapping[str, Outcome]) -> list[str]:
    """The conclusion for each variant, and what was not tried on it."""
    said = [f"{variant}: {conclusion(found)}" for variant, found in outcomes.items()]
    for variant, found in outcomes.items():
        file = configuration.candidates(variant)
        tried = {entry.setting for entry in file.candidates}
        never = [tunable.key for tunable in tunables.of(variant) if tunable.key not in tried]
        missing = [*file.untried, *([f"the tunables {', '.join(never)}"] if never else []), *_pairs(found)]
        said.append(f"{variant}: not tried: {'; '.join(missing)}")
    return said


def _pairs(found: Outcome) -> list[str]:
    """Combinations that the search leaves out."""
    best = {entry.setting for entry in tuning.finalists(found.screened)}
    left = list(dict.fromkeys(one.entry.setting for one in found.screened if one.entry.setting not in best))
    return [f"combinations with {', '.join(left)}, and with other values of the best settings"] if left else []


def markdown(found: Grid, said: Sequence[str]) -> str:
    """summary.md of a search."""
    return f"{tabled(found)}\n\n" + "".join(f"- {line}\n" for line in said)
