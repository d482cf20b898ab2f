"""`make observers-cost`: what it costs the variants to be watched, with and without the observers in turns."""

from collections.abc import Mapping, Sequence

from bench.console import console
from bench.errors import UsageError
from bench.report import observers, table
from bench.report.data import ReportData
from bench.report.live import Live
from bench.results import Experiment, Plan, Run, Store
from bench.runner import experiment_runner
from bench.spec import observers as observing
from bench.spec import request
from bench.spec.experiment import ExperimentSpec
from bench.spec.schedule import with_and_without_observers
from bench.testbed.machines import Machines

DEFAULTS = {"SCENARIO": "list-agents", "VARIANT": "blocking,reactor", "RUNS": "5", "CONFIGURATION": "stock"}


def requested(given: Mapping[str, str]) -> ExperimentSpec:
    """Five blocks in which each variant runs with the observers and without, unless the command line says otherwise."""
    if "OBSERVERS" in given:
        raise UsageError("`make observers-cost` measures with the observers and without: leave out OBSERVERS")
    return request.in_pairs(given, DEFAULTS, "make observers-cost")


def plan(spec: ExperimentSpec) -> Plan:
    """Every run both ways."""
    return with_and_without_observers(spec.plan)


def conduct(machines: Machines, spec: ExperimentSpec) -> Store:
    """Measure; a ThreadmillError where an observer that costs something is missing."""
    observing.require_all(machines.missing)
    return experiment_runner.conduct(machines, plan(spec), spec.variables, Live(show))


def show(begun: Experiment, runs: Sequence[Run]) -> None:
    """The table as it stands after a block."""
    data = ReportData.of(begun, runs)
    notes = [note for index in data.indexes for note in table.notes(data, index)]
    table.print_grid(observers.grid(begun.plan, runs), console, notes)
