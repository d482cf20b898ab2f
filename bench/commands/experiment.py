"""`make bench`: an experiment, its cells, or the rest of what was interrupted."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bench.commands import profile, sweep
from bench.console import console
from bench.errors import UsageError
from bench.paths import ROOT
from bench.report.live import Live
from bench.results import Plan, Store
from bench.results.collection import SweepStore
from bench.runner import experiment_runner, resumption, walltime
from bench.spec import request, settings
from bench.spec import variables as var
from bench.spec.experiment import ExperimentSpec
from bench.testbed import stack
from bench.testbed.machines import Machines


def asked(given: Mapping[str, str]) -> Callable[[], object]:
    """How to do what `make bench` is asked for; a UsageError says why that cannot be."""
    name = given.get(var.RESUME.name, "")
    profiled = var.PROFILE.name in given
    if name and profiled:
        raise UsageError("RESUME goes on with measured runs: leave out PROFILE, then `make profile` for itself")
    if begun := SweepStore.find(name):
        resumption.alone(f"the plan of {begun.folder.name}", given)
        return partial(_sweep, given, sweep.recorded(begun), lambda: begun)
    if name:
        return partial(_resume, given, resumption.opened(name, given))
    wanted = request.read(given)
    if specs := sweep.cells(wanted):
        if profiled:
            raise UsageError("an experiment with cells has no one load to record: leave out PROFILE")
        list(map(_affordable, specs.values()))
        return partial(_sweep, given, specs, lambda: sweep.create(wanted, specs))
    spec = _affordable(wanted.spec())
    return partial(_begin, spec, wanted.overrides, profile.beside(spec) if profiled else None)


def _affordable(spec: ExperimentSpec) -> ExperimentSpec:
    """The same; a UsageError if the minutes that it may take are too few, of a precision for the pilot alone."""
    plan, runs = spec.plan, sum(map(len, spec.plan.blocks))
    minutes = walltime.run_seconds(plan) * runs / 60
    if plan.precision and minutes > plan.max_minutes:
        raise UsageError(
            f"the pilot of {plan.pilot} blocks takes about {minutes:.0f} min for its {runs} runs, and MAX_MINUTES is "
            f"{plan.max_minutes}: allow more, or name fewer variants"
        )
    if plan.objective and plan.max_minutes and minutes > plan.max_minutes:
        raise UsageError(
            f"{runs} runs take about {minutes:.0f} min under OBJECTIVE, and MAX_MINUTES is {plan.max_minutes}: allow "
            "more, name fewer variants, or ask for fewer RUNS"
        )
    return spec


def _sweep(given: Mapping[str, str], specs: dict[str, ExperimentSpec], folder: Callable[[], SweepStore]) -> None:
    missing = prepare(*specs.values()).missing
    sweep.conduct(folder(), specs, partial(Machines, missing), anyway=var.ANYWAY.name in given)


def _resume(given: Mapping[str, str], store: Store) -> None:
    begun = store.experiment()
    settings.hand_over(resumption.caps(begun, given))
    machines = stack.prepare(dict.fromkeys(begun.plan.blocks[0]))
    tell(experiment_runner.resume(machines, store, anyway=var.ANYWAY.name in given, listen=Live()))


def _begin(spec: ExperimentSpec, overrides: Sequence[str], recorded: Plan | None) -> None:
    for line in overrides:
        console.print(line)
    settings.hand_over(spec.caps)
    machines = prepare(spec, profiled=recorded is not None)
    tell(store := experiment_runner.conduct(machines, spec.plan, spec.variables, Live()))
    if recorded:
        profile.explain(machines, recorded, spec.variables, store)


def prepare(*specs: ExperimentSpec, profiled: bool = False) -> Machines:
    """The machines for these experiments, with every image that they need."""
    return stack.prepare(dict.fromkeys(variant for one in specs for variant in one.plan.blocks[0]), profiled)


def tell(store: Store) -> None:
    """Where the results are."""
    console.print(f"results: {os.path.relpath(store.folder, ROOT)}")
