"""The variables that a user may give: `RUNS=3` after make or in the environment, `--runs 3` after a command."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.errors import UsageError


def text(_: str, given: str) -> str:
    """Any text."""
    return given


def switch(name: str, given: str) -> bool:
    """on or off."""
    if given not in ("on", "off"):
        raise UsageError(f"{name}={given} is neither on nor off")
    return given == "on"


def whole(name: str, given: str, least: int = 1) -> int:
    """A whole number of at least `least`."""
    if not given.strip().isdecimal() or int(given) < least:
        raise UsageError(f"{name}={given} is not a whole number of at least {least}")
    return int(given)


def whole_or_0(name: str, given: str) -> int:
    """A whole number."""
    return whole(name, given, least=0)


def wholes(name: str, given: str) -> list[int]:
    """Whole numbers, between them commas or blanks."""
    return [whole(name, part) for part in given.replace(",", " ").split()]


@dataclass(frozen=True)
class Variable:
    """A variable: its name, what it means and what it is by default (both in Markdown), and how its text is read.

    A `flag` is on wherever it is given. One of the `harness` holds for all that a command does, as settings of .env do.
    """

    name: str
    what: str
    default: str = "none"
    read: Callable[[str, str], object] = field(default=text, repr=False)
    flag: bool = False
    harness: bool = False

    @property
    def option(self) -> str:
        """Its name as an option of a command."""
        return f"--{self.name.lower().replace('_', '-')}"

    @property
    def help(self) -> str:
        """What it means, without the marks of Markdown."""
        return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", self.what).replace("`", "")


EXPERIMENT = Variable(
    "EXPERIMENT", "the path of an [experiment file](#experiment-files), which holds the variables above"
)
RESUME = Variable("RESUME", "a folder in `results/` with an interrupted experiment to go on with")
ANYWAY = Variable("ANYWAY", "`1` goes on (`RESUME`) or compares (`make compare`) although something differs", flag=True)

STUDY = Variable(
    "STUDY", "the study: `unrealestate`, `passthrough`, `person`, `need-a-number` or `perfjava`", "all five"
)
SCALE = Variable("SCALE", "share of the published size, above 0 and up to 1", "the study's: 1 or 0.2")
LONG = Variable("LONG", "`1` also runs what takes longer than a quarter of an hour", flag=True)
STUDY_RUNS = Variable("RUNS", "runs of each variant; 2 give intervals", "1")
RESULTS = Variable("RESULTS", "the folder of an experiment, a replay or an experiment with cells", "the latest")
SIDE_A = Variable("A", "the folder of the experiment that the other is compared with")
SIDE_B = Variable("B", "the folder of the other experiment; `compare.html` goes there")

IMAGES = Variable("IMAGES", "`pull` forbids stand-ins, `build` forbids pulling", "`auto`", harness=True)
HEALTHY_WITHIN = Variable("HEALTHY_WITHIN", "seconds within which a machine must become healthy", "180", harness=True)
MACHINES = (IMAGES, HEALTHY_WITHIN)
"""What every command takes that starts machines."""
