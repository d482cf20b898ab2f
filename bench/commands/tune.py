"""`make tune`: the best tunables of each variant for a kind of load, with the same budget for every variant."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.analysis import tuning
from bench.analysis.estimates import Estimate
from bench.analysis.tuning import Outcome
from bench.commands.search import Search, budget
from bench.console import Attempts, clock, console
from bench.errors import UsageError
from bench.paths import ROOT
from bench.report import table
from bench.report import tuning as report
from bench.report.live import Live
from bench.results import STOCK, Experiment, Factor, Plan
from bench.results.record import write
from bench.results.tuning import TuningStore
from bench.runner import experiment_runner, resumption
from bench.spec import configuration, request, schedule
from bench.spec.configuration import Searched, TunedFile
from bench.spec.experiment import ExperimentSpec
from bench.spec.variants import VARIANTS
from bench.testbed.machines import Machines

RUNS = 5
"""Paired blocks of the confirmation."""


@dataclass(frozen=True)
class Request:
    """The plans of the variants, stock, and the variables that ask for them; `folder` is that of a search to resume."""

    plans: dict[str, Plan]
    given: dict[str, str]
    runs: int
    folder: str = ""

    @property
    def scenario(self) -> str:
        """Its name."""
        return next(iter(self.plans.values())).scenario

    def store(self) -> TuningStore:
        """The old folder, or a new one."""
        if self.folder:
            return TuningStore.open(self.folder)
        return TuningStore.create(self.scenario, list(self.plans), self.runs, self.given)


def requested(given: Mapping[str, str]) -> Request:
    """What the variables ask for; a UsageError says what is wrong with them."""
    if name := given.get("RESUME", ""):
        resumption.alone(f"the search {name}", given, request.KNOWN)
        asked = TuningStore.open(name).asked
        return _request(request.experiment(asked.given), asked.runs, asked.variants, name)
    if given.get("CONFIGURATION") or given.get("EXPERIMENT"):
        raise UsageError("`make tune` tries configurations of its own: leave out CONFIGURATION and EXPERIMENT")
    spec = request.experiment({"OBSERVERS": "off", **given, "CONFIGURATION": STOCK})
    runs, names = spec.named.get("runs", RUNS), spec.plan.blocks[0]
    return _request(spec.changed(runs=None), runs, [name for name in VARIANTS if name in names] or sorted(names))


def _request(spec: ExperimentSpec, runs: int, variants: Sequence[str], folder: str = "") -> Request:
    plans = {}
    for variant in variants:
        found = configuration.candidates(variant).candidates
        if len(found) != tuning.CANDIDATES:
            raise UsageError(
                f"configurations/{variant}/candidates.yaml holds {len(found)} candidates, not {tuning.CANDIDATES}: "
                "every variant gets the same number of runs"
            )
        plans[variant] = spec.changed(variants=[variant], configuration=STOCK).plan
    plan = next(iter(plans.values()))
    if len(plan.levels) > 1:
        raise UsageError("`make tune` searches at one load level; give one in VUS or RATE")
    if not plan.kind:
        raise UsageError(
            f"{plan.scenario}'s header names no '// kind:' of load, so no configuration could belong to it"
        )
    if runs < 2:
        raise UsageError("RUNS=1 gives no interval; `make tune` confirms in 2 paired blocks at least")
    return Request(plans, spec.variables, runs, folder)


def price(request: Request) -> str:
    """What the search takes, before it starts."""
    plan = next(iter(request.plans.values()))
    each = budget(request.runs)
    seconds = each * len(request.plans) * schedule.run_seconds(plan)
    return (
        f"the search takes {each} runs at most for each of {len(request.plans)} variants (stock and "
        f"{tuning.CANDIDATES} candidates once, 4 combinations, {request.runs} blocks of up to {1 + tuning.COMBINED}): "
        f"about {clock(seconds / 60)} h in all"
    )


def conduct(machines: Machines, request: Request, anyway: bool = False) -> TuningStore:
    """Search every variant, write its tuned file and print the table; a variant that fails is told at the end."""
    store = request.store()
    console.print(price(request))
    outcomes: dict[str, Outcome] = {}
    attempts = Attempts()
    try:
        with experiment_runner.staged(machines, observers=next(iter(request.plans.values())).observers, listen=Live()):
            for variant, plan in request.plans.items():
                search = Search(store, variant, plan, anyway)
                with attempts.of(variant, "could not be searched"):
                    outcomes[variant] = search.carry_out(machines, console.print)
                if variant in outcomes:
                    _keep(search, outcomes[variant])
    except BaseException:
        console.print(f"to go on with it: make tune RESUME={store.folder.name}")
        raise
    _tell(store, outcomes)
    attempts.conclude(f"make tune RESUME={store.folder.name} goes on")
    return store


def _tell(store: TuningStore, outcomes: Mapping[str, Outcome]) -> None:
    grid, notes = report.grid(store.asked.scenario, outcomes), report.notes(outcomes)
    table.print_grid(grid, console, notes)
    console.print(f"report: {store.write_report(report.markdown(grid, notes))}")


def _keep(search: Search, found: Outcome) -> None:
    """Write the tuned file: also where stock is the best, so that the load counts as searched."""
    path = configuration.tuned_path(search.variant, search.plan.kind)
    write(path, configuration.render(_tuned_file(search, found)))
    shown = os.path.relpath(path, ROOT) if path.is_relative_to(ROOT) else str(path)
    console.print(f"{search.variant}: {report.conclusion(found)}; written to {shown}")


def _tuned_file(search: Search, found: Outcome) -> TunedFile:
    where = search.experiment()
    results = search.store.folder.name
    entries = [
        step.entry.model_copy(update={"source": f"{step.entry.source}; {results}", "factor": _factor(step.factor)})
        for step in found.kept
    ]
    best = tuning.name(tuple(step.entry for step in found.kept))
    return TunedFile(
        kind=search.plan.kind,
        app=configuration.limits(search.store.asked.given),
        searched=_searched(where, search, results),
        over_stock=_factor(found.over_stock),
        stock=search.attested(STOCK),
        tuned=search.attested(best),
        settings=entries,
    )


def _searched(where: Experiment, search: Search, results: str) -> Searched:
    here, plan = where.environment, search.plan
    unit = "users" if plan.model == "closed" else "requests/s"
    return Searched(
        host=f"{here.host_cpu}, {here.host_cores} cores", scenario=plan.scenario, load=f"{plan.levels[0]} {unit}",
        day=f"{here.started:%Y-%m-%d}", commit=here.commit[:10], results=results,
    )  # fmt: skip


def _factor(found: Estimate | None) -> Factor | None:
    if found is None or found.low is None or found.high is None:
        return None
    return Factor(value=round(found.value, 4), low=round(found.low, 4), high=round(found.high, 4), blocks=found.runs)
