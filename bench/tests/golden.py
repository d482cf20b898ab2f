"""Golden result files: three experiments that look like real ones, made with a fixed seed.

    python -m bench.tests.golden      writes them anew under bench/tests/golden/, after the schema has changed

A test says when what stands there is no longer what this makes. Figures are invented; ceilings and limiters follow
from them by the harness's own functions.
"""

import math
import shutil
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from bench import report
from bench.analysis import limiter
from bench.probes import peak
from bench.results import (
    AppSample,
    Calibration,
    DatabaseUse,
    Environment,
    Experiment,
    Latency,
    LoadSample,
    LoadSummary,
    MachineLimits,
    Phase,
    Plan,
    Run,
    Samples,
    Store,
    TimelineRow,
    Verdict,
    Warmup,
    WarmupStep,
    Window,
)
from bench.spec.variants import VARIANTS
from bench.tests import examples

FOLDER = Path(__file__).parent / "golden"
MIB = 2**20
WAYS = ("refused", "connect-timeout", "response-timeout", "reset", "4xx", "5xx", "wrong-content", "dropped")
CPU_US = {"blocking": 210.0, "virtual-threads": 212.0, "reactor": 320.0, "coroutines": 345.0}
"""CPU of a request, in microseconds: what limits them under a cap of half a core."""
LIMITS = {
    "app": MachineLimits(cpu=0.5, cores="0", memory=768 * MIB, swap=0),
    "db": MachineLimits(cpu=0.5, cores="0", memory=1024 * MIB, swap=0),
}
SPREAD = {
    "1": 0.3,
    "10": 0.5,
    "25": 0.7,
    "50": 0.9,
    "75": 1.2,
    "90": 1.6,
    "95": 1.9,
    "99": 2.8,
    "99.9": 4.5,
    "100": 7.0,
}
"""Percentiles of latency, as multiples of the mean."""


def main() -> None:
    """Write all three anew."""
    for name in EXPERIMENTS:
        shutil.rmtree(FOLDER / name, ignore_errors=True)
        store = write(name, FOLDER)
        store.write_report("summary.md", report.markdown(store.experiment(), store.runs()))
        print(store.folder)


def write(name: str, folder: Path) -> Store:
    """One experiment's result files below `folder`."""
    experiment, make = EXPERIMENTS[name]
    (folder / name / "runs").mkdir(parents=True)
    (folder / name / "samples").mkdir()
    store = Store(folder / name)
    store.write_experiment(experiment)
    for number, block in enumerate(experiment.plan.blocks, start=1):
        for variant in block:
            store.write_run(*make(experiment.plan, variant, number))
    return store


def _experiment(settings: dict[str, str], calibrated: bool, **plan: Any) -> Experiment:
    images = {name: "sha256:" + name[0] * 64 for name in ("db", "load", "prometheus")}
    caps: dict[str, dict[str, str | int | float]] = {
        name: {"image": f"{name}:1", "cpus": cpus, "cores": cores, "memory": memory * MIB}
        for name, cpus, cores, memory in (("app", 0.5, "0", 768), ("db", 0.5, "0", 1024), ("load", 1.0, "1", 2048))
    }
    environment = Environment(
        started=datetime(2026, 1, 2, 3, 4, tzinfo=UTC), commit="73024b6e8e1eaf8854d946016b1a29f1b9806eb1",
        modified=False, kernel="6.12.1", cgroup=2, host_cpu="a CPU", host_cores=2, host_memory=8 * 2**30,
        engine="28.5.1", images=images, caps=caps, settings=settings,
        versions={"db": "MariaDB 11.8.2, stand-in", "load": "k6 1.8.1", "prometheus": "Prometheus 3.5.1"},
    )  # fmt: skip
    measured = datetime(2026, 1, 1, tzinfo=UTC)
    calibration = Calibration(measured=measured, load_ceiling=5200.0, noise=0.031) if calibrated else None
    return Experiment(plan=examples.plan(**plan), environment=environment, calibration=calibration, wall_seconds=2210.0)


def _closed_run(plan: Plan, variant: str, block: int) -> tuple[Run, list[Samples]]:
    """Limited by the app's CPU; the more users, the more a worker thread costs. One run was disturbed."""
    chance = Random(f"{plan.seed} {variant} {block}")
    windows, samples = [], []
    for level in plan.levels:
        crowded = 1 + level / (1600 if variant == "blocking" else 6000)
        rate = 0.5e6 / (CPU_US[variant] * crowded) * chance.gauss(1, 0.015)
        failed = int(rate * plan.duration * 0.02) if (plan.runs, variant) == (1, "reactor") else 0
        load = _load(plan, level, rate, failed, 1000 * level / rate)
        verdict = Verdict(verdict="VALID", reasons=[])
        if failed:
            reason = f"{failed} of {load.requests} requests failed (2.0%: {failed} 5xx); latency is of the others only"
            verdict = Verdict(verdict="INVALID", reasons=[reason])
        elif (variant, block) == ("coroutines", 2):
            reason = "other work on the host took 14% of the app's cores; let it end, then repeat"
            verdict = Verdict(verdict="SUSPECT", reasons=[reason])
        windows.append(_window(plan, variant, level, load, verdict))
        samples.append(_samples(windows[-1], chance))
    return _run(plan, variant, block, windows, chance), samples


