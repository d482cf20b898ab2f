"""The variables that a user may give: `RUNS=3` after make or in the environment, `--runs 3` after a command."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.errors import UsageError
from bench.spec import objective
from bench.spec.variants import BASELINE, VARIANTS, parse

AUTO = "auto"
"""The ladder whose rates a pilot finds."""
MOST_TIMEOUT = 80
"""Seconds: k6 gives requests under way so long, and then needs time for its summary (runner/window.py, DRAIN)."""


IMAGE_SOURCES = ("auto", "pull", "build")


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


def ladder(name: str, given: str) -> str | list[int]:
    """`auto`, or rates."""
    if given.strip() == AUTO:
        return AUTO
    try:
        return wholes(name, given)
    except UsageError:
        raise UsageError(f"{name}={given} is neither {AUTO} nor rates, such as 500,1000,1500") from None


def percentage(name: str, given: str) -> str:
    """A percentage above 0 and below 100."""
    if not re.fullmatch(r"\d{1,2}(\.\d+)?%", given) or not share(given):
        raise UsageError(f"{name}={given} is not a percentage above 0 and below 100, such as 5%")
    return given


def share(given: str) -> float:
    """A percentage as a share."""
    return float(given.removesuffix("%")) / 100


def seconds(name: str, given: str) -> int:
    """Seconds that a request may take."""
    if whole(name, given) > MOST_TIMEOUT:
        raise UsageError(f"{name}={given} is more than {MOST_TIMEOUT} s, which the end of a window waits for at most")
    return int(given)


def image_source(name: str, given: str) -> str:
    """Where images may come from."""
    if given not in IMAGE_SOURCES:
        raise UsageError(f"there is no {name}={given}; {name} is one of: {', '.join(IMAGE_SOURCES)}")
    return given


def milliseconds(name: str, given: str) -> str:
    """A range such as 1000-2000, or one number."""
    ends = given.strip().split("-")
    if len(ends) > 2 or not all(end.isdecimal() for end in ends) or int(ends[0]) > int(ends[-1]):
        raise UsageError(f"{name}={given} is no range of milliseconds, such as 1000-2000, or 0")
    return given.strip()


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


# fmt: off
SCENARIO = Variable(
    "SCENARIO", "what a user does: a file in [k6/scenarios](../k6/scenarios)", "none, you must give it")
VARIANT = Variable(
    "VARIANT", "a comma list of variants; `make up` takes one",
    f"`{','.join(VARIANTS)}`; for `make up` `{BASELINE}`", lambda _, given: parse(given))
VUS = Variable(
    "VUS", "users of the closed load model: each waits for its answer before it asks again. A comma list, such as "
    "`50,100,200`, gives several levels; each run measures them all after one warm-up", "the scenario's", wholes)
RATE = Variable(
    "RATE", "arrivals a second of the open load model, whatever the answers do. A comma list gives several levels",
    "the scenario's", wholes)
LEVELS = Variable(
    "LEVELS", "the same as `VUS`, or as `RATE` where the scenario has the open load model", "the scenario's", wholes)
LADDER = Variable(
    "LADDER", "the same rates for every variant in the open load model, within one warmed run each: `auto` takes 25, "
    "50, 75 and 90 % of what the slowest variant does in a pilot, `500,1000,1500` are rates by hand", "none", ladder)
OBJECTIVE = Variable(
    "OBJECTIVE", "finds the highest rate that each variant holds in the open load model, such as `p99<100ms "
    "failed<0.1%`: bounds of `p50`, `p90`, `p95`, `p99`, `p99.9`, `mean` and `max` in `ms` or `s`, and of `failed` "
    "in `%`, with blanks between them ([method.md](method.md#capacity-under-an-objective))", "none", objective.read)
DURATION = Variable("DURATION", "seconds of a window", "the scenario's, mostly 20", whole)
RUNS = Variable("RUNS", "blocks, so fresh starts of each variant. With 2 or more you get intervals", "1", whole)
PRECISION = Variable(
    "PRECISION", "how exact the ratio to the baseline is to be, such as `5%`, instead of `RUNS`: a pilot of 5 blocks "
    "tells how many more that takes", "none: `RUNS` says how many", percentage)
PRIMARY = Variable(
    "PRIMARY", "the variant whose ratio `PRECISION` is about", "every one: the least certain of them decides")
MAX_MINUTES = Variable(
    "MAX_MINUTES", "minutes that the runs of `PRECISION` or of `OBJECTIVE` may take in all",
    "240 with `PRECISION`, else no limit", whole)
SEED = Variable("SEED", "a whole number, from which the order of runs and every random draw follow", "1", whole)
WARMUP = Variable("WARMUP", "seconds of warm-up at most. `0` measures a cold JVM", "120", whole_or_0)
OBSERVERS = Variable(
    "OBSERVERS", "`off` measures without Prometheus, cAdvisor and the exporter, and without k6's own series", "`on`",
    switch)
RESET = Variable("RESET", "`off` resets the database before the first run only", "`on`", switch)
ROWS = Variable("ROWS", "rows of agents in the table, for scenarios that ask the database", "the seeded ones", whole)
CONFIGURATION = Variable(
    "CONFIGURATION",
    "`stock`, `tuned`, `both`, `carried`, or settings to try beside stock, several by a comma list "
    "([tuning.md](tuning.md#choose-a-configuration))",
    "tuned where a file fits, else stock")

OPTIONS = {one.name: one for one in (
    Variable(
        "RAMP", "seconds over which the users of the closed model start", "10 in `passthrough-message`, else 0",
        whole_or_0),
    Variable(
        "THINK", "milliseconds that a user thinks before each call, such as `1000-2000`",
        "1000-2000 in `passthrough-message`, else 0", milliseconds),
    Variable(
        "TIMEOUT", f"seconds after which a user gives up, {MOST_TIMEOUT} at most",
        "60 in `person-ramp`, 4 in `overload`, else 10", seconds),
    Variable("DELAY", "milliseconds that a message of `passthrough-message` waits", "300", whole_or_0),
    Variable(
        "WAITING", "the way of waiting in `io-delay`, `need-a-number` and `overload`",
        "`default`: each variant's proper way"),
    Variable(
        "RELAY", "`flux` reads `passthrough-stream` through a reactive return type on Tomcat; blocking and "
        "virtual-threads have it", "`plain`"),
    Variable("CALL", "what `overload` calls", "`need-a-number`"),
    Variable(
        "MAX_VUS", "the most users that the open model reserves",
        "2500 in `person-ramp`, 5000 in other scenarios of the open model, what the rate needs in a ladder, else 1000",
        whole),
)}
"""The settings of the scenarios themselves; k6/README.md explains them."""

EXPERIMENT = Variable(
    "EXPERIMENT", "the path of an [experiment file](#experiment-files), which holds the variables above")
RESUME = Variable("RESUME", "a folder in `results/` with an interrupted experiment to go on with")
ANYWAY = Variable(
    "ANYWAY", "`1` goes on (`RESUME`) or compares (`make compare`) although something differs", flag=True)

STUDY = Variable(
    "STUDY", "the study: `unrealestate`, `passthrough`, `person`, `need-a-number` or `perfjava`", "all five")
SCALE = Variable("SCALE", "share of the published size, above 0 and up to 1", "the study's: 1 or 0.2")
LONG = Variable("LONG", "`1` also runs what takes longer than a quarter of an hour", flag=True)
STUDY_RUNS = Variable("RUNS", "runs of each variant; 2 give intervals", "1", whole)
RESULTS = Variable("RESULTS", "the folder of an experiment, a replay or an experiment with cells", "the latest")
SIDE_A = Variable("A", "the folder of the experiment that the other is compared with")
SIDE_B = Variable("B", "the folder of the other experiment; `compare.html` goes there")

PROFILE = Variable(
    "PROFILE", "`1` adds a recorded run of each row after the measured ones, and the report says what makes the "
    "difference ([profiling.md](profiling.md))", flag=True)
COST = Variable(
    "COST", "`1` measures what recording costs in goodput, by runs with it and without in turns", flag=True)
CEILING = Variable(
    "CEILING", "`1` measures the load machine's ceiling and the null scenario's latency alone, and keeps neither",
    flag=True)

VERDICTS = Variable(
    "VERDICTS", "`1` measures windows that are disturbed on purpose, by known strengths, and how often each is called "
    "VALID; `RUNS` are the windows of each ([method.md](method.md#what-a-verdict-sees))", flag=True)

IMAGES = Variable(
    "IMAGES", "`pull` forbids stand-ins, `build` forbids pulling", f"`{IMAGE_SOURCES[0]}`", image_source, harness=True)
HEALTHY_WITHIN = Variable(
    "HEALTHY_WITHIN", "seconds within which a machine must become healthy; one with a health check gives up by itself "
    "after 2 min", "180", whole, harness=True)
PLAN = Variable(
    "PLAN", "a [plan](#one-large-host): which cores and CPU caps each machine has. `8-cores` is `plans/8-cores.env`; a "
    "path names a file of your own. What else you give goes over it", "none: `.env`", harness=True)
HOSTS = Variable(
    "HOSTS", "a file that says which Docker context carries which machines, for several hosts "
    "([real-machines.md](real-machines.md))", "none: one engine carries them all", harness=True)
SAVE = Variable("SAVE", "a new file, such as `plans/own.env`, for the plan that it proposes", "none: it is printed")
MACHINES = (IMAGES, HEALTHY_WITHIN, PLAN, HOSTS)
"""What every command takes that starts machines."""
# fmt: on
