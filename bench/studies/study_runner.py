"""The story of a replay: its experiments one after the other, each an ordinary one, and the report on its claims."""

from collections.abc import Callable, Sequence

from bench.console import Attempts, clock, console
from bench.report.live import Live
from bench.runner import experiment_runner, resumption, walltime
from bench.spec import settings
from bench.studies import report
from bench.studies.plan import BETWEEN, Piece
from bench.studies.store import ReplayStore
from bench.testbed.machines import Machines

MakeMachines = Callable[[], Machines]
"""The machines as the settings of .env want them now."""


def conduct(store: ReplayStore, make: MakeMachines, anyway: bool = False) -> None:
    """Run every experiment that is not complete yet. One that fails is told, and the next one runs all the same.

    A ThreadmillError at the end names those that failed; whatever ends it, what is measured is kept and reported.
    """
    todo = [piece for piece in store.pieces if not complete(store, piece)]
    console.print(f"[bold]{store.begun.study}[/]: {store.replay.title}")
    console.print(f"{store.begun.scale:g} times the published size: {store.replay.scale.how}", markup=False)
    attempts = Attempts()
    try:
        if todo:
            _run_all(store, todo, make, anyway, attempts)
    except BaseException:
        console.print(f"to go on with it: make replay RESUME={store.folder.name}")
        raise
    finally:
        console.print(f"report: {report.write(store)}")
        report.show(store, console)
    attempts.conclude(f"make replay RESUME={store.folder.name} tries again")


def _run_all(store: ReplayStore, todo: Sequence[Piece], make: MakeMachines, anyway: bool, attempts: Attempts) -> None:
    """Database and downstream stay up from the first to the last."""
    with experiment_runner.staged(make(), observers=any(piece.asked.plan.observers for piece in todo), listen=Live()):
        for place, piece in enumerate(todo):
            _announce(store, piece, todo[place:])
            with attempts.of(piece.name):
                _measure(store, piece, make, anyway)


def complete(store: ReplayStore, piece: Piece) -> bool:
    """Whether every run of that experiment has finished."""
    return resumption.complete(store.experiment(piece))


def _announce(store: ReplayStore, piece: Piece, todo: Sequence[Piece]) -> None:
    left = sum(BETWEEN + walltime.budget(one.asked.plan) for one in todo)
    number = len(store.pieces) - len(todo) + 1
    what = store.replay.experiments[piece.experiment].asks
    console.print(f"\n{clock(left):>6} left  experiment {number}/{len(store.pieces)} [bold]{piece.name}[/]: {what}")


def _measure(store: ReplayStore, piece: Piece, make: MakeMachines, anyway: bool) -> None:
    with settings.held(piece.asked.caps):
        found = store.experiment(piece)
        if found and not piece.asked.plan.reset:
            console.print("begun anew: it never resets its database, and what its first runs wrote is gone")
            store.discard(piece)
            found = None
        folder = store.folder / piece.name
        experiment_runner.conduct_rest(make(), found, piece.asked.plan, piece.asked.variables, Live(), folder, anyway)
