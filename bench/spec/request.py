"""Reading what a user asks for: the variables of the command line, over those of the file that EXPERIMENT names."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bench.errors import UsageError
from bench.paths import ROOT
from bench.spec import scenarios, settings, strict_yaml
from bench.spec.experiment import LOAD, VARIABLES, ExperimentFile, ExperimentSpec, variables_of
from bench.spec.variables import EXPERIMENT, LADDER, LEVELS, OBJECTIVE, OPTIONS, PRECISION, RATE, VUS, wholes

FOLDER = ROOT / "experiments"
KNOWN = (*(one.name for one in VARIABLES.values()), LEVELS.name, *OPTIONS)
"""The variables that ask for an experiment, settings of .env aside."""
BY_HAND = (VUS, RATE, LEVELS)
"""Those that say how much load there is."""


@dataclass(frozen=True)
class Request:
    """What the command line asks for, by the keys of an experiment, and the file that it goes over. Options and caps of
    the two are together in `given`."""

    given: dict[str, Any]
    file: ExperimentSpec | None = None
    path: str = ""

    def spec(self, caps: Mapping[str, str] | None = None, **more: Any) -> ExperimentSpec:
        """The experiment; a UsageError if it cannot be carried out. `caps` of one of the file's cells are what it is
        about, so they go over those of the command line."""
        filed = self.file.named if self.file else {}
        replaced = {"cells", *(LOAD if self.given.keys() & set(LOAD) else ())}
        values = {key: value for key, value in filed.items() if key not in replaced} | self.given | more
        try:
            found = ExperimentSpec.model_validate({**values, "caps": {**values["caps"], **(caps or {})}})
        except ValidationError as fault:
            raise UsageError(strict_yaml.first(fault, ExperimentSpec)) from None
        _ = found.plan  # what does not fit together is told before anything starts
        return found

    @property
    def overrides(self) -> list[str]:
        """What of the file gives way to the command line, in words."""
        if self.file is None:
            return []
        mine = variables_of(self.given)
        loads = [VARIABLES[key].name for key in LOAD]
        load = next((name for name in loads if name in mine), None)
        instead = {name: load if name in loads else name for name in self.file.variables}
        return [
            f"{name}={value} of {self.path} gives way to {instead[name]}={mine[str(instead[name])]} of the command line"
            for name, value in self.file.variables.items()
            if instead[name] in mine and mine.get(name) != value
        ]


def read(variables: Mapping[str, str]) -> Request:
    """What these variables ask for; a UsageError names the variable that is wrong, and what it may hold."""
    path = variables.get(EXPERIMENT.name, "")
    return over(read_file(path) if path else None, variables, path)


def over(file: ExperimentSpec | None, variables: Mapping[str, str], path: str = "") -> Request:
    """What these variables ask for over an experiment that is known, or alone."""
    given: dict[str, Any] = {
        key: one.read(one.name, text) for key, one in VARIABLES.items() if (text := variables.get(one.name))
    }
    scenario = scenarios.load(str(given.get("scenario", "")) or (file.scenario if file else ""))
    if scenario.asks != "app":
        raise UsageError(f"{scenario.name} asks {scenario.asks}, so it compares no variants; `make calibrate` runs it")
    if "objective" in given and (beside := [one.name for one in (*BY_HAND, LADDER) if variables.get(one.name)]):
        raise UsageError(f"OBJECTIVE finds the rate that each variant holds: leave out {', '.join(beside)}")
    if "ladder" in given and (beside := [one.name for one in BY_HAND if variables.get(one.name)]):
        raise UsageError(
            f"LADDER offers every variant the same rates: leave out {', '.join(beside)}; "
            "LADDER=500,1000 gives them by hand"
        )
    if "levels" in given and "rates" in given:
        raise UsageError("VUS is the closed load model and RATE the open one; give one of them")
    if "levels" in given and variables.get(LEVELS.name):
        raise UsageError("VUS and LEVELS both set the users; give one of them")
    if "rates" not in given and (text := variables.get(LEVELS.name)):
        given["rates" if scenario.model == "open" else "levels"] = wholes(LEVELS.name, text)
    options = {name: str(one.read(name, text)) for name, one in OPTIONS.items() if (text := variables.get(name))}
    caps = settings.chosen(variables)
    if file:
        options, caps = {**file.options, **options}, {**file.caps, **caps}
    return Request({**given, "options": options, "caps": caps}, file, path)


def experiment(variables: Mapping[str, str]) -> ExperimentSpec:
    """The experiment that these variables ask for."""
    return read(variables).spec()


def by_runs(command: str, given: Mapping[str, str]) -> None:
    """A UsageError where a pilot is asked of a command that makes its blocks itself."""
    if given.get(PRECISION.name):
        raise UsageError(f"{command} takes RUNS; PRECISION goes with `make bench`")
    for one in (LADDER, OBJECTIVE):
        if given.get(one.name):
            raise UsageError(f"{command} takes VUS or RATE; {one.name} goes with `make bench`")


def in_pairs(variables: Mapping[str, str], defaults: Mapping[str, str], command: str) -> ExperimentSpec:
    """The experiment of a command that pairs runs, with defaults of its own and without a file."""
    by_runs(f"`{command}`", variables)
    found = experiment({**defaults, **variables, EXPERIMENT.name: ""})
    if found.runs < 2:
        raise UsageError(f"RUNS=1 gives no interval; `{command}` needs 2 blocks at least")
    if len(found.plan.configured) > len(set(found.plan.blocks[0])):
        raise UsageError(f"`{command}` pairs runs of one configuration: CONFIGURATION is stock or tuned")
    return found


def read_file(name: str) -> ExperimentFile:
    """The experiment in the file `name`; a UsageError names the key that is wrong, and what it may hold."""
    path = Path(name)
    if not path.is_file():
        known = ", ".join(f"experiments/{path.name}" for path in sorted(FOLDER.glob("*.yaml")))
        raise UsageError(f"there is no file '{name}'; EXPERIMENT is the path of one, such as: {known}")
    hints = {"scenario": f"it is one of: {', '.join(scenarios.comparing())}"}
    return strict_yaml.parse(name, path.read_text(), ExperimentFile, hints)
