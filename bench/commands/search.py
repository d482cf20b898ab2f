"""The stages of a search as ordinary experiments: a screening for each variant, then one confirmation for all."""

from collections.abc import Mapping, Sequence

from bench.analysis import factorial, screening
from bench.analysis.factorial import Level
from bench.analysis.screening import Screened
from bench.errors import ThreadmillError
from bench.report import live
from bench.report.live import Live, Show
from bench.results import STOCK, TUNED, Configuration, Experiment, Plan, Run, Store
from bench.results.collection import TuningStore
from bench.runner import experiment_runner
from bench.spec import configuration, schedule
from bench.spec.configuration import Entry
from bench.testbed.machines import Machines

SCREENING, CONFIRMATION = "screening", "confirmation"
SCREENING_SECONDS = 10
"""Of a screening's window at most: it has to be as right as a choice of candidates needs, and no more."""


class Search:
    """A search in the folder of `store`."""

    def __init__(self, store: TuningStore, machines: Machines, anyway: bool = False) -> None:
        self.store = store
        self.machines = machines
        self.anyway = anyway

    def screen(self, variant: str, plan: Plan) -> tuple[list[Screened], list[Level]]:
        """The factor of every candidate of a variant, whose stock experiment is `plan`, and those that it chooses.

        A setting with which the app does not run may take half of the runs with it: then the others are screened anew
        without it. A ThreadmillError if stock itself does not run.
        """
        file, faults = configuration.candidates(variant, plan.kind), list[Screened]()
        factors = factorial.factors(file.candidates, file.jointly)
        while True:
            planned = factorial.design(factors)
            configured = [_configuration(variant, screening.name(one), one) for one in planned]
            stage = f"{variant}-{SCREENING}" + (f"-{len(faults)}-left-out" if faults else "")
            self._same_candidates(stage, configured)
            runs = self._stage(stage, screening_plan(plan, configured), live.nothing)
            found = screening.screened(factors, planned, runs, self.compared(variant))
            faults += [one for one in found if one.fatal]
            fatal = [one.level for one in faults]
            enough = not screening.too_few(factors, planned, fatal)
            factors = [left for factor in factors if (left := [one for one in factor if one not in fatal])]
            if not factors or enough:
                usable = [one for one in found if not one.fatal]
                return usable + faults, screening.proposal(factors, usable, self._standing(variant, plan.kind))

    def _same_candidates(self, stage: str, designed: Sequence[Configuration]) -> None:
        """Refuse to go on with a screening of other candidates: it would tell them as settings that never ran."""
        begun = self.store.part(stage)
        if begun and {one.name for one in begun.experiment().plan.configured} != {one.name for one in designed}:
            raise ThreadmillError(
                f"the candidates of {designed[0].variant} have changed since {self.store.folder.name} began: search "
                "anew, without RESUME"
            )

    def _standing(self, variant: str, kind: str) -> list[Entry]:
        """Those of the candidates that an earlier search kept for the app as it is now."""
        file = configuration.tuned(variant, kind)
        if file is None or file.app.differences(configuration.limits(self.store.asked.given)):
            return []
        kept = configuration.values(file.settings)
        return [one for one in configuration.candidates(variant, kind).candidates if kept.get(one.setting) == one.value]

    def confirm(self, plan: Plan, proposals: Mapping[str, Sequence[Entry]]) -> list[Run]:
        """Stock and what is proposed, of every variant, in shared blocks; `plan` is the stock experiment of all."""
        configured = []
        for variant, proposed in proposals.items():
            configured += [_configuration(variant, STOCK, ())]
            configured += [_configuration(variant, TUNED, proposed)] if proposed else []
        trial = schedule.trial(plan, configured, self.store.asked.runs, plan.seed + 1)
        return self._stage(CONFIRMATION, trial, live.table)

    def stage(self, name: str) -> Store:
        """A stage's experiment."""
        found = self.store.part(name)
        if found is None:
            raise ThreadmillError(f"{self.store.folder} holds no {name}: search anew")
        return found

    def experiment(self, variant: str) -> Experiment:
        """The screening's experiment, which says where the search was done."""
        return self.stage(f"{variant}-{SCREENING}").experiment()

    def compared(self, variant: str) -> str:
        """What the variant's settings are compared by, in all of its stages."""
        return screening.compared(self.stage(f"{variant}-{SCREENING}").runs())

    def attested(self, variant: str, configured: str) -> dict[str, bool | int | str | None]:
        """The tunables that a configuration of the variant attested, in whichever stage ran it."""
        for name in (CONFIRMATION, f"{variant}-{SCREENING}"):
            store = self.store.part(name)
            for run in store.runs() if store else []:
                if (run.variant, run.configuration) == (variant, configured) and run.windows:
                    return dict(run.windows[0].attestation.app.get("tunables") or {})
        return {}

    def _stage(self, name: str, plan: Plan, show: Show) -> list[Run]:
        """The stage's runs, after doing those that are not done yet."""
        given = dict(self.store.asked.given)
        return experiment_runner.conduct_part(
            self.machines, self.store, name, plan, given, listen=Live(show), anyway=self.anyway
        ).runs()


def screening_plan(plan: Plan, configured: Sequence[Configuration]) -> Plan:
    """One block of shorter runs: no second phase of the warm-up, and a short window."""
    trial = schedule.trial(plan, configured, 1, plan.seed)
    return trial.model_copy(update={"duration": min(plan.duration, SCREENING_SECONDS), "second_phase": False})


def annotated(store: Store, configured: Sequence[Configuration]) -> Experiment:
    """The confirmation as the experiment in two configurations that it is, with what the search found in each."""
    known = {(one.variant, one.name): one for one in configured}

    def told(one: Configuration) -> Configuration:
        search = known[one.variant, one.name].search if (one.variant, one.name) in known else None
        return one.model_copy(update={"search": search})

    for run in store.runs():
        if run.configured is not None:
            store.rewrite_run(run.model_copy(update={"configured": told(run.configured)}))
    begun = store.experiment()
    plan = begun.plan.model_copy(update={"configured": [told(one) for one in begun.plan.configured]})
    store.write_experiment(begun.model_copy(update={"plan": plan}))
    return store.experiment()


def _configuration(variant: str, name: str, entries: Sequence[Entry]) -> Configuration:
    stock = configuration.values(configuration.stock(variant).settings)
    return Configuration(variant=variant, name=name, settings={**stock, **configuration.values(list(entries))})
