"""What ran, as lines for the reader: all versions, those not of the series asked for, and what was missing. Pure."""

from collections.abc import Sequence

from bench.results import Experiment, Run
from bench.spec import observers
from bench.testbed.versions import departure


def line(experiment: Experiment, runs: Sequence[Run]) -> str:
    """Every machine's version; '' for results that recorded none."""
    told = [f"{machine} {version}" for machine, version in sorted(experiment.environment.versions.items())]
    if not told:
        return ""
    return f"Versions: {'; '.join([*([f'app {java(runs)}'] if java(runs) else []), *told])}."


def departures(experiment: Experiment) -> list[str]:
    """One line for each machine that ran another series than the image in compose.yaml names."""
    here = experiment.environment
    images = {machine: str(here.caps.get(machine, {}).get("image", "")) for machine in here.versions}
    found = {machine: departure(images[machine], version) for machine, version in here.versions.items()}
    return [f"{machine} ran {what}." for machine, what in sorted(found.items()) if what]


def java(runs: Sequence[Run]) -> str:
    """The Java that the app attested; '' if it attested none, all of them if they differ."""
    told = {
        f"Java {jvm['version']} ({jvm['vendor']})"
        for run in runs
        for window in run.windows
        if {"version", "vendor"} <= (jvm := window.attestation.app.get("jvm", {})).keys()
    }
    return " and ".join(sorted(told))


def missing(experiment: Experiment) -> list[str]:
    """A sentence for each observer that was to run and was missing; none where no observer was asked for."""
    return observers.told(experiment.environment.missing) if experiment.plan.observers else []
