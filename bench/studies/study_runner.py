"""The story of a replay: its experiments one after the other, each an ordinary one, and the report on its claims."""

import shutil
from collections.abc import Sequence
from functools import partial

from bench.console import Attempts, attempts, clock, console
from bench.report.live import Live
from bench.runner import experiment_runner, resumption
from bench.spec import settings
from bench.studies import report
from bench.studies.plan import PlannedExperiment, seconds
from bench.studies.store import StudyStore
from bench.testbed.machines import MakeMachines


def conduct(store: StudyStore, make: MakeMachines, anyway: bool = False) -> None:
    """Run every experiment that is not complete yet. One that fails is told, and the next one runs all the same.

    A ThreadmillError at the end names those that failed; whatever ends it, what is measured is kept and reported.
    """
    todo = [one for one in store.planned if not complete(store, one)]
    console.print(f"[bold]{store.asked.study}[/]: {store.replay.title}")
    console.print(f"{store.asked.scale:g} times the published size: {store.replay.scale.how}", markup=False)
    with attempts(f"make replay RESUME={store.folder.name}", partial(_report, store)) as each:
        if todo:
            _run_all(store, todo, make, anyway, each)


def _report(store: StudyStore) -> None:
    console.print(f"report: {report.write(store)}")
    report.show(store, console)


def _run_all(
    store: StudyStore, todo: Sequence[PlannedExperiment], make: MakeMachines, anyway: bool, each: Attempts
) -> None:
    """Database and downstream stay up from the first to the last."""
    with experiment_runner.session(make(), any(one.asked.plan.observers for one in todo), Live()):
        for index, one in enumerate(todo):
            _announce(store, todo[index:])
            with each.of(one.name), settings.held(one.asked.caps):
                if store.part(one.name) and not one.asked.plan.reset:
                    console.print("begun anew: it never resets its database, and what its first runs wrote is gone")
                    shutil.rmtree(store.folder / one.name)
                plan, given = one.asked.plan, one.asked.variables
                experiment_runner.conduct_part(make(), store, one.name, plan, given, listen=Live(), anyway=anyway)


def complete(store: StudyStore, one: PlannedExperiment) -> bool:
    """Whether every run of that experiment has finished."""
    return resumption.complete(store.experiment(one))


def _announce(store: StudyStore, todo: Sequence[PlannedExperiment]) -> None:
    one, number = todo[0], len(store.planned) - len(todo) + 1
    told = (
        f"experiment {number}/{len(store.planned)} [bold]{one.name}[/]: {store.replay.experiments[one.experiment].asks}"
    )
    console.print(f"\n{clock(seconds(todo)):>6} left  {told}")
