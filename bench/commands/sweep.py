"""An experiment file with cells: one ordinary experiment for each cell, and the report on where the order turns."""

from collections.abc import Mapping
from pathlib import Path

from bench.console import Attempts, clock, console
from bench.errors import UsageError
from bench.report import sensitivity, table
from bench.report.live import Live
from bench.results.sweep import SweepStore
from bench.runner import experiment_runner, resumption, walltime
from bench.spec import choice, experiment_file, user_request
from bench.spec.user_request import Asked
from bench.studies.study_runner import MakeMachines, figures_of


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
    todo = [name for name in asked if not resumption.complete(store.cell(name))]
    left = sum(walltime.budget(asked[name].plan) for name in todo)
    console.print(f"{len(todo)} cells, about {clock(left / 60)} h; results in {store.folder}")
    attempts = Attempts()
    try:
        with experiment_runner.staged(
            make(), observers=any(one.plan.observers for one in asked.values()), listen=Live()
        ):
            for name in todo:
                console.print(f"\ncell [bold]{name}[/]")
                with attempts.of(name):
                    _measure(store, name, asked[name], make, anyway)
    except BaseException:
        console.print(f"to go on with it: make bench RESUME={store.folder.name}")
        raise
    finally:
        report(store)
    attempts.conclude(f"make bench RESUME={store.folder.name} goes on")


def report(store: SweepStore) -> Path:
    """Print the table, and write summary.md and report.html from the result files alone."""
    from bench.report import page  # drawing takes a second to import, which no other command should wait for

    found, experiments = sensitivity.cells(store)
    grid, answer = sensitivity.grid(found, experiments), sensitivity.answer(found)
    table.print_grid(grid, console, answer)
    store.write_report("summary.md", sensitivity.markdown(grid, answer))
    return store.write_report("report.html", page.render_sweep(store.folder.name, answer, grid))


def _measure(store: SweepStore, name: str, asked: Asked, make: MakeMachines, anyway: bool) -> None:
    with figures_of(asked.caps):
        experiment_runner.conduct_rest(
            make(), store.cell(name), asked.plan, asked.variables, Live(), store.cell_folder(name), anyway
        )
