"""What a window of 20 s can show of its own drift: the tables of docs/measurements/drift-within-windows.md.

    python -m bench.tests.drift_study       prints them, from the samples and the warm-ups that are kept there

Noise of simulated windows is drawn from what the line leaves of the real ones, so that it scatters and is correlated as
they are.
"""

import json
import math
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from bench.analysis import change_point, drift, steadiness
from bench.analysis.student import quantile
from bench.paths import ROOT
from bench.results import Warmup

MEASUREMENTS = ROOT / "docs" / "measurements"
WARMED = ("create-property-both", "create-property-tuned", "create-property-set-by-hand")
SIMULATED = 4000
SAMPLES = 10
LONGEST = 12
"""Warm-up steps that a longer look-back may hold: 30 s."""
GIVEN_UP = 100.0
"""Seconds after which a simulated warm-up ends in any case."""
Series = Sequence[float]


def main() -> None:
    kept = json.loads((MEASUREMENTS / "drift-within-windows" / "throughput.json").read_text())
    windows: list[list[float]] = [one["throughput"] for one in kept]
    noise = [residuals(values) for values in windows]
    show("bound | shown within | not shown | more by estimate | old rule passes", bounds(windows))
    show("lag | correlation of real samples | of independent ones | of such with 0.2 at lag 1", correlations(noise))
    show("true drift | noise | shown within 10 % | not shown | SUSPECT", outcomes(noise))
    show("change points | found", found(kept, noise))
    warmups = [(path, warmup_of(path)) for name in WARMED for path in sorted((MEASUREMENTS / name / "runs").glob("*"))]
    show(
        "bound at the warm-up's end | shown within 10 s | seconds more, mean | median", longer([w for _, w in warmups])
    )
    drifts = {(one["result"], one["run"]): drift.trend(one["throughput"]) for one in kept}
    pairs = [
        (drift.trend([step.throughput for step in warmup.steps[-steadiness.LOOK_BACK :]]), drifts[key])
        for path, warmup in warmups
        if (key := (path.parts[-3], path.stem)) in drifts
    ]
    print("\nChange at the warm-up's end and in the window: correlation")
    ended, drifted = [one for one, _ in pairs], [other for _, other in pairs]
    print(f"{statistics.correlation(ended, drifted):+.2f} in {len(pairs)} runs.")
    show("windows of create-property-both | number | goodput over its row's mean | scatter", by_outcome(kept))
    of_both = [change for (result, _), change in drifts.items() if result == WARMED[0]]
    error = statistics.stdev(of_both) / math.sqrt(len(of_both))
    print(f"\nTheir mean drift: {statistics.fmean(of_both):+.1%}, standard error {error:.1%}.")
    again = sum(bool((one := drift.of(values[2:8])) and drift.beyond(one, 0.1)) for values in windows)
    print(f"Windows that change by more than 10 % between second 4 and 16: {again} of {len(windows)}.")


def bounds(windows: Iterable[Series]) -> Iterable[Sequence[object]]:
    """How the real windows are called, by the bound."""
    drifts = [one for one in map(drift.of, windows) if one]
    for bound in (0.05, 0.075, 0.1, 0.125, 0.15):
        within = sum(drift.within(one, bound) for one in drifts)
        more = sum(abs(one.change) > bound for one in drifts)
        yield f"{bound:.1%}", within, len(drifts) - within - more, more, len(drifts) - more


def correlations(noise: Sequence[Series]) -> Iterable[Sequence[object]]:
    """Those of what the line leaves, which are negative where samples are independent, as so few are left."""
    dice = random.Random(1)
    for lag in (1, 2, 3):
        real = statistics.fmean(correlation(one, lag) for one in noise)
        error = statistics.stdev([correlation(one, lag) for one in noise]) / math.sqrt(len(noise))
        simulated = [
            statistics.fmean(correlation(residuals(regressive(dice, rho)), lag) for _ in range(SIMULATED))
            for rho in (0.0, 0.2)
        ]
        yield lag, f"{real:+.2f} ± {1.96 * error:.2f}", *(f"{one:+.2f}" for one in simulated)


def outcomes(noise: Sequence[Series]) -> Iterable[Sequence[object]]:
    """How windows of a known drift are called."""
    kinds: dict[str, Callable[[random.Random], Series]] = {
        "as in real windows": lambda dice: drawn(dice, noise),
        "3 %, independent": lambda dice: [value - 1 for value in regressive(dice, 0.0)],
        "3 %, correlated by 0.2": lambda dice: [value - 1 for value in regressive(dice, 0.2)],
    }
    for kind, draw in kinds.items():
        for change in (0.0, 0.05, 0.1, 0.15, 0.2):
            dice, within, more = random.Random(1), 0, 0
            for _ in range(SIMULATED):
                one = drift.of([1 + change * (i / 9 - 0.5) + off for i, off in enumerate(draw(dice))])
                within += one is not None and drift.within(one, 0.1)
                more += one is not None and abs(one.change) > 0.1
            rest = SIMULATED - within - more
            yield f"{change:.0%}", kind, *(f"{count / SIMULATED:.1%}" for count in (within, rest, more))