def _open_run(plan: Plan, variant: str, block: int) -> tuple[Run, list[Samples]]:
    """Phases around the capacity of blocking's worker threads; the others wait without a thread."""
    chance = Random(f"{plan.seed} {variant} {block}")
    level, quarter = plan.levels[0], plan.duration / 4
    capped = variant == "blocking"
    phases, timeline = [], []
    for number, (name, times) in enumerate((("below", 0.5), ("at", 1.0), ("above", 3.0), ("back", 0.5))):
        rate = level * times
        share = min(1.0, 0.35 / times) if capped and times > 1 else (0.7 if capped and name == "back" else 1.0)
        offered = int(rate * quarter)
        good = int(offered * share * chance.uniform(0.98, 1.0)) if share < 1 else offered
        slow = (3.4 if share < 1 else 1.02) * chance.gauss(1, 0.01)
        phases.append(
            Phase(name=name, at=number * quarter, seconds=quarter, rate=rate, offered=offered, good=good,
                  failed=offered - good, latency_ms=_latency(1000 * slow, 0.05))
        )  # fmt: skip
        for step in range(int(quarter / 5)):
            timeline.append(
                TimelineRow(at=number * quarter + 5 * step, offered=int(rate * 5), good=good * 5 // int(quarter),
                            failed=(offered - good) * 5 // int(quarter), p95_ms=1030 * slow * chance.uniform(1, 1.05))
            )  # fmt: skip
    good, failed = sum(phase.good for phase in phases), sum(phase.failed for phase in phases)
    load = _load(
        plan, level, (good + failed) / plan.duration, failed, (1900 if capped else 1020) * chance.gauss(1, 0.01)
    )
    load = load.model_copy(update={"phases": phases, "timeline": timeline})
    reasons = []
    if failed:
        share_failed = f"{failed / (good + failed):.1%}: {failed} response-timeout"
        reasons = [f"{failed} of {good + failed} requests failed ({share_failed}); latency is of the others only"]
    window = _window(plan, variant, level, load, Verdict(verdict="SUSPECT" if reasons else "VALID", reasons=reasons))
    return _run(plan, variant, block, [window], chance), [_samples(window, chance)]


def _load(plan: Plan, level: int, rate: float, failed: int, mean_ms: float) -> LoadSummary:
    requests = int(rate * plan.duration)
    arrivals: dict[str, Any] = {}
    if plan.model == "open":
        arrivals = {
            "latency_from": "arrival", "lag_ms": _latency(1.0, 0.8), "from_start_ms": _latency(mean_ms - 1.0, 0.05)
        }  # fmt: skip
    width = 1.0 if plan.model == "closed" else 0.05  # who only waits for a timer has little to vary
    kind = "response-timeout" if plan.model == "open" else "5xx"
    return LoadSummary(
        scenario=plan.scenario, model=plan.model, vus=level if plan.model == "closed" else None,
        rate=level if plan.model == "open" else None, window_seconds=plan.duration, requests=requests,
        good=requests - failed, failed=failed, failures={way: failed if way == kind else 0 for way in WAYS},
        latency_ms=_latency(mean_ms, width), think_ms=0.0, iterations_outside=level,
        quantiles_ms=_quantiles(mean_ms, width), limit_ms=1000 * float(plan.options.get("TIMEOUT", 10)), **arrivals,
    )  # fmt: skip


def _latency(mean_ms: float, width: float) -> Latency:
    at = _quantiles(mean_ms, width)
    return Latency(
        mean=round(mean_ms, 2), p50=at["50"], p90=at["90"], p95=at["95"], p99=at["99"], max=at["100"]
    )  # fmt: skip


def _quantiles(mean_ms: float, width: float) -> dict[str, float]:
    """Percentiles around the mean; the smaller `width`, the closer."""
    return {name: round(mean_ms * (1 + (times - 1) * width), 2) for name, times in SPREAD.items()}


def _window(plan: Plan, variant: str, level: int, load: LoadSummary, verdict: Verdict) -> Window:
    rate = load.requests / load.window_seconds
    share = min(rate * CPU_US[variant] * 2e-6, 0.99)
    tomcat = variant in ("blocking", "virtual-threads")
    app = examples.app_use(
        requests_per_second=round(rate, 2), in_flight=round(rate * (load.latency_ms.mean or 0) / 1000, 1),
        workers=200 if variant == "blocking" else None, pool_busy=5.5 if plan.needs else None,
        workers_busy=float(min(level, 200)) if variant == "blocking" else None,
        threads=min(level, 200) + 34 if variant == "blocking" else 36 if tomcat else 28,
        virtual_threads=level + 1 if variant == "virtual-threads" else None,
    )  # fmt: skip
    used = {"app": _use(share, 0.9 if share > 0.9 else 0.02, 380 if tomcat else 350, plan.duration)}
    if plan.needs:
        used["db"] = _use(min(rate / 3000, 0.95), 0.3, 500, plan.duration)
    used["load"] = _use(rate / 6000, 0.0, 300, plan.duration, cap=1.0)
    judged, busy = load, used
    if top := peak.find(plan, load):
        answered = 200.0 if variant == "blocking" else top.offered
        judged = peak.at(top, load, answered)
        busy = {name: peak.scaled(machine, answered / rate) for name, machine in used.items()}
    found = limiter.predict(plan, variant, judged, app, busy, None if tomcat else 4)
    statements = DatabaseUse(selects=rate, inserts=rate, updates=0.0, deletes=0.0) if plan.needs else None
    return examples.window(
        level=level, load=load, use=used, app=app, database=statements, ceilings=found, verdict=verdict,
        limiter=limiter.find(judged, app, busy, found), attestation=examples.attestation(variant, machines=LIMITS),
    )  # fmt: skip


def _use(share: float, throttled: float, memory: int, seconds: float, cap: float = 0.5) -> Any:
    return examples.use(
        seconds=seconds, cpu_seconds=round(share * cap * seconds, 3), cpu_share=round(share, 4),
        throttled_share=throttled, throttled_seconds=throttled * 4, memory_peak=memory * MIB,
    )  # fmt: skip


def _samples(window: Window, chance: Random) -> Samples:
    app, load = [], []
    seconds = window.load.window_seconds
    steady = [TimelineRow(at=0, offered=0, good=int(window.goodput * 5), failed=0, p95_ms=window.load.latency_ms.p95)]
    for number in range(1, 9):
        at = round(number * seconds / 8, 2)
        now = next(step for step in reversed(window.load.timeline or steady) if step.at < at)
        good, share = now.good / 5 * chance.gauss(1, 0.04), (now.good + now.failed) / 5 / window.throughput
        app.append(
            AppSample(
                at=at, requests_per_second=round(good, 1), cpu=round(0.49 * min(share, 1.0), 3),
                compiling=0.01, in_flight=round((window.app.in_flight or 0) * share, 1),
                platform_threads=window.app.threads - 5, virtual_threads=window.app.virtual_threads,
                workers_busy=window.app.workers_busy, pool_busy=window.app.pool_busy, pool_waiting=0.0,
                heap_bytes=round(120 + 30 * (number % 4) + chance.uniform(0, 20)) * MIB,
            )
        )  # fmt: skip
        load.append(
            LoadSample(at=at, good_per_second=round(good, 1), failed_per_second=now.failed / 5, p50_ms=None,
                       p95_ms=round((now.p95_ms or 0) * chance.gauss(1, 0.06), 1))
        )  # fmt: skip
    return Samples(app=app, load=load)


def _run(plan: Plan, variant: str, block: int, windows: list[Window], chance: Random) -> Run:
    final = 1.7e6 / CPU_US[variant]
    steps = [
        WarmupStep(at=5.0 * number, throughput=round(final * (1 - math.exp(-number / 3)) * chance.gauss(1, 0.02), 1),
                   compiling=round(0.9 * math.exp(-number / 2.5) * chance.gauss(1, 0.1), 3),
                   cpu_us=round(CPU_US[variant] * (1 + 2 / number), 1))
        for number in range(1, 13)
    ]  # fmt: skip
    return Run(
        block=block, variant=variant, image="sha256:" + variant[0] * 64, cpus={"app": 0.5, "db": 0.5, "load": 1.0},
        seconds={"start": 9.0, "warm-up": 60.0, "windows": float(plan.duration * len(windows)), "harness": 21.0},
        warmup=Warmup(
            seconds=60.0, steady=True, reason="throughput is flat, the compilers are quiet", steps=steps,
            uncapped_compilers=[0.52, 0.06], capped_compilers=[0.04],
        ),
        windows=windows,
    )  # fmt: skip


def _blocks(runs: int) -> list[list[str]]:
    chance = Random(1)
    return [chance.sample(VARIANTS, len(VARIANTS)) for _ in range(runs)]


EXPERIMENTS = {
    "closed": (
        _experiment(
            {"SCENARIO": "create-property", "VUS": "50,200,400", "RUNS": "3"}, calibrated=True,
            levels=[50, 200, 400], runs=3, blocks=_blocks(3),
        ),
        _closed_run,
    ),
    "one-run": (
        _experiment({"SCENARIO": "create-property"}, calibrated=False, blocks=_blocks(1)),
        _closed_run,
    ),
    "overload": (
        _experiment(
            {"SCENARIO": "overload", "RUNS": "2", "TIMEOUT": "4"}, calibrated=True, scenario="overload", model="open",
            levels=[200], duration=80, runs=2, blocks=_blocks(2), options={"TIMEOUT": "4"}, needs=[], statements=None,
            wait_ms=1000.0, failures_expected=True,
        ),
        _open_run,
    ),
}  # fmt: skip

if __name__ == "__main__":
    main()
