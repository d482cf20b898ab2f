"""`make profile`: where a request's CPU, memory and time go, in runs of their own; and what recording them costs."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import gcd

from bench import paths, report
from bench.console import console
from bench.errors import UsageError
from bench.report import observers, table
from bench.report.data import ReportData
from bench.report.live import Live, nothing
from bench.results import Experiment, Plan, Run, Store
from bench.results.folder import STAMP
from bench.results.profile import BESIDE
from bench.runner import experiment_runner, walltime
from bench.spec import request
from bench.spec import variables as var
from bench.spec.experiment import ExperimentSpec
from bench.spec.schedule import profiled, resized, with_and_without_profiler
from bench.testbed.machines import Machines

DEFAULTS = {"OBSERVERS": "off", "DURATION": "60"}
"""Without observers nothing of a profile gets into Prometheus, where it might be taken for a measurement. A minute at
half a core gives some 7,000 samples where the kernel's tick is 4 ms: a layer of 10 % is known to within 0.4 %."""
COST_DEFAULTS = {
    "SCENARIO": "create-property", "VARIANT": "blocking", "RUNS": "5", "CONFIGURATION": "stock", "OBSERVERS": "off",
}  # fmt: skip
COMMAND = "make profile"
TICKS = 3000
"""A multiple of the frequencies that Linux kernels tick with: 100, 250, 300 and 1,000 Hz."""


def requested(given: Mapping[str, str]) -> ExperimentSpec:
    """One window of each variant at one load level; with COST five blocks of one variant, recorded and not."""
    if given.get("OBSERVERS", "off") != "off":
        raise UsageError(
            f"`{COMMAND}` runs without observers, so that no dashboard shows a profile: leave out OBSERVERS"
        )
    if var.COST.name in given:
        found = request.in_pairs(given, COST_DEFAULTS, f"{COMMAND} COST=1")
    else:
        request.by_runs(f"`{COMMAND}`", given)
        found = request.experiment({**DEFAULTS, **given, var.EXPERIMENT.name: ""})
    if len(found.plan.levels) > 1:
        raise UsageError(f"`{COMMAND}` records one window of a run: give one load level")
    if found.plan.cold:
        raise UsageError(f"`{COMMAND}` records an app that is warm: leave out WARMUP=0")
    return found


def out_of_step(plan: Plan) -> Plan:
    """The same with each rate lowered to the next that has no divisor in common with the kernel's tick.

    A thread's samples are taken in a tick. At 500 requests/s and 250 Hz each would hit a request at the same of its
    moments: of 100 microseconds planted, 14 were found. At 499 the moments move through a request once a second.
    """
    if plan.model != "open":
        return plan
    rates = [next(lower for lower in range(rate, 0, -1) if gcd(lower, TICKS) == 1) for rate in plan.levels]
    for rate, other in zip(plan.levels, rates, strict=True):
        if rate != other:
            text = f"{rate} requests/s would keep step with the kernel's clock, by which samples are taken: {other}"
            console.print(text)
    return plan.model_copy(update={"levels": rates})


def beside(spec: ExperimentSpec) -> Plan:
    """One recorded block of a measured experiment's rows, at its load, without observers; a UsageError if that has not
    one load level."""
    measured = spec.plan
    if len(measured.levels) != 1 or measured.objective or measured.cold:
        raise UsageError(
            "PROFILE=1 records one load level of a warm app: leave out LEVELS, LADDER, OBJECTIVE, WARMUP=0"
        )
    changes = {"observers": False, "precision": None, "pilot": 0, "duration": int(DEFAULTS["DURATION"])}
    return out_of_step(resized(profiled(measured), 1).model_copy(update=changes))


def explain(machines: Machines, recorded: Plan, variables: dict[str, str], store: Store) -> None:
    """Record beside a measured experiment, in a folder inside its own, and tell its answer anew with what was found."""
    runs = sum(map(len, recorded.blocks))
    minutes = walltime.run_seconds(recorded) * runs / 60
    console.print(
        f"the measured runs are done; {runs} recorded ones, about {minutes:.0f} min, say what makes the difference"
    )
    experiment_runner.conduct(machines, recorded, variables, Live(nothing), store.folder / BESIDE)
    report.write(store)
    report.profile.show(store, console)


def plan(spec: ExperimentSpec, cost: bool = False) -> Plan:
    """Every run recorded; or every run both ways."""
    return out_of_step(with_and_without_profiler(spec.plan) if cost else profiled(spec.plan))


def conduct(machines: Machines, spec: ExperimentSpec, cost: bool = False) -> Store:
    """Record, in a folder whose name says so."""
    name = f"profile-{'cost-' if cost else ''}{spec.plan.scenario}-{datetime.now(UTC).strftime(STAMP)}"
    live = Live(show_cost) if cost else Live()
    return experiment_runner.conduct(machines, plan(spec, cost), spec.variables, live, paths.RESULTS / name)


def show_cost(begun: Experiment, runs: Sequence[Run]) -> None:
    """The table as it stands after a block."""
    table.print_grid(observers.grid(begun.plan, runs), console, table.notes(ReportData.of(begun, runs), 0))
