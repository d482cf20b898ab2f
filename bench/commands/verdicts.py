"""`make calibrate VERDICTS=1`: how often a window that is disturbed by so much is called VALID, SUSPECT or INVALID."""

from collections.abc import Mapping
from dataclasses import dataclass

from bench.analysis import compatibility, verdict_rates
from bench.console import clock, console
from bench.errors import ThreadmillError, UsageError
from bench.report import table
from bench.report import verdict_rates as report
from bench.report.live import Live
from bench.results import Environment, Plan
from bench.results.collection import VerdictsRequest, VerdictsStore
from bench.runner import disturbed, experiment_runner, resumption, walltime
from bench.runner.disturbed import Due
from bench.spec import request
from bench.spec.variants import BASELINE
from bench.testbed import environment
from bench.testbed.machines import Machines

DEFAULTS = {
    "SCENARIO": "create-property", "VARIANT": BASELINE, "RUNS": "20", "CONFIGURATION": "stock", "OBSERVERS": "off",
}  # fmt: skip
"""RUNS are the windows of each disturbance. With 20, a share of none or of all is known to 16 %."""


@dataclass(frozen=True)
class DisturbedSpec:
    """The plan of a window, and the variables that ask for it; `folder` is that of a calibration to go on with."""

    plan: Plan
    given: dict[str, str]
    windows: int
    folder: str = ""

    def store(self, here: Environment) -> VerdictsStore:
        """The old folder, or a new one."""
        if self.folder:
            return VerdictsStore.open(self.folder)
        asked = VerdictsRequest(scenario=self.plan.scenario, given=self.given, environment=here)
        return VerdictsStore.begin(f"verdicts-{self.plan.scenario}", asked)


def requested(given: Mapping[str, str]) -> DisturbedSpec:
    """Twenty windows of each disturbance on blocking, unless the command line says otherwise."""
    if given.get("CEILING"):
        raise UsageError("CEILING=1 and VERDICTS=1 are two calibrations: give one of them")
    if name := given.get("RESUME", ""):
        resumption.alone(f"the calibration {name}", given, request.KNOWN)
        return _spec(VerdictsStore.open(name).asked.given, name)
    return _spec(given)


def _spec(given: Mapping[str, str], folder: str = "") -> DisturbedSpec:
    spec = request.in_pairs(given, DEFAULTS, "make calibrate VERDICTS=1")
    plan = spec.changed(runs=None).plan
    if len(plan.blocks[0]) > 1 or len(plan.levels) > 1:
        raise UsageError("`make calibrate VERDICTS=1` disturbs one variant at one load level: name one of each")
    if plan.needs != ["db"]:
        raise UsageError(f"{plan.scenario} needs no database, or more than that: take one like create-property")
    return DisturbedSpec(plan, spec.variables, spec.runs, folder)


def conduct(machines: Machines, asked: DisturbedSpec) -> VerdictsStore:
    """Measure what is left, keep each window, and print the table."""
    here = environment.describe(machines, asked.given)
    store = asked.store(here)
    if differing := compatibility.host(store.asked.environment, here):
        raise ThreadmillError(f"{store.folder.name} was begun elsewhere: {differing[0]}; begin anew, without RESUME")
    todo = list(disturbed.planned(disturbed.blocks_of(asked.windows), store.windows(), asked.plan.seed))
    console.print(f"{price(asked.plan, todo)}; results in {store.folder}")
    try:
        with (
            experiment_runner.session(machines, asked.plan.observers, Live()),
            experiment_runner.keeping_logs(machines, store.folder / "logs", Live()),
        ):
            for number, due in enumerate(todo, 1):
                console.print(f"start {number} of {len(todo)}: {len(due.disturbances)} windows")
                disturbed.conduct(machines, asked.plan, due, store.keep, console.print)
    except BaseException:
        console.print(f"to go on with it: make calibrate VERDICTS=1 RESUME={store.folder.name}")
        raise
    finally:
        show(store)
    return store


def price(plan: Plan, todo: list[Due]) -> str:
    """What is left takes, before it starts."""
    windows = sum(len(due.disturbances) for due in todo)
    starts = (plan.model_copy(update={"levels": plan.levels * len(due.disturbances)}) for due in todo)
    seconds = sum(map(walltime.run_seconds, starts))
    return f"{windows} windows on {len(todo)} starts of {plan.blocks[0][0]}: about {clock(seconds / 60)} h at most"


def show(store: VerdictsStore) -> None:
    """The table of what is kept, on the screen and as summary.md; nothing while no window is."""
    if not (rates := verdict_rates.rates(store.windows())):
        return
    table.print_grid(report.grid(store.asked.scenario, rates), console, report.notes(rates))
    console.print(f"report: {store.write_report('summary.md', report.markdown(store.asked.scenario, rates))}")
