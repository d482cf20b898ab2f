"""Going on with an interrupted experiment: what is left of it, and whether this is still the same place."""

from collections.abc import Mapping, Sequence

from bench.analysis import compatibility, two_stage
from bench.errors import ThreadmillError, UsageError
from bench.results import Environment, Experiment, Store
from bench.results.record import renewed
from bench.spec import settings
from bench.spec.request import KNOWN
from bench.spec.schedule import left
from bench.spec.variables import EXPERIMENT

AGAIN = "`make calibrate` or `make observers-cost`"


def opened(name: str, given: Mapping[str, str]) -> Store:
    """The results to go on with. A UsageError if nothing is left to do, or if another plan is asked for beside it."""
    store = Store.open(name)
    if store.experiment().plan.arms:
        raise UsageError(f"{name} runs a variant against itself, in one session: begin anew, with {AGAIN}")
    if store.experiment().plan.profiled:
        raise UsageError(f"{name} is a profile: begin anew, with `make profile`")
    if not store.experiment().plan.reset:
        raise UsageError(f"{name} never reset its database (RESET=off), and what it wrote is gone: begin anew")
    alone(f"the plan of {name}", given)
    if complete(store):
        raise UsageError(f"nothing is left to do in {name}: every run of its plan has finished")
    return store


def alone(what: str, given: Mapping[str, str], variables: Sequence[str] = (EXPERIMENT.name, *KNOWN)) -> None:
    """A UsageError if one of the variables, which ask for another plan, is given beside RESUME."""
    beside = [word for word in variables if given.get(word)]
    if beside:
        raise UsageError(f"RESUME goes on with {what}: leave out {', '.join(beside)}")


def complete(store: Store | None) -> bool:
    """Whether every run of that experiment has finished; not if there is none yet."""
    if store is None:
        return False
    runs = store.runs()
    return not left(two_stage.whole(store.experiment().plan, runs), runs)


def caps(experiment: Experiment, given: Mapping[str, str]) -> dict[str, str]:
    """The settings of .env that the experiment was begun with; those of the command line count, and are compared."""
    return settings.chosen(renewed(experiment.environment.settings)) | settings.chosen(given)


def check(store: Store, now: Environment, app_images: Mapping[str, str], anyway: bool) -> list[str]:
    """What differs from when the experiment began. A ThreadmillError tells it, unless the user wants it anyway."""
    then = store.experiment().environment
    measured = {run.variant: run.image for run in store.runs()}
    found = [
        *compatibility.host(then, now),
        *(compatibility.plan(then, now) if now.plan else []),  # without one, what was recorded holds
        *compatibility.figures(then, now), *compatibility.code(then, now),
        *compatibility.images(measured, dict(app_images)),
        *(compatibility.observers(then, now) if store.experiment().plan.observers else []),
    ]  # fmt: skip
    if found and not anyway:
        raise ThreadmillError(
            f"the rest would not compare with the finished runs: {'; '.join(map(str, found))}; "
            "put that back, begin anew, or go on with ANYWAY=1"
        )
    return [str(difference) for difference in found]
