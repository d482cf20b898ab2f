"""Where it was done, what ran, and how to do it again."""

import shlex
from collections.abc import Sequence

from bench.report import words
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.report.rows import grouped
from bench.results import STOCK, TUNED, Environment, Experiment, HostFacts, Plan, Run
from bench.spec import observers, schedule
from bench.spec.series import departure
from bench.spec.variables import AUTO

HOSTS = "<the file that names your hosts>"


def host(data: ReportData) -> Grid:
    """The host, the engine and what was run."""
    here, wall = data.experiment.environment, data.experiment.wall_seconds
    calibrated = "none: run make calibrate"
    if found := data.experiment.calibration:
        calibrated = f"{found.told}, measured {found.measured:%Y-%m-%d %H:%M} UTC"
    parts = grouped(part for run in data.runs for part in run.seconds.items())
    spent = [f"{name} {sum(each) / 60:.1f} min" for name, each in parts.items()]
    rows = (
        ("begun", here.started.strftime("%Y-%m-%d %H:%M UTC")),
        ("took", words.NOTHING if wall is None else f"{wall / 60:.1f} min"),
        ("commit", here.commit + (", with uncommitted changes" if here.modified else "")),
        ("host", f"{here.host}, {words.mebibytes(here.host_memory)}"),
        *([("plan", _plan(data.experiment))] if here.plan else []),
        ("kernel", _kernel(here)),
        ("engine", here.engine),
        *((f"host of {', '.join(one.machines)}", _one_of_several(one)) for one in here.hosts),
        ("calibration", calibrated),
        ("where the time went", ", ".join(spent) or words.NOTHING),
    )
    return Grid("Host, engine and commit", ("what", "found"), rows, frozenset({"found"}))


def _plan(experiment: Experiment) -> str:
    here = experiment.environment
    return f"{here.plan}, which set {' '.join(f'{name}={value}' for name, value in here.planned.items())}"


def machines(data: ReportData) -> Grid:
    """The machines' caps, those of CPU as the windows had them, their images and what these hold."""
    here = data.experiment.environment
    images = {**here.images, **{f"app ({run.variant})": run.image for run in data.runs}}
    held = {f"app ({run.variant})": java([run]) for run in data.runs} | here.versions
    cpus = data.runs[0].cpus if data.runs else {}
    rows = []
    for name, digest in sorted(images.items()):
        machine = name.split(" ")[0]
        caps = here.caps.get(machine, {})
        image = words.NOTHING if machine == "app" else str(caps.get("image", words.NOTHING))
        cpu = cpus.get(machine, caps.get("cpus", words.NOTHING))
        memory = words.mebibytes(float(caps["memory"])) if "memory" in caps else words.NOTHING
        version = held.get(name) or words.NOTHING
        rows.append((name, image, version, digest, str(cpu), str(caps.get("cores", words.NOTHING)), memory))
    headings = ("machine", "image", "version", "digest", "CPU cap", "cores", "memory")
    return Grid("Machines and images", headings, tuple(rows), frozenset({"image", "version", "digest"}))


def command(experiment: Experiment) -> str:
    """What to type for the same experiment: every choice spelled out, so that no default of another commit matters."""
    plan, here = experiment.plan, experiment.environment
    variables = _of_search(experiment) if plan.trial else _spelled_out(experiment)
    variables |= {"HOSTS": HOSTS} if here.hosts else {}
    assigned = " ".join(f"{name}={shlex.quote(value)}" for name, value in variables.items())
    return f"git checkout {shlex.quote(here.commit)}\nmake {_target(plan)} {assigned}"


def _spelled_out(experiment: Experiment) -> dict[str, str]:
    plan, here = experiment.plan, experiment.environment
    load = "OBJECTIVE" if plan.objective else "LADDER" if plan.ladder else "VUS" if plan.model == "closed" else "RATE"
    chosen = {
        "SCENARIO": plan.scenario, load: str(plan.objective or ",".join(map(str, plan.levels)) or AUTO),
        "DURATION": str(plan.duration), "RUNS": str(plan.runs), "SEED": str(plan.seed),
        "WARMUP": str(plan.warmup_limit), **_configuration(plan),
    }  # fmt: skip
    # the number of runs stands in RUNS, whatever has decided it
    said = {*chosen, "LEVELS", "EXPERIMENT", "PRECISION", "PRIMARY", *([] if plan.objective else ["MAX_MINUTES"])}
    # VARIANT comes from the settings: the seed shuffles from the order that was given
    rest = {name: value for name, value in here.settings.items() if name not in said}
    return {**chosen, **plan.options, **rest}


