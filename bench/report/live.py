"""An experiment on the screen while it goes on, and its report at the end."""

from collections.abc import Callable, Sequence

from bench import report
from bench.console import Progress, clock, console
from bench.results import Experiment, Run
from bench.runner import events
from bench.runner.events import Event

Show = Callable[[Experiment, Sequence[Run]], None]
"""Tells the user after each block how the experiment stands."""


def table(experiment: Experiment, runs: Sequence[Run]) -> None:
    """The table as it stands."""
    report.show(experiment, runs, console)


def nothing(_: Experiment, __: Sequence[Run]) -> None:
    """For a search: a stage's table would invite to read its selecting ratios as results."""


class Live:
    """A listener; `show` is called after each block."""

    def __init__(self, show: Show = table) -> None:
        self._show = show
        self._progress = Progress(0, 0)

    def __call__(self, event: Event) -> None:
        """Tell it."""
        match event:
            case events.Note(text):
                console.print(text)
            case events.RunsPlanned(left, expected, took, folder):
                self._progress = Progress(len(took) + left, expected, took)
                minutes = clock(self._progress.estimate * left)
                console.print(f"about {minutes} min for {left} runs; results in {folder}")
            case events.RunStarted():
                self._progress.start_run()
            case events.Step(run, text):
                self._progress.say(run, text)
            case events.RunFinished():
                self._progress.end_run()
            case events.BlockFinished(experiment, runs):
                self._show(experiment, runs)
            case events.ExperimentFinished(store, dashboard):
                report.write(store)
                if dashboard:
                    console.print(f"side by side, while the machines are up (`make up`): {dashboard}", soft_wrap=True)
