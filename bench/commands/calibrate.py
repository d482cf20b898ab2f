"""`make calibrate`: what this host's load machine can do at most, and how far two equal things differ here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from bench import report
from bench.analysis import noise
from bench.commands import ceiling
from bench.console import console
from bench.errors import ThreadmillError, UsageError
from bench.report.live import Live
from bench.results import Calibration, CeilingStep, Experiment, KeptCalibration, Run, Store, keep_calibration
from bench.runner import experiment_runner
from bench.runner.k6 import Offer
from bench.spec import request
from bench.spec.experiment import ExperimentSpec
from bench.spec.schedule import against_itself
from bench.spec.variables import EXPERIMENT
from bench.spec.variants import BASELINE
from bench.testbed import environment
from bench.testbed.machines import Machines

DEFAULTS = {"SCENARIO": "create-property", "VARIANT": BASELINE, "RUNS": "10", "CONFIGURATION": "stock"}
"""Fresh starts of one and the same variant scatter by 3 to 4 % on two shared cores (docs/method.md). The ratio of
two such needs 8 blocks for an interval of 5 % to either side (Student's t); as the scatter scatters too, two more."""
MOST_NOISE = 0.05
"""Half-width of the A/A interval above which small differences cannot be shown."""
LOAD_FULL = 0.80
"""Share of its cap that the load machine must have used at its ceiling, or it was another thing's ceiling."""


def requested(given: Mapping[str, str]) -> ExperimentSpec:
    """The A/A experiment: ten blocks of blocking against itself, unless the command line says otherwise."""
    found = request.experiment({**DEFAULTS, **given, EXPERIMENT.name: ""})
    if len(found.plan.blocks[0]) > 1:
        raise UsageError(
            "`make calibrate` runs one variant against itself; VARIANT names one, CONFIGURATION stock or tuned"
        )
    if found.runs < 2:
        raise UsageError("RUNS=1 gives no interval; `make calibrate` needs 2 blocks at least")
    return found


def calibrate(machines: Machines, spec: ExperimentSpec) -> None:
    """Measure both, keep them for later experiments, and say what they mean."""
    plan = against_itself(spec.plan)
    with experiment_runner.session(machines, plan.observers, Live()) as start:
        began = Experiment(plan=plan, environment=environment.describe(machines, spec.variables))
        offer = Offer(
            scenario=ceiling.SCENARIO, variant="none", model="closed", vus=None, rate=None, settle=3,
            duration=plan.duration, seed=plan.seed, observed=plan.observers,
        )  # fmt: skip
        steps = ceiling.measure(machines, offer, console.print)
        store = experiment_runner.carry_out(machines, began, Store.create(began), start, Live(_show_noise))
    _keep(began, store, steps)
    for line in meaning(steps, store):
        console.print(line)
    console.print(f"report: {report.write(store)}")


def _keep(began: Experiment, store: Store, steps: list[CeilingStep]) -> None:
    found = noise.ratio(store.runs())
    if found is None or found.low is None or found.high is None:
        raise ThreadmillError(f"a run of the A/A experiment answered nothing, see {store.folder}; nothing was kept")
    calibration = Calibration(
        measured=datetime.now(UTC), load_ceiling=ceiling.best(steps).per_second, noise=(found.high - found.low) / 2
    )
    keep_calibration(
        KeptCalibration(
            found=calibration, environment=began.environment, steps=steps, experiment=store.folder.name,
            blocks=found.runs, ratio=found.value, low=found.low, high=found.high,
        )
    )  # fmt: skip


def meaning(steps: list[CeilingStep], store: Store) -> list[str]:
    """Both findings in words."""
    best = ceiling.best(steps)
    lines = [
        f"the load machine's ceiling: {best.per_second:,.0f} requests/s at {best.users} users, "
        f"{best.load_cpu:.0%} of its CPU; a measurement near it is one of the load machine"
    ]
    if best.load_cpu < LOAD_FULL:
        lines.append("its CPU was not used up: the service gave out first, so the true ceiling is higher")
    runs = store.runs()
    doubtful = [window.verdict for run in runs for window in run.windows if window.verdict.verdict != "VALID"]
    if doubtful:
        lines.append(f"{len(doubtful)} windows of the A/A are not VALID: {'; '.join(doubtful[0].reasons)}")
    found = noise.ratio(runs)
    lines += filter(None, [noise.words(found), noise.at_equal_pace(runs)])
    width = None if found is None else noise.half_width(found)
    if width is not None and width > MOST_NOISE:
        lines.append(f"that is more than {MOST_NOISE:.0%}: take more RUNS, a longer DURATION or a quieter host")
    return lines


def _show_noise(_: Experiment, runs: Sequence[Run]) -> None:
    console.print(noise.words(noise.ratio(runs)))
