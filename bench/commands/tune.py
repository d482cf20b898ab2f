"""`make tune`: the best tunables of each variant for a kind of load, with the same budget for every variant."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench import report
from bench.analysis import factorial, screening, tuning
from bench.analysis.factorial import Level
from bench.analysis.screening import Screened
from bench.analysis.tuning import Outcome
from bench.commands.search import CONFIRMATION, Search, annotated, screening_plan
from bench.console import attempts, clock, console
from bench.errors import UsageError
from bench.paths import ROOT
from bench.report import table
from bench.report import tuning as tuning_report
from bench.report.live import Live
from bench.results import STOCK, TUNED, Factor, Plan
from bench.results.collection import TuningRequest, TuningStore
from bench.results.record import write
from bench.runner import experiment_runner, resumption, walltime
from bench.spec import choice, configuration, request
from bench.spec.configuration import Searched, TunedFile
from bench.spec.experiment import ExperimentSpec
from bench.spec.variants import VARIANTS
from bench.testbed.machines import Machines

RUNS = 5
"""Paired blocks of the confirmation."""


@dataclass(frozen=True)
class SearchSpec:
    """The stock experiment of each variant, and of all of them together (`whole`), and the variables that ask for
    them; `runs` are the blocks of the confirmation, `folder` that of a search to resume."""

    plans: dict[str, Plan]
    whole: Plan
    given: dict[str, str]
    runs: int
    folder: str = ""

    def store(self) -> TuningStore:
        """The old folder, or a new one."""
        if self.folder:
            return TuningStore.open(self.folder)
        scenario = self.whole.scenario
        asked = TuningRequest(scenario=scenario, variants=list(self.plans), runs=self.runs, given=self.given)
        return TuningStore.begin(f"tune-{scenario}", asked)


def requested(given: Mapping[str, str]) -> SearchSpec:
    """What the variables ask for; a UsageError says what is wrong with them."""
    if name := given.get("RESUME", ""):
        resumption.alone(f"the search {name}", given, request.KNOWN)
        asked = TuningStore.open(name).asked
        return _spec(request.experiment(asked.given), asked.runs, asked.variants, name)
    request.by_runs("`make tune`", given)
    if given.get("CONFIGURATION") or given.get("EXPERIMENT"):
        raise UsageError("`make tune` tries configurations of its own: leave out CONFIGURATION and EXPERIMENT")
    spec = request.experiment({"OBSERVERS": "off", **given, "CONFIGURATION": STOCK})
    runs, names = spec.named.get("runs", RUNS), spec.plan.blocks[0]
    return _spec(spec.changed(runs=None), runs, [name for name in VARIANTS if name in names] or sorted(names))


def _spec(spec: ExperimentSpec, runs: int, variants: Sequence[str], folder: str = "") -> SearchSpec:
    def stock(chosen: Sequence[str]) -> Plan:
        return spec.changed(variants=list(chosen), configuration=STOCK).plan

    plan = stock(variants)
    if len(plan.levels) > 1:
        raise UsageError("`make tune` searches at one load level; give one in VUS or RATE")
    if plan.options.get("WAITING") in choice.MISTAKES:
        raise UsageError(
            f"WAITING={plan.options['WAITING']} is a negative control, for which nobody should tune: leave it out"
        )
    if not plan.kind:
        raise UsageError(
            f"{plan.scenario}'s header names no '// kind:' of load, so no configuration could belong to it"
        )
    for variant in variants:
        file = configuration.candidates(variant, plan.kind)
        if factorial.combinations(factorial.factors(file.candidates, file.jointly)) < factorial.RUNS:
            raise UsageError(
                f"the candidates in configurations/{variant} are too few for {factorial.RUNS} different runs: "
                "every variant gets the same number"
            )
    if runs < 2:
        raise UsageError("RUNS=1 gives no interval; `make tune` confirms in 2 paired blocks at least")
    return SearchSpec({variant: stock([variant]) for variant in variants}, plan, spec.variables, runs, folder)


def price(asked: SearchSpec) -> str:
    """What the search takes, before it starts."""
    count = len(asked.plans)
    quick = count * factorial.RUNS * walltime.run_seconds(screening_plan(asked.whole, []))
    full = count * 2 * asked.runs * walltime.run_seconds(asked.whole)
    return (
        f"the search takes {count * factorial.RUNS} short runs ({factorial.RUNS} for each of "
        f"{count} variants) and {count * 2 * asked.runs} full ones at most ({asked.runs} blocks that "
        f"confirm, each with stock and what is proposed of every variant): about {clock((quick + full) / 60)} h in all"
    )


def conduct(machines: Machines, asked: SearchSpec, anyway: bool = False) -> TuningStore:
    """Search every variant, write its tuned file and print the table; a variant that fails is told at the end."""
    store = asked.store()
    search = Search(store, machines, anyway)
    console.print(price(asked))
    screened: dict[str, tuple[list[Screened], list[Level]]] = {}
    with attempts(f"make tune RESUME={store.folder.name}") as each:
        with experiment_runner.session(machines, asked.whole.observers, Live()):
            for variant, plan in asked.plans.items():
                console.print(f"{variant}: screening")
                with each.of(variant, "could not be searched"):
                    screened[variant] = search.screen(variant, plan)
            outcomes = _confirmed(search, asked, screened)
        for variant, found in outcomes.items():
            _keep(search, variant, asked.plans[variant].kind, found)
        _tell(search, asked, outcomes)
    return store


def _confirmed(
    search: Search, asked: SearchSpec, screened: Mapping[str, tuple[list[Screened], list[Level]]]
) -> dict[str, Outcome]:
    proposals = {variant: screening.flat(chosen) for variant, (_, chosen) in screened.items()}
    for variant, proposed in proposals.items():
        console.print(f"{variant}: proposed is {screening.name(proposed)}", soft_wrap=True)
    runs = search.confirm(asked.whole, proposals) if any(proposals.values()) else []
    return {
        variant: tuning.outcome(
            found, chosen, [run for run in runs if run.variant == variant], search.compared(variant)
        )
        for variant, (found, chosen) in screened.items()
    }


def _tell(search: Search, asked: SearchSpec, outcomes: Mapping[str, Outcome]) -> None:
    """The confirmation's own table, now with what the search found, and then the search's."""
    store = search.store
    if any(found.proposed for found in outcomes.values()):
        limits, whole = configuration.limits(asked.given), asked.whole
        decided = [variant for variant, found in outcomes.items() if found.decided]  # the others have no file of it
        both = choice.choose(choice.BOTH, decided, whole.kind, limits, whole.options) if decided else []
        confirmation = search.stage(CONFIRMATION)
        report.show(annotated(confirmation, both), confirmation.runs(), console)
        console.print(f"report: {report.write(confirmation)}")
    grid, notes = tuning_report.grid(store.asked.scenario, outcomes), tuning_report.notes(outcomes, asked.whole.kind)
    notes += tuning_report.unloaded(outcomes)
    table.print_grid(grid, console, notes)
    console.print(f"report: {store.write_report('summary.md', tuning_report.markdown(grid, notes))}")


def _keep(search: Search, variant: str, kind: str, found: Outcome) -> None:
    """Write the tuned file, unless nothing was decided: also where stock is the best, so that the load counts as
    searched."""
    if not found.decided:
        console.print(f"{variant}: {tuning_report.conclusion(found)}")
        return
    path = configuration.tuned_path(variant, kind)
    write(path, configuration.render(_tuned_file(search, variant, kind, found)))
    shown = os.path.relpath(path, ROOT) if path.is_relative_to(ROOT) else str(path)
    console.print(f"{variant}: {tuning_report.conclusion(found)}; written to {shown}")


def _tuned_file(search: Search, variant: str, kind: str, found: Outcome) -> TunedFile:
    results, where = search.store.folder.name, search.experiment(variant)
    here, plan, factor = where.environment, where.plan, found.factor
    over_stock = None
    if found.kept and factor and factor.low is not None and factor.high is not None:
        value, low, high = (round(one, 4) for one in (factor.value, factor.low, factor.high))
        over_stock = Factor(value=value, low=low, high=high, blocks=factor.runs, of=found.told)
    return TunedFile(
        kind=kind,
        app=configuration.limits(search.store.asked.given),
        searched=Searched(
            host=here.host,
            scheduler=here.scheduler,
            scenario=plan.scenario,
            load=f"{plan.levels[0]} {'users' if plan.model == 'closed' else 'requests/s'}",
            day=f"{here.started:%Y-%m-%d}",
            commit=here.commit[:10],
            results=results,
            resolution=None if found.resolution is None else round(found.resolution, 4),
        ),
        over_stock=over_stock,
        stock=search.attested(variant, STOCK),
        tuned=search.attested(variant, TUNED if found.kept else STOCK),
        settings=[entry.model_copy(update={"source": f"{entry.source}; {results}"}) for entry in found.kept],
    )
