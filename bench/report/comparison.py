"""Two experiments side by side: whether they may be compared, the ratio of B to A, and what may be said of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bench.analysis import compatibility, estimates, holm
from bench.analysis.estimates import Difference, Estimate, find
from bench.analysis.paired import Value, figure, of_one_kind, work_ms
from bench.errors import ThreadmillError
from bench.report import environment, equal_rates, table, tail, words
from bench.report.conclusion import Finding, answers, each, undecided
from bench.report.data import ReportData, behind, noise
from bench.report.equal_rates import Compared
from bench.report.grid import Grid
from bench.report.rows import Row, grouped
from bench.results import Experiment

PLAN = {
    "scenario": "scenario", "model": "load model", "levels": "load levels", "objective": "objective",
    "duration": "window (s)", "settle": "settling time (s)", "options": "options", "observers": "observers",
    "ladder": "equal rates", "reset": "database reset before each window", "rows": "rows of agents",
}  # fmt: skip
CAPS = ("cpus", "memory", "cores")
HEADINGS = (
    "level", "variant", "goodput/s A", "goodput/s B", "ratio B/A", "p95 ms A", "p95 ms B", "p95 ratio B/A",
    "verdict A", "verdict B",
)  # fmt: skip
P95 = table.latency("p95")
SHOWN = (Difference.MORE, Difference.LESS)


@dataclass(frozen=True)
class Pair:
    """The same variant at the same level in both; ratios are B over A. `noise` is the goodput's (estimates.find), of
    whose value `by` tells; `pilots` are the last blocks of the pilots that have decided how many runs A and B have; 0
    without one."""

    a: Row
    b: Row
    noise: float
    by: Compared
    pilots: tuple[int, int] = (0, 0)

    def ratio(self, value: Value) -> Estimate | None:
        """Of the runs' values; a restart is the unit, and runs of different experiments are not paired. None where one
        is a lower bound, and of latencies that do not count from the same moment."""
        if value is figure and (self.a.at_least or self.b.at_least):
            return None
        if value is not self.by.value and self.counted_apart:
            return None
        return self._welch(value)

    @property
    def speed_adjusted(self) -> Estimate | None:
        """The figure's ratio, were the host's cores always equally fast; None where that is not known of each run."""
        value = self.by.at_equal_speed
        known = all(value(window) is not None for row in (self.a, self.b) for window in row.windows.values())
        return self._welch(value) if known else None

    def _welch(self, value: Value) -> Estimate | None:
        first_a, first_b = (
            sum(block <= pilot for block in row.windows) if pilot else None
            for row, pilot in zip((self.a, self.b), self.pilots, strict=True)
        )
        return estimates.welch_ratio(self.b.values(value), self.a.values(value), (first_b, first_a))

    def difference(self, value: Value) -> Difference:
        """What that ratio by itself allows to be said. A difference of the figure that the cores' own speed explains is
        none: a session's runs share a moment of the host, and no interval over them holds what another would give."""
        if value is figure and (self.a.at_least or self.b.at_least):
            return Difference.AT_LEAST
        invalid = "INVALID" in (self.a.verdict, self.b.verdict)
        if value is not self.by.value:
            return find(self.ratio(value), invalid)
        found = find(self.ratio(value), invalid, self.noise)
        return Difference.NOT_SHOWN if found in SHOWN and self.explained_by_speed(found) else found

    def explained_by_speed(self, found: Difference) -> bool:
        """Whether this difference is gone at an equal speed of the cores."""
        return self.speed_adjusted is not None and find(self.speed_adjusted, invalid=False) is not found

    @property
    def cores(self) -> str:
        """A sentence where the cores of B were not as fast as those of A; empty where they were, or nobody knows."""
        speed = estimates.welch_ratio(self.a.values(work_ms), self.b.values(work_ms))
        if self.speed_adjusted is None or speed is None or abs(speed.value - 1) <= table.SPEED:
            return ""
        return (
            f"{self.a.variant} at {self.a.level}: the host's cores were {table.speed(speed.value)} in B; the "
            f"{table.ADJUSTED} B/A is {words.ratio(self.speed_adjusted)}"
        )

    @property
    def counted_apart(self) -> str:
        """What is said where their latencies do not count from the same moment; empty where they do."""
        here, there = tail.counted_from(self.a), tail.counted_from(self.b)
        if here == there:
            return ""
        return (
            f"{self.a.variant} at {self.a.level}: latency counts from {here} in A and from {there} in B, so "
            "there is no ratio of p95"
        )

    def cells(self, value: Value, form: str, difference: Difference) -> tuple[str, str, str]:
        """The value in A and in B, and its ratio with what may be said of it."""
        a, b = (table.mean(value, form)(row) for row in (self.a, self.b))
        return a, b, table.ratio(self.ratio(value), difference)


