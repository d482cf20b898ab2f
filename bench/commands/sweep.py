"""An experiment file with cells: one ordinary experiment for each cell, and the report on where the order turns."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from bench.console import attempts, clock, console
from bench.errors import UsageError
from bench.report import sensitivity, table
from bench.report.live import Live
from bench.results.collection import SweepRequest, SweepStore
from bench.runner import experiment_runner, resumption, walltime
from bench.spec import request, settings
from bench.spec.choice import BOTH, CARRIED
from bench.spec.experiment import ExperimentFile, ExperimentSpec
from bench.spec.request import Request
from bench.testbed.machines import MakeMachines


def cells(asked: Request) -> dict[str, ExperimentSpec] | None:
    """Each cell's name and experiment; None where the file has no cells, or there is no file."""
    if not isinstance(asked.file, ExperimentFile) or asked.file.cells is None:
        return None
    if BOTH in (asked.given.get("configuration"), asked.file.configuration):
        raise UsageError(f"{asked.path}: a cell has one configuration a variant; take stock, tuned or neither")
    found = {name: _cell(asked, caps) for name, caps in asked.file.named_cells.items()}
    if any(len(one.plan.configured) > len(set(one.plan.blocks[0])) for one in found.values()):
        raise UsageError(f"{asked.path}: a cell has one configuration a variant; name no settings to try")
    if any(one.precision for one in found.values()):
        raise UsageError(f"{asked.path}: cells are compared in the same number of runs; give RUNS, not PRECISION")
    if any(one.ladder or one.objective or len(one.plan.levels) > 1 for one in found.values()):
        raise UsageError(f"{asked.path}: cells are compared at one load level; give one level or rate")
    return found


def _cell(asked: Request, caps: Mapping[str, str]) -> ExperimentSpec:
    """A tuned configuration is carried over to other limits unless another choice is asked for."""
    found = asked.spec(caps)
    return found if found.configuration else found.changed(configuration=CARRIED)


def recorded(store: SweepStore) -> dict[str, ExperimentSpec]:
    """The cells of a folder."""
    return {name: request.experiment(variables) for name, variables in store.asked.cells.items()}


def create(asked: Request, specs: Mapping[str, ExperimentSpec]) -> SweepStore:
    """A new folder for these cells."""
    name, cells = Path(asked.path).stem, {name: one.variables for name, one in specs.items()}
    return SweepStore.begin(f"{name}-cells", SweepRequest(name=name, cells=cells))


def conduct(store: SweepStore, specs: Mapping[str, ExperimentSpec], make: MakeMachines, anyway: bool = False) -> None:
    """Do every cell that is left, and report. One that fails is told at the end; the others run all the same."""
    todo = [name for name in specs if not resumption.complete(store.cell(name))]
    left = sum(walltime.budget(specs[name].plan) for name in todo)
    console.print(f"{len(todo)} cells, about {clock(left / 60)} h; results in {store.folder}")
    watched = any(one.observers for one in specs.values())
    with (
        attempts(f"make bench RESUME={store.folder.name}", partial(report, store)) as each,
        experiment_runner.session(make(), watched, Live()),
    ):
        for name in todo:
            console.print(f"\ncell [bold]{name}[/]")
            with each.of(name), settings.held(specs[name].caps):
                plan, given = specs[name].plan, specs[name].variables
                experiment_runner.conduct_part(make(), store, name, plan, given, listen=Live(), anyway=anyway)


def report(store: SweepStore) -> Path:
    """Print the table, and write summary.md and report.html from the result files alone."""
    from bench.report import page  # drawing takes a second to import, which no other command should wait for

    found, experiments = sensitivity.cells(store)
    grids, answer = [sensitivity.grid(found, experiments), sensitivity.changed(found)], sensitivity.answer(found)
    table.print_grid(grids[0], console, answer)
    table.print_grid(grids[1], console)
    store.write_report("summary.md", sensitivity.markdown(grids, answer))
    return store.write_report("report.html", page.render_sweep(store.folder.name, answer, grids))
