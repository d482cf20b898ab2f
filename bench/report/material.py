"""All that a report is made of: the result files of one experiment, and nothing else."""

from dataclasses import dataclass
from functools import cached_property

from bench.report import row, table, words
from bench.report.row import Row
from bench.report.style import Style, styles
from bench.results import Experiment, Plan, Run, Samples, Store


@dataclass(frozen=True)
class Material:
    """`samples` of every window, by label, block and place of the level."""

    name: str
    experiment: Experiment
    runs: list[Run]
    samples: dict[tuple[str, int, int], Samples]

    @classmethod
    def read(cls, store: Store) -> "Material":
        """Everything from the files."""
        runs = store.runs()
        samples = {
            (run.label, run.block, place): store.samples(run, place)
            for run in runs
            for place in range(len(run.windows))
        }
        return cls(store.folder.name, store.experiment(), runs, samples)

    @property
    def plan(self) -> Plan:
        """What was to be done."""
        return self.experiment.plan

    @property
    def places(self) -> range:
        """The places of the levels in the plan."""
        return range(len(self.plan.levels))

    @cached_property
    def styles(self) -> dict[str, Style]:
        """Of every label that has a run."""
        return styles(row.labels(self.runs))

    @cached_property
    def levels(self) -> list[list[Row]]:
        """The rows of each level."""
        return [row.rows(self.runs, place, table.noise(self.experiment)) for place in self.places]

    @property
    def behind(self) -> str:
        """How many runs stand behind each figure, in words."""
        return words.runs([len(found.windows) for rows in self.levels for found in rows])

    def marked(self, variant: str, place: int) -> str:
        """The variant's name, with INVALID where its figures at that level must not be used."""
        return next((found.marked for found in self.levels[place] if found.variant == variant), variant)
