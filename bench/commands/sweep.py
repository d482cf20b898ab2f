"""An experiment file with cells: one ordinary experiment for each cell, and the report on where the order turns."""

from collections.abc import Mapping
from pathlib import Path

from bench.console import clock, console
from bench.errors import ThreadmillError, UsageError
from bench.report import sensitivity, table
from bench.report.live import Live
from bench.results.sweep import SweepStore
from bench.runner import experiment_runner, walltime
from bench.spec import choice, experiment_file, schedule, user_request
from bench.spec.user_request import Asked
from bench.studies.study_runner import MakeMachines, figures_of
from bench.testbed.machines import Machines


def wanted(environ: Mapping[str, str]) -> dict[str, Asked] | None:
    """Each cell's name and experiment; None where the file has no cells, or there is no file."""
    if not environ.get("EXPERIMENT"):
        return None
    file = experiment_file.read(environ["EXPERIMENT"])
    if file.cells is None:
        return None
    if choice.BOTH in (environ.get("CONFIGURATION"), file.configuration):
        raise UsageError(
            f"{environ['EXPERIMENT']}: a cell has one configuration a variant; take stock, tuned or neither"
        )
    asked = {name: _asked(environ, cell) for name, cell in file.named_cells().items()}
    if any(len(one.plan.configured) > len(set(one.plan.blocks[0])) for one in asked.values()):
        raise UsageError(f"{environ['EXPERIMENT']}: a cell has one configuration a variant; name no settings to try")
    if any(len(one.plan.levels) > 1 for one in asked.values()):
        raise UsageError(f"{environ['EXPERIMENT']}: cells are compared at one load level; give one level or rate")
    return asked


def _asked(environ: Mapping[str, str], cell: Mapping[str, str]) -> Asked:
    """A tuned configuration is carried over to other limits unless another choice is asked for."""
    found = user_request.asked(environ, cell)
    if "CONFIGURATION" in found.variables:
        return found
    return user_request.asked({**environ, "CONFIGURATION": choice.CARRIED}, cell)


def create(environ: Mapping[str, str], asked: Mapping[str, Asked]) -> SweepStore:
    """A new folder for these cells."""
    return SweepStore.create(Path(environ["EXPERIMENT"]).stem, {name: one.variables for name, one in asked.items()})


def conduct(store: SweepStore, make: MakeMachines, anyway: bool = False) -> None:
    """Do every cell that is left, and report. One that fails is told at the end; the others run all the same."""
    asked = {name: user_request.asked(variables) for name, variables in store.asked.cells.items()}
    todo = [name for name in asked if not _complete(store, name)]
    left = sum(walltime.budget(asked[name].plan) for name in todo)
    console.print(f"{len(todo)} cells, about {clock(left / 60)} h; results in {store.folder}")
    failed = []
    try:
        with experiment_runner.staged(
            make(), observers=any(one.plan.observers for one in asked.values()), listen=Live()
        ):
            for name in todo:
                console.print(f"\ncell [bold]{name}[/]")
                try:
                    _measure(store, name, asked[name], make, anyway)
                except ThreadmillError as fault:
                    console.print(f"{fault.logs}\n{name} failed: {fault}".strip(), markup=False)
                    failed.append(name)
    except BaseException:
        console.print(f"to go on with it: make bench RESUME={store.folder.name}")
        raise
    finally:
        report(store)
    if failed:
        raise ThreadmillError(
            f"{', '.join(failed)} failed, as told above; make bench RESUME={store.folder.name} goes on"
        )


def report(store: SweepStore) -> Path:
    """Print the table, and write summary.md and report.html from the result files alone."""
    from bench.report import page  # drawing takes a second to import, which no other command should wait for

    found, experiments = sensitivity.cells(store)
    grid = sensitivity.grid(found, experiments)
    table.print_grid(grid, console)
    for line in sensitivity.answer(found):
        console.print(f"  {line}", markup=False)
    store.write_report("summary.md", sensitivity.markdown(store))
    return store.write_report("report.html", page.render_sweep(store.folder.name, sensitivity.answer(found), grid))


def _complete(store: SweepStore, name: str) -> bool:
    found = store.cell(name)
    return found is not None and not schedule.left(found.experiment().plan, found.runs())


def _measure(store: SweepStore, name: str, asked: Asked, make: MakeMachines, anyway: bool) -> None:
    with figures_of(asked.caps):
        machines: Machines = make()
        if found := store.cell(name):
            experiment_runner.resume(machines, found, anyway, Live())
        else:
            experiment_runner.conduct(machines, asked.plan, asked.variables, Live(), folder=store.cell_folder(name))
