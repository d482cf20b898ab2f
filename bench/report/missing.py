"""What a result lacks for observers that were to run and were missing."""

from bench.results import Experiment
from bench.spec import observers


def lines(experiment: Experiment) -> list[str]:
    """A sentence for each of them; none where no observer was asked for."""
    return observers.told(experiment.environment.missing) if experiment.plan.observers else []