@dataclass(frozen=True)
class Comparison:
    """`obstacles` would make it wrong; there are none unless it was asked for anyway."""

    a: ReportData
    b: ReportData
    obstacles: list[str]
    remarks: list[str]
    pairs: list[Pair]

    def difference(self, pair: Pair, value: Value) -> Difference:
        """What may be said of a pair's ratio among all those of the table, by Holm's rule."""
        return self._judged[id(pair), value]

    @cached_property
    def _judged(self) -> dict[tuple[int, Value], Difference]:
        every = [(pair, value) for pair in self.pairs for value in (pair.by.value, P95)]
        return holm.among({(id(pair), value): (pair.difference(value), pair.ratio(value)) for pair, value in every})

    @property
    def answer(self) -> str:
        """What may be said of goodput, or at equal rates of cost, variant by variant."""
        by_variant = grouped(
            (pair.a.variant, Finding(pair.a.level, self.difference(pair, pair.by.value), pair.ratio(pair.by.value)))
            for pair in self.pairs
        )
        warning = "These experiments are not alike, so a difference may come from that. " if self.obstacles else ""
        if undecided(by_variant):
            then = "repeat with RUNS=3" if Difference.ONE_RUN in answers(by_variant) else "read the verdicts first"
            return f"{warning}No ratio has an interval that may be used, so no difference is shown; {then}."
        return f"{warning}{self.pairs[0].by.name} of B compared with A: {each(by_variant)}."

    @property
    def grid(self) -> Grid:
        """A row for each variant and level of both."""
        of_a, of_b = (behind(rows) for rows in zip(*((pair.a, pair.b) for pair in self.pairs), strict=True))
        cells = tuple(
            (
                pair.a.level, pair.a.variant, *pair.cells(pair.by.value, ",.0f", self.difference(pair, pair.by.value)),
                *pair.cells(P95, ",.1f", self.difference(pair, P95)), pair.a.verdict_share, pair.b.verdict_share,
            )
            for pair in self.pairs
        )  # fmt: skip
        title = f"{self.a.plan.scenario}: A ({of_a}) and B ({of_b})"
        headings = tuple(name.replace("goodput/s", self.pairs[0].by.heading) for name in HEADINGS)
        return Grid(title, headings, cells, frozenset({"variant", "verdict A", "verdict B"}))


def _numbered(rows: Sequence[Row]) -> list[tuple[tuple[str, str, int], Row]]:
    """Each row by its level, its variant and which of their windows it is, from 0: a level may be measured twice."""
    windows = grouped(((row.level, row.variant), row) for row in rows)
    return [((*place, number), row) for place, some in windows.items() for number, row in enumerate(some)]


def compare(a: ReportData, b: ReportData, anyway: bool) -> Comparison:
    """Side by side; a ThreadmillError names what forbids it unless `anyway`, and if nothing is in both."""
    against = obstacles(a.experiment, b.experiment)
    if against and not anyway:
        raise ThreadmillError(
            f"A and B must not be compared, they are not alike ({'; '.join(against)}); ANYWAY=1 does it nevertheless"
        )
    by = equal_rates.compared_by(a.plan)
    floor = 0.0 if a.plan.ladder else max(noise(a.experiment) or 0, noise(b.experiment) or 0)
    others = dict(_numbered(b.rows))
    pilots = (a.plan.pilot, b.plan.pilot)
    pairs = [
        Pair(*_alike(row, other), floor, by, pilots) for place, row in _numbered(a.rows) if (other := others.get(place))
    ]
    if not pairs:
        raise ThreadmillError("A and B have no variant at the same load level in common; choose other results")
    javas = ("app", environment.java(a.runs), environment.java(b.runs))
    apart = [said for pair in pairs for said in (pair.counted_apart, pair.cores) if said]
    return Comparison(a, b, against, [*remarks(a.experiment, b.experiment), *_worded([javas]), *apart], pairs)


def _alike(a: Row, b: Row) -> tuple[Row, Row]:
    """Both with figures of one kind, since no block of one belongs to one of the other."""
    windows = iter(of_one_kind([*a.windows.values(), *b.windows.values()]))
    here, there = ({block: next(windows) for block in row.windows} for row in (a, b))
    return replace(a, windows=here), replace(b, windows=there)


def obstacles(a: Experiment, b: Experiment) -> list[str]:
    """What makes a comparison of their figures wrong; empty if nothing does. Observers may come and go."""
    plans = [(word, getattr(a.plan, name), getattr(b.plan, name)) for name, word in PLAN.items()]
    here, there = a.environment.caps, b.environment.caps
    capped = [
        (f"{machine}'s {cap}", here.get(machine, {}).get(cap), there.get(machine, {}).get(cap))
        for machine in ("app", *a.plan.needs, "load")
        for cap in CAPS
    ]
    settings = [  # the caps in .env are known better from what came of them
        one
        for one in compatibility.figures(a.environment, b.environment)
        if not one.what.endswith(tuple(f"_{cap.upper()}" for cap in CAPS))
    ]
    differing = [one for one in (*capped, *settings) if one[1] != one[2]]
    named = compatibility.plan(a.environment, b.environment) if differing else []
    profiled = [
        f"{side} is a profile, whose figures hold the recorder's cost"
        for side, one in (("A", a), ("B", b))
        if one.plan.profiled
    ]
    return [*profiled, *_worded([*plans, *compatibility.hardware(a.environment, b.environment), *named, *differing])]


def remarks(a: Experiment, b: Experiment) -> list[str]:
    """What else differs, which may be just what is to be compared; of configurations what they set."""
    here, there = a.environment, b.environment
    of_a, of_b = (
        [" ".join([one.variant, one.name, *([_word(one.settings)] if one.settings else [])]) for one in plan.configured]
        for plan in (a.plan, b.plan)
    )
    configured = ("configurations", of_a, of_b)
    return _worded([configured, *compatibility.code(here, there), *compatibility.software(here, there)])


def _worded(differences: Sequence[tuple[str, object, object]]) -> list[str]:
    return [f"{what}: {_word(one)} in A, {_word(other)} in B" for what, one, other in differences if one != other]


def _word(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={inner}" for name, inner in value.items()) or "none"
    if isinstance(value, list):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