def found(kept: Sequence[dict[str, list[float]]], noise: Sequence[Series]) -> Iterable[Sequence[object]]:
    """In real windows, in flat ones by chance, and where there is a step or a dip."""
    real = [one for one in kept if change_point.find(one["throughput"], one["ends"])]
    yield f"in {len(kept)} real windows", len(real)
    dice = random.Random(1)
    yield "flat, independent normal samples", rate([regressive(dice, 0.0) for _ in range(SIMULATED)])
    yield "flat, as real samples scatter", rate([[1 + off for off in drawn(dice, noise)] for _ in range(SIMULATED)])
    for name, begin, end, change in (
        ("a step of 8 % in the middle", 0, 5, 0.08), ("a step of 10 % at second 4", 0, 2, 0.1),
        ("20 % less for 2 s", 5, 6, -0.2), ("20 % less for 4 s", 4, 6, -0.2),
    ):  # fmt: skip
        stepped = [
            [(1 + off) * (1 + change * (begin <= i < end)) for i, off in enumerate(drawn(dice, noise))]
            for _ in range(SIMULATED)
        ]
        yield name, rate(stepped)


def by_outcome(kept: Sequence[dict[str, list[float]]]) -> Iterable[Sequence[object]]:
    """Whether windows that are not shown to be steady have another goodput than those that are."""
    steady = {
        str(one["run"]): drift.within(found, 0.1)
        for one in kept
        if str(one["result"]) == WARMED[0] and (found := drift.of(one["throughput"]))
    }
    rows: dict[str, dict[str, float]] = {}
    for name in steady:
        run = json.loads((MEASUREMENTS / WARMED[0] / "runs" / f"{name}.json").read_text())
        load = run["windows"][0]["load"]
        rows.setdefault(name[3:], {})[name] = math.log(load["good"] / load["window_seconds"])
    off = {name: one - statistics.fmean(row.values()) for row in rows.values() for name, one in row.items()}
    for word, shown in (("shown to be steady", True), ("not shown", False)):
        values = [off[name] for name in steady if steady[name] is shown]
        scatter = math.sqrt(statistics.fmean(value * value for value in values))
        yield word, len(values), f"{statistics.fmean(values):+.1%}", f"{scatter:.1%}"


def rate(windows: Sequence[Series]) -> str:
    ends = [2.0 * (index + 1) for index in range(SAMPLES)]
    return f"{sum(change_point.find(values, ends) is not None for values in windows) / len(windows):.1%}"


def longer(warmups: Sequence[Warmup]) -> Iterable[Sequence[object]]:
    """How much longer the first phase would take until its change is shown to lie within a bound. What was recorded
    ends where the phase did, so that its further steps are simulated: flat, with the scatter of its last four."""
    for bound in (0.1, 0.15, 0.2, 0.25):
        dice = random.Random(1)
        waits = [wait(warmup, bound, dice) for warmup in warmups for _ in range(3)]
        at_once = sum(seconds == 0 for seconds in waits) / len(waits)
        yield f"{bound:.0%}", f"{at_once:.0%}", f"{statistics.fmean(waits):.0f}", f"{statistics.median(waits):.0f}"


def wait(warmup: Warmup, bound: float, dice: random.Random) -> float:
    """Seconds, the throughput's and the cost's steps being tested over the last 4, 5, ... steps."""
    rates = [step.throughput for step in warmup.steps]
    costs = [step.cpu_us or 0.0 for step in warmup.steps]
    scatter = [statistics.stdev(residuals(values[-4:])) for values in (rates, costs)]
    means = [statistics.fmean(values[-4:]) for values in (rates, costs)]
    seconds = 0.0
    while seconds < GIVEN_UP and not any(
        lies_within(rates[-count:], bound) and lies_within(costs[-count:], bound)
        for count in range(steadiness.LOOK_BACK, min(LONGEST, len(rates)) + 1)
    ):
        seconds += 2.5
        off = dice.gauss(0, 1)  # throughput is high where the cost is low
        rates.append(means[0] * (1 + scatter[0] * off))
        costs.append(means[1] * (1 + scatter[1] * (0.6 * dice.gauss(0, 1) - 0.8 * off)))
    return seconds


def lies_within(values: Series, bound: float) -> bool:
    reach = quantile(len(values) - 2, drift.TWO_SIDED) * drift.trend_error(values)
    return abs(drift.trend(values)) + reach <= bound


def residuals(values: Series) -> list[float]:
    """What the least-squares line leaves, as shares of the mean, widened by the degrees that the line took."""
    line, mean = statistics.linear_regression(range(len(values)), values), statistics.fmean(values)
    wider = math.sqrt(len(values) / (len(values) - 2)) / mean
    return [(value - line.intercept - line.slope * index) * wider for index, value in enumerate(values)]


def correlation(noise: Series, lag: int) -> float:
    return sum(one * other for one, other in zip(noise, noise[lag:], strict=False)) / sum(one * one for one in noise)


def drawn(dice: random.Random, noise: Sequence[Series], block: int = 3) -> list[float]:
    """The noise of one window: circular blocks of three samples of a real one."""
    real, off = dice.choice(noise), list[float]()
    while len(off) < SAMPLES:
        start = dice.randrange(len(real))
        off += [real[(start + index) % len(real)] for index in range(block)]
    return off[:SAMPLES]


def regressive(dice: random.Random, rho: float, scatter: float = 0.03) -> list[float]:
    """Samples around 1, each correlated with the one before it."""
    off, values = dice.gauss(0, scatter), list[float]()
    for _ in range(SAMPLES):
        values.append(1 + off)
        off = rho * off + dice.gauss(0, scatter * math.sqrt(1 - rho**2))
    return values


def warmup_of(path: Path) -> Warmup:
    return Warmup.model_validate(json.loads(path.read_text())["warmup"])


def show(headings: str, rows: Iterable[Sequence[object]]) -> None:
    """A table in Markdown."""
    print(f"\n| {headings} |\n|{'---|' * (headings.count('|') + 1)}")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main()
