"""What a report is made of: the result files of one experiment, gathered as rows of one variant at one level."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bench.report import equal_rates, words
from bench.report.charts.style import Style, styles
from bench.report.profiled import NOTHING, Profiled
from bench.report.rows import Row, labels, rows, shown
from bench.results import Experiment, Plan, Run, Samples, Store


@dataclass(frozen=True)
class ReportData:
    """All that a report is made of. `samples` of every window, by label, block and index of the level; a report
    without charts over time needs none. `profiled` are the rows of profiled runs, which are no windows."""

    name: str
    experiment: Experiment
    runs: list[Run]
    samples: dict[tuple[str, int, int], Samples] = field(default_factory=dict)
    profiled: Profiled = NOTHING

    @classmethod
    def of(cls, experiment: Experiment, runs: Sequence[Run]) -> "ReportData":
        """What tables need, without a folder: as on the screen, while runs come in."""
        return cls("", experiment, list(runs))

    @classmethod
    def read(cls, store: Store) -> "ReportData":
        """Everything from the files."""
        runs = store.runs()
        windows = [(run, index) for run in runs for index in range(len(run.windows))]
        samples = {(run.label, run.block, index): store.samples(run, index) for run, index in windows}
        return cls(store.folder.name, store.experiment(), runs, samples, Profiled.read(store))

    @property
    def plan(self) -> Plan:
        """What was to be done."""
        return self.experiment.plan

    @property
    def indexes(self) -> range:
        """The indexes of the levels in the plan."""
        return range(len(self.plan.levels))

    @cached_property
    def styles(self) -> dict[str, Style]:
        """Of every label that has a run."""
        return styles(labels(self.runs))

    @cached_property
    def levels(self) -> list[list[Row]]:
        """The rows of each level, judged among those of all levels, since one answer tells them all."""
        every = [
            (words.level(self.plan, at), rows(self.runs, at, noise(self.experiment), self.plan.pilot))
            for at in self.indexes
        ]
        return shown([[replace(row, level=level) for row in here] for level, here in every])

    @cached_property
    def compared(self) -> list[list[Row]]:
        """The same, each with the ratio that its table shows: at equal rates that of what a request costs."""
        return equal_rates.by_cost(self.levels) if self.plan.ladder else self.levels

    @property
    def rows(self) -> list[Row]:
        """The rows of all levels."""
        return [row for rows in self.levels for row in rows]


def behind(rows: Sequence[Row]) -> str:
    """How many runs stand behind each figure of these rows, in words."""
    return words.runs([len(row.windows) for row in rows])


def noise(experiment: Experiment) -> float | None:
    """The host's noise floor, where it has been calibrated."""
    return experiment.calibration.noise if experiment.calibration else None
