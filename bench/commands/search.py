"""The search of one variant: its three stages as ordinary experiments, each planned from what the one before found."""

from collections.abc import Callable, Sequence

from bench.analysis import tuning
from bench.analysis.tuning import Configured, Outcome
from bench.errors import ThreadmillError
from bench.report import live
from bench.report.live import Live
from bench.results import Configuration, Experiment, Plan, Run
from bench.results.tuning import TuningStore
from bench.runner import experiment_runner
from bench.spec import configuration, schedule
from bench.spec.configuration import Entry
from bench.testbed.machines import Machines

SCREENING, COMBINATION, CONFIRMATION = "screening", "combination", "confirmation"


class Search:
    """One variant's search in the folder of `store`. `plan` is its stock experiment, one variant at one level."""

    def __init__(self, store: TuningStore, variant: str, plan: Plan, anyway: bool = False) -> None:
        self.store = store
        self.variant = variant
        self.plan = plan
        self.anyway = anyway
        self.candidates = configuration.candidates(variant).candidates

    def carry_out(self, machines: Machines, say: Callable[[str], None]) -> Outcome:
        """Do what is left of the three stages. A ThreadmillError if stock itself does not run."""
        say(f"{self.variant}: screening {len(self.candidates)} candidates beside stock, in one block")
        stock: list[Configured] = [()]
        single: list[Configured] = [(entry,) for entry in self.candidates]
        found = tuning.screened(self._stage(machines, SCREENING, [*stock, *single], 1), self.candidates)
        combined = tuning.combinations(tuning.finalists(found))
        say(f"{self.variant}: combining {', '.join(map(tuning.name, combined)) or 'nothing: no candidate could run'}")
        runs = self._stage(machines, COMBINATION, combined, 1) if combined else []
        proposed = tuning.path(found, runs)
        if not proposed:
            say(f"{self.variant}: no candidate looked better than stock by {tuning.HELPS - 1:.0%}; stock is kept")
            return tuning.outcome(found, [], [])
        nested = tuning.nested(proposed)
        say(f"{self.variant}: confirming {tuning.name(nested[-1])} against stock in {self.store.asked.runs} new blocks")
        return tuning.outcome(found, proposed, self._stage(machines, CONFIRMATION, nested, self.store.asked.runs))

    def experiment(self) -> Experiment:
        """The screening's experiment, which says where the search was done."""
        stage = self.store.stage(self.variant, SCREENING)
        if stage is None:
            raise ThreadmillError(f"{self.store.folder} holds no screening of {self.variant}: search anew")
        return stage.experiment()

    def attested(self, configured: str) -> dict[str, bool | int | str | None]:
        """The tunables that a configuration attested, in whichever stage ran it."""
        for stage in (CONFIRMATION, COMBINATION, SCREENING):
            for run in self._runs(stage):
                if run.configuration == configured and run.windows:
                    return dict(run.windows[0].attestation.app.get("tunables") or {})
        return {}

    def _runs(self, stage: str) -> list[Run]:
        found = self.store.stage(self.variant, stage)
        return found.runs() if found else []

    def _stage(self, machines: Machines, stage: str, configured: Sequence[Configured], blocks: int) -> list[Run]:
        """The stage's runs, after doing those that are not done yet."""
        number = (SCREENING, COMBINATION, CONFIRMATION).index(stage)
        plan = schedule.trial(self.plan, list(map(self._configuration, configured)), blocks, self.plan.seed + number)
        found, folder = self.store.stage(self.variant, stage), self.store.stage_folder(self.variant, stage)
        given = dict(self.store.asked.given)
        done = experiment_runner.conduct_rest(machines, found, plan, given, Live(live.nothing), folder, self.anyway)
        return done.runs()

    def _configuration(self, entries: Sequence[Entry]) -> Configuration:
        stock = configuration.values(configuration.stock(self.variant).settings)
        name = tuning.name(tuple(entries))
        return Configuration(variant=self.variant, name=name, settings={**stock, **configuration.values(list(entries))})


def budget(runs: int) -> int:
    """The most runs that the search of one variant takes."""
    stock = 1
    combined = 4
    return stock + tuning.CANDIDATES + combined + runs * (stock + tuning.COMBINED)
