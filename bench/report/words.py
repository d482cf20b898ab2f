"""How figures are written: always with their interval, or with the word that there is none."""

from collections.abc import Sequence

from bench.analysis.estimates import Estimate
from bench.results import Bound, Plan

NOTHING = "-"


def mean(estimate: Estimate | None, form: str) -> str:
    """A mean and half its interval, such as 2,358 ± 120; a heading says so where one run has none."""
    if estimate is None:
        return NOTHING
    if estimate.high is None:
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} ± {estimate.high - estimate.value:{form}}"


def ratio(estimate: Estimate | None, form: str = "") -> str:
    """A ratio and its interval, which is not symmetric: 0.80 [0.75, 0.86]. `form` where the digits are given."""
    if estimate is None:
        return NOTHING
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:{form or '.2f'}}"
    form = form or digits(estimate.low, estimate.high)
    return f"{estimate.value:{form}} [{estimate.low:{form}}, {estimate.high:{form}}]"


def digits(low: float, high: float) -> str:
    """A format with as many digits as it takes that an interval which leaves 1 out does not read as if it held it."""
    nearest = low if low > 1 else high if high < 1 else 0.0
    return next((form for form in (".2f", ".3f") if float(f"{nearest:{form}}") != 1), ".4f")


def protocol(plan: Plan) -> list[str]:
    """What was asked for that is not as usual, in a few words each."""
    told = "profiled in turns" if plan.arms else "profiled"
    said = (told if plan.profiled else "", "cold JVM" if plan.cold else "", "" if plan.reset else "database not reset")
    return [*filter(None, said), *([f"{plan.rows:,} agents"] if plan.rows else [])]


def level(plan: Plan, index: int) -> str:
    """Such as '50 users', '200 requests/s offered' or 'p99 under 100 ms and failures under 1 %'."""
    if plan.objective:
        return listing([bound(one) for one in plan.objective.bounds])
    return f"{plan.levels[index]:,} {'users' if plan.model == 'closed' else 'requests/s offered'}"


def bound(one: Bound) -> str:
    """Such as 'p99 under 100 ms'."""
    if one.figure == "failed":
        return f"failures under {one.below * 100:.6g} %"
    return f"{one.figure} under {one.below:.6g} ms"


def figure(plan: Plan) -> str:
    """What a window's figure is, as a sentence begins: under an objective the rate that just meets it."""
    return "Requests a second" if plan.objective else "Goodput"


def heading(plan: Plan) -> str:
    """The same above a column."""
    return "requests/s" if plan.objective else "goodput/s"


def runs(counts: Sequence[int]) -> str:
    """How many runs stand behind a figure, given how many each variant has."""
    least, most = min(counts, default=0), max(counts, default=0)
    if most == 0:
        return "no window yet"
    if most == 1:
        return "1 run, no interval"
    return f"{f'{least} to ' if least < most else ''}{most} runs, 95 % intervals"


def listing(parts: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def together(levels: Sequence[str]) -> str:
    """Levels of one unit, which is said once: 10, 50 and 100 users."""
    numbers, _, units = zip(*(level.partition(" ") for level in levels), strict=True)
    return f"{listing(numbers)} {units[0]}" if len(set(units)) == 1 else listing(levels)


def mebibytes(count: float | None) -> str:
    """Bytes as MiB."""
    return NOTHING if count is None else f"{count / 2**20:,.0f} MiB"


def count(number: int, noun: str) -> str:
    """Such as '1 window' and '2 windows'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
