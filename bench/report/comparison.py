"""Two experiments side by side: figures, the ratio of B to A, and what may be said of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.analysis import estimates
from bench.analysis.difference import Difference, find
from bench.analysis.estimates import Estimate
from bench.errors import ThreadmillError
from bench.report import columns, likeness, table, words
from bench.report.finding import Finding, phrase
from bench.report.grid import Grid
from bench.report.material import Material
from bench.report.row import Row
from bench.results import Window

WORDS = frozenset({"variant", "verdict A", "verdict B"})


@dataclass(frozen=True)
class Pair:
    """The same variant at the same level in both; ratios are B over A."""

    level: str
    a: Row
    b: Row
    noise: float | None

    def ratio(self, value: Callable[[Window], float | None]) -> Estimate | None:
        """Of the runs' values; a restart is the unit, and runs of different experiments are not paired."""
        return estimates.welch_ratio(self.b.values(value), self.a.values(value))

    def difference(self, value: Callable[[Window], float | None]) -> Difference:
        """What that ratio allows to be said."""
        return find(self.ratio(value), "INVALID" in (self.a.verdict, self.b.verdict), self.noise)


@dataclass(frozen=True)
class Comparison:
    """`obstacles` would make it wrong; there are none unless it was asked for anyway."""

    a: Material
    b: Material
    obstacles: list[str]
    remarks: list[str]
    pairs: list[Pair]

    @property
    def answer(self) -> str:
        """What may be said of goodput, variant by variant."""
        by_variant: dict[str, list[Finding]] = {}
        for pair in self.pairs:
            finding = Finding(pair.level, pair.difference(goodput), pair.ratio(goodput))
            by_variant.setdefault(pair.a.variant, []).append(finding)
        warning = "These experiments are not alike, so a difference may come from that. " if self.obstacles else ""
        answers = {finding.difference for findings in by_variant.values() for finding in findings}
        if answers <= {Difference.ONE_RUN, Difference.UNUSABLE}:
            return f"{warning}No ratio has an interval that may be used, so no difference is shown; repeat with RUNS=3."
        said = [f"{name} gave {phrase(findings)}" for name, findings in by_variant.items()]
        return f"{warning}Goodput of B compared with A: {'; '.join(said)}."

    @property
    def _sides(self) -> list[tuple[Row, Row]]:
        return [(pair.a, pair.b) for pair in self.pairs]

    @property
    def grid(self) -> Grid:
        """A row for each variant and level of both."""
        headings = (
            "level", "variant", "goodput/s A", "goodput/s B", "ratio B/A", "p95 ms A", "p95 ms B", "p95 ratio B/A",
            "verdict A", "verdict B",
        )  # fmt: skip
        of_a, of_b = (words.runs([len(row.windows) for row in rows]) for rows in zip(*self._sides, strict=True))
        title = f"{self.a.plan.scenario}: A ({of_a}) and B ({of_b})"
        return Grid(title, headings, tuple(_cells(pair) for pair in self.pairs), WORDS)


def compare(a: Material, b: Material, anyway: bool) -> Comparison:
    """Side by side; a ThreadmillError names what forbids it unless `anyway`, and if nothing is in both."""
    obstacles = likeness.obstacles(a.experiment, b.experiment)
    if obstacles and not anyway:
        raise ThreadmillError(
            f"A and B must not be compared, they are not alike ({'; '.join(obstacles)}); ANYWAY=1 does it nevertheless"
        )
    pairs = list(_pairs(a, b))
    if not pairs:
        raise ThreadmillError("A and B have no variant at the same load level in common; choose other results")
    remarks = [*likeness.remarks(a.experiment, b.experiment), *likeness.java(a.runs, b.runs)]
    return Comparison(a, b, obstacles, remarks, pairs)


def goodput(window: Window) -> float:
    """Correct answers per second."""
    return window.goodput


def _pairs(a: Material, b: Material) -> Iterator[Pair]:
    noises = [found for one in (a, b) if (found := table.noise(one.experiment)) is not None]
    for place, rows in enumerate(a.levels):
        level = a.plan.levels[place]
        others = b.levels[b.plan.levels.index(level)] if level in b.plan.levels else []
        for row in rows:
            for other in others:
                if other.variant == row.variant:
                    yield Pair(words.level(a.plan, place), row, other, max(noises, default=None))


def _cells(pair: Pair) -> tuple[str, ...]:
    p95 = columns.latency("p95")
    return (
        pair.level, pair.a.variant,
        *(words.mean(row.mean(goodput), ",.0f") for row in (pair.a, pair.b)), _ratio(pair, goodput),
        *(words.mean(row.mean(p95), ",.1f") for row in (pair.a, pair.b)), _ratio(pair, p95),
        pair.a.verdict_share, pair.b.verdict_share,
    )  # fmt: skip


def _ratio(pair: Pair, value: Callable[[Window], float | None]) -> str:
    return columns.ratio(pair.ratio(value), pair.difference(value))