def _of_search(experiment: Experiment) -> dict[str, str]:
    """What the search of which this is a stage was asked for: a stage is not repeated by itself."""
    plan, here = experiment.plan, experiment.environment
    given = {name: value for name, value in here.settings.items() if name != "CONFIGURATION"}  # a search has its own
    asked = {"SCENARIO": plan.scenario, "VARIANT": ",".join(dict.fromkeys(one.variant for one in plan.configured))}
    return {**asked, **given}


def _target(plan: Plan) -> str:
    """The command that makes such a plan."""
    if plan.trial:
        return "tune"
    sides = {side for block in plan.arms for side in block}
    if plan.profiled:
        return "profile COST=1" if sides else "profile"
    if schedule.OBSERVED in sides:
        return "observers-cost"
    return "calibrate" if sides else "bench"


def _configuration(plan: Plan) -> dict[str, str]:
    """CONFIGURATION, where one word says what all variants had."""
    if any(one.carried for one in plan.configured):
        return {"CONFIGURATION": "carried"}
    names = {" ".join(sorted(each)) for each in grouped((one.variant, one.name) for one in plan.configured).values()}
    word = {STOCK: STOCK, TUNED: TUNED, f"{STOCK} {TUNED}": "both"}.get(" or ".join(names))
    return {"CONFIGURATION": word} if word else {}


def place(experiment: Experiment) -> str:
    """The host in a line: a ratio of styles belongs to its processor and kernel, too."""
    here = experiment.environment
    if not here.hosts:
        return f"Host: {here.host}, kernel {_kernel(here)}, Docker {here.engine}."
    each = [f"{', '.join(one.machines)} on {_one_of_several(one)}" for one in here.hosts]
    return f"{len(each)} hosts: {'. '.join(each)}."


def _one_of_several(host: HostFacts) -> str:
    way = (
        ""
        if host.way is None
        else (
            f"; a TCP exchange with the app's host takes {host.way.round_trip_ms:.2f} ms, its clock is "
            f"{host.way.clock_ahead * 1000:+.1f} ms from that one's"
        )
    )
    return (
        f"{host.context} ({host.address}): {host.cpu}, {host.cores} cores, {words.mebibytes(host.memory)}, kernel "
        f"{host.kernel}, cgroup v{host.cgroup}, Docker {host.engine}{way}"
    )


def _kernel(here: Environment) -> str:
    return f"{here.kernel}, cgroup v{here.cgroup}"


def versions(experiment: Experiment, runs: Sequence[Run]) -> str:
    """Every machine's version; '' for results that recorded none."""
    each = [f"{machine} {version}" for machine, version in sorted(experiment.environment.versions.items())]
    return f"Versions: {'; '.join([*([f'app {java(runs)}'] if java(runs) else []), *each])}." if each else ""


def departures(experiment: Experiment) -> list[str]:
    """One line for each machine that ran another series than the image in compose.yaml names."""
    here = experiment.environment
    images = {machine: str(here.caps.get(machine, {}).get("image", "")) for machine in here.versions}
    found = {machine: departure(images[machine], version) for machine, version in here.versions.items()}
    return [f"{machine} ran {what}." for machine, what in sorted(found.items()) if what]


def java(runs: Sequence[Run]) -> str:
    """The Java that the app attested; '' if it attested none, all of them if they differ."""
    javas = {
        f"Java {jvm['version']} ({jvm['vendor']})"
        for run in runs
        for window in run.windows
        if {"version", "vendor"} <= (jvm := window.attestation.app.get("jvm", {})).keys()
    }
    return " and ".join(sorted(javas))


def missing(experiment: Experiment) -> list[str]:
    """A sentence for each observer that was to run and was missing; none where no observer was asked for."""
    if not experiment.plan.observers:
        return []
    environment = experiment.environment
    return observers.told(environment.missing, viewer=observers.VIEWER in environment.images)
