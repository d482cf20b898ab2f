"""`make calibrate`: what this host's load machine can do at most, and how far two equal things differ here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from bench import report
from bench.analysis import noise
from bench.commands import experiment, verdicts
from bench.console import console
from bench.errors import ThreadmillError, UsageError
from bench.report.live import Live
from bench.results import Calibration, CeilingStep, Experiment, KeptCalibration, Plan, Run, Store, keep_calibration
from bench.runner import experiment_runner
from bench.runner.k6 import WINDOW_END, WINDOW_START, Load
from bench.runner.offer import Offer
from bench.runner.window import DRAIN, usage
from bench.spec import request, settings
from bench.spec import variables as var
from bench.spec.experiment import ExperimentSpec
from bench.spec.schedule import against_itself
from bench.spec.variants import BASELINE
from bench.testbed import environment, stack
from bench.testbed.machines import Machines

DEFAULTS = {"SCENARIO": "create-property", "VARIANT": BASELINE, "RUNS": "10", "CONFIGURATION": "stock"}
"""Fresh starts of one and the same variant scatter by 3 to 4 % on two shared cores (docs/findings/measuring.md). The
ratio of two such needs 8 blocks for an interval of 5 % to either side (Student's t); as the scatter scatters too, two
more."""
MOST_NOISE = 0.05
"""Half-width of the A/A interval above which small differences cannot be shown."""
LOAD_FULL = 0.80
"""Share of its cap that the load machine must have used at its ceiling, or it was another thing's ceiling."""
NULL = "null"
"""The scenario that asks a service which has nothing to do."""
LEVELS = (1, 10, 25, 50, 100, 200, 400)
"""Users. One alone tells how long an answer takes where nobody waits. The climb ends at the first level that adds
nothing."""
ADDS = 1.03
"""The rate over the best one so far that counts as more."""
WARM = 1.05
"""The same from one warming window to the next: above it the service is still getting faster."""
WARMING_WINDOWS = 8


def asked(given: Mapping[str, str]) -> Callable[[], object]:
    """How to do what `make calibrate` is asked for; a UsageError says why that cannot be."""
    if var.VERDICTS.name in given:
        return partial(_verdicts, verdicts.requested(given))
    return partial(_begin, requested(given), var.CEILING.name in given)


def _begin(spec: ExperimentSpec, ceiling: bool) -> None:
    machines = experiment.prepare(spec)
    if ceiling:
        ceiling_alone(machines, spec.plan)
    else:
        calibrate(machines, spec)


def _verdicts(asked: verdicts.DisturbedSpec) -> None:
    settings.hand_over(settings.chosen(asked.given))
    verdicts.conduct(stack.prepare(asked.plan.blocks[0], probed=True), asked)


def requested(given: Mapping[str, str]) -> ExperimentSpec:
    """The A/A experiment: ten blocks of blocking against itself, unless the command line says otherwise."""
    if given.get("RESUME"):
        raise UsageError("`make calibrate` begins anew each time; RESUME goes on with one of VERDICTS=1")
    found = request.in_pairs(given, DEFAULTS, "make calibrate")
    if len(found.plan.blocks[0]) > 1:
        raise UsageError(
            "`make calibrate` runs one variant against itself; VARIANT names one, CONFIGURATION stock or tuned"
        )
    return found


def calibrate(machines: Machines, spec: ExperimentSpec) -> None:
    """Measure both, keep them for later experiments, and say what they mean."""
    plan = against_itself(spec.plan)
    with experiment_runner.session(machines, plan.observers, Live()) as start:
        began = Experiment(plan=plan, environment=environment.describe(machines, spec.variables))
        steps = measure_ceiling(machines, plan, console.print)
        store = experiment_runner.carry_out(machines, began, Store.create(began), start, Live(_show_noise))
    _keep(began, store, steps)
    for line in meaning(steps, store):
        console.print(line)
    console.print(f"report: {report.write(store)}")


def ceiling_alone(machines: Machines, plan: Plan) -> None:
    """The null scenario without the A/A: two minutes that tell what a network between hosts costs. Nothing is kept."""
    with experiment_runner.session(machines, plan.observers, Live()):
        steps = measure_ceiling(machines, plan, console.print)
    for line in of_ceiling(steps):
        console.print(line)


def _keep(began: Experiment, store: Store, steps: list[CeilingStep]) -> None:
    found = noise.ratio(store.runs())
    if found is None or found.low is None or found.high is None:
        every = [window.verdict for run in store.runs() for window in run.windows]
        why = next((f" ({one.reasons[0]})" for one in every if one.verdict == "INVALID"), "")
        raise ThreadmillError(
            f"the A/A experiment has not two blocks whose windows answered and are not INVALID{why}: "
            f"put that right and calibrate again; nothing was kept, see {store.folder}"
        )
    calibration = Calibration(
        measured=datetime.now(UTC), load_ceiling=load_ceiling(best(steps)), noise=noise.floor(found) or 0
    )
    keep_calibration(
        KeptCalibration(
            found=calibration, environment=began.environment, steps=steps, experiment=store.folder.name,
            blocks=found.runs, ratio=found.value, low=found.low, high=found.high,
        )
    )  # fmt: skip


def meaning(steps: list[CeilingStep], store: Store) -> list[str]:
    """Both findings in words."""
    runs = store.runs()
    lines = of_ceiling(steps)
    doubtful = [window.verdict for run in runs for window in run.windows if window.verdict.verdict != "VALID"]
    if doubtful:
        lines.append(
            f"{len(doubtful)} windows of the A/A are not VALID: {'; '.join(doubtful[0].reasons)}; "
            "blocks with an INVALID one are left out"
        )
    found = noise.ratio(runs)
    lines += filter(None, [noise.words(found), noise.at_equal_pace(runs)])
    if (noise.floor(found) or 0) > MOST_NOISE:
        lines.append(f"that is more than {MOST_NOISE:.0%}: take more RUNS, a longer DURATION or a quieter host")
    return lines


def load_ceiling(highest: CeilingStep) -> float | None:
    """Its rate, where it was the load machine that gave out."""
    return highest.per_second if highest.load_cpu >= LOAD_FULL else None


def of_ceiling(steps: list[CeilingStep]) -> list[str]:
    """The ceiling in words, and whether it is the load machine's."""
    highest = best(steps)
    reached = f"{highest.per_second:,.0f} requests/s at {highest.users} users, {highest.load_cpu:.0%} of its CPU"
    if load_ceiling(highest) is None:
        return [f"the load machine did {reached}: the service gave out first, so its own ceiling is not known"]
    return [f"the load machine's ceiling: {reached}; a measurement near it is one of the load machine"]


def _show_noise(_: Experiment, runs: Sequence[Run]) -> None:
    console.print(noise.words(noise.ratio(runs)))


def measure_ceiling(machines: Machines, plan: Plan, say: Callable[[str], None]) -> list[CeilingStep]:
    """Climb the levels. The service may use the whole host meanwhile, so that k6 is what gives out first."""
    offer = Offer(
        scenario=NULL, variant="none", model="closed", vus=None, rate=None, settle=3,
        duration=plan.duration, seed=plan.seed, observed=plan.observers,
    )  # fmt: skip
    machines.lift_caps(["downstream"])
    try:
        warm_up(lambda: _window(machines, replace(offer, vus=50)), say)
        return climb(lambda users: _window(machines, replace(offer, vus=users)), say)
    finally:
        machines.restore_caps({"downstream": machines.caps["downstream"].cpus})


def warm_up(window: Callable[[], CeilingStep], say: Callable[[str], None]) -> None:
    """Repeat a window until the service no longer gets faster."""
    before = window()
    for _ in range(WARMING_WINDOWS):
        now = window()
        say(f"warming up: {now.per_second:,.0f} requests/s")
        if now.per_second <= WARM * before.per_second:
            return
        before = now


def climb(window: Callable[[int], CeilingStep], say: Callable[[str], None]) -> list[CeilingStep]:
    """Every level up to the first that adds nothing."""
    steps: list[CeilingStep] = []
    for users in LEVELS:
        step = window(users)
        took = "" if step.p50_ms is None else f", median {step.p50_ms:.2f} ms"
        say(f"{users} users: {step.per_second:,.0f} requests/s{took}, load machine at {step.load_cpu:.0%} of its CPU")
        adds = not steps or step.per_second > ADDS * best(steps).per_second
        steps.append(step)
        if not adds:
            break
    return steps


def best(steps: list[CeilingStep]) -> CeilingStep:
    """The step with the highest rate."""
    return max(steps, key=lambda step: step.per_second)


def _window(machines: Machines, offer: Offer) -> CeilingStep:
    with Load(offer) as load:
        load.wait_for(WINDOW_START, within=offer.starts_within)
        before = machines.counters(["load"])["load"]
        load.wait_for(WINDOW_END, within=offer.duration + 30)
        after = machines.counters(["load"])["load"]
        summary = load.summary(within=DRAIN)
    use = usage(before, after, machines.caps["load"].cpus)
    return CeilingStep(
        users=offer.level, per_second=summary.good / summary.window_seconds, load_cpu=use.cpu_share,
        p50_ms=summary.latency_ms.p50,
    )  # fmt: skip
