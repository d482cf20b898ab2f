"""Small result records that several tests build upon."""

from datetime import UTC, datetime
from typing import Any

from bench.results import (
    AppSample,
    AppUse,
    Attestation,
    CapacitySearch,
    DatabaseUse,
    Environment,
    Experiment,
    Latency,
    Limiter,
    LoadSummary,
    MachineUse,
    Plan,
    Run,
    Samples,
    SearchStep,
    Verdict,
    Warmup,
    WarmupStep,
    Window,
)
from bench.tests import attested

MIB = 1024 * 1024


def summary(**changes: Any) -> LoadSummary:
    base: dict[str, Any] = {
        "scenario": "create-property", "model": "closed", "vus": 50, "rate": None, "window_seconds": 20.0,
        "requests": 10_000, "good": 10_000, "failed": 0, "failures": {"5xx": 0, "wrong-content": 0},
        "latency_ms": Latency(mean=100.0, p50=95.0, p90=150.0, p95=180.0, p99=250.0, max=400.0),
        "quantiles_ms": {"1": 20.0, "50": 95.0, "99": 250.0, "100": 400.0}, "think_ms": 0.0, "iterations_outside": 50,
    }  # fmt: skip
    return LoadSummary.model_validate({**base, **changes})


def use(**changes: Any) -> MachineUse:
    base: dict[str, Any] = {
        "seconds": 20.0, "cpu_seconds": 9.8, "cpu_share": 0.98, "throttled_share": 0.9, "throttled_seconds": 8.0,
        "memory_peak": 500 * MIB, "memory_limit": 768 * MIB,
    }  # fmt: skip
    return MachineUse.model_validate({**base, **changes})


def machines(**changes: MachineUse) -> dict[str, MachineUse]:
    return {"app": use(), "db": use(cpu_share=0.4), "load": use(cpu_share=0.2, throttled_share=0.0), **changes}


def plan(**changes: Any) -> Plan:
    base: dict[str, Any] = {
        "scenario": "create-property", "model": "closed", "levels": [50], "settle": 6, "duration": 20, "runs": 1,
        "seed": 1, "warmup_limit": 120, "options": {}, "needs": ["db"], "statements": 2.0, "wait_ms": None,
        "failures_expected": False, "observers": True, "blocks": [["blocking", "reactor"]],
    }  # fmt: skip
    return Plan.model_validate({**base, **changes})


def app_use(**changes: Any) -> AppUse:
    base: dict[str, Any] = {
        "requests_per_second": 500.0, "compiling": 0.01, "compiler_share": 0.01, "in_flight": 40.0,
        "workers_busy": 45.0, "workers": 200, "pool_busy": 4.0, "pool_waiting": 0.0, "pool_size": 10, "threads": 230,
        "virtual_threads": None,
    }  # fmt: skip
    return AppUse.model_validate({**base, **changes})


def database_use(statements: float = 1000.0) -> DatabaseUse:
    return DatabaseUse(selects=statements / 2, inserts=statements / 2, updates=0.0, deletes=0.0)


def attestation(variant: str = "blocking", **changes: Any) -> Attestation:
    base: dict[str, Any] = {
        "app": attested.app(variant), "handlers": attested.handlers(variant), "machines": {}, "scheduler": "CFS",
        "mismatches": [],
    }  # fmt: skip
    return Attestation.model_validate({**base, **changes})


def warmup(steady: bool = True) -> Warmup:
    steps = [
        WarmupStep(at=5.0, throughput=900.0, compiling=0.5, cpu_us=700.0),
        WarmupStep(at=10.0, throughput=1000.0, compiling=0.1, cpu_us=500.0),
    ]
    return Warmup(seconds=60.0, steady=steady, reason="throughput still changes by +20%", steps=steps)


def window(good: int = 10_000, level: int = 50, **changes: Any) -> Window:
    base: dict[str, Any] = {
        "level": level, "started": 1_000_000.0, "ended": 1_000_020.0,
        "load": summary(requests=good, good=good), "use": machines(),
        "app": app_use(), "database": database_use(), "contention": 0.03, "load_core_full": 0.02,
        "work_ms": 0.25, "incidents": [],
        "attestation": attestation(), "ceilings": [], "limiter": Limiter(name="app CPU", evidence="98% of it", also=[]),
        "verdict": Verdict(verdict="VALID", reasons=[]),
    }  # fmt: skip
    return Window.model_validate({**base, **changes})


def run(variant: str, good: int, block: int = 1, **changes: Any) -> Run:
    return Run(
        block=block,
        variant=variant,
        image="sha256:0",
        cpus={"app": 0.5, "db": 0.5, "load": 1.0},
        seconds={"start": 8.0, "warm-up": 60.0, "windows": 20.0, "harness": 5.0},
        warmup=warmup(),
        windows=[window(good, **changes)],
    )


def lost(given: Run) -> Run:
    """The same where the app was gone before its window."""
    return given.model_copy(update={"windows": [], "ended": "app is gone: its Java heap was full"})


def bounded(given: Run) -> Run:
    """The same where its goodput is a lower bound: the search for a capacity ended at what can be offered."""
    return given.model_copy(update={"search": CapacitySearch(steps=[], outcome="at least")})


def step(level: int, held: bool = True, **changes: Any) -> SearchStep:
    """Of a search, at a rate."""
    load = summary()
    base = {
        "model": "open", "level": level, "seconds": 10.0, "goodput": float(level), "failed_share": 0.0, "dropped": 0,
        "latency_ms": load.latency_ms, "quantiles_ms": load.quantiles_ms, "limiter": window().limiter,
        "missed": [] if held else ["p99 was 131 ms"], "held": held,
    }  # fmt: skip
    return SearchStep.model_validate({**base, **changes})


def samples() -> Samples:
    steps = [
        AppSample(
            at=2.0 * index, requests_per_second=500.0, cpu=0.49, compiling=0.01, in_flight=40.0, platform_threads=230.0,
            virtual_threads=None, workers_busy=45.0, pool_busy=4.0, pool_waiting=0.0, heap_bytes=200.0 * MIB,
        )
        for index in range(1, 11)
    ]  # fmt: skip
    return Samples(app=steps, load=[])


def experiment(**changes: Any) -> Experiment:
    environment = Environment(
        started=datetime(2026, 1, 1, tzinfo=UTC), commit="0", modified=False, kernel="6.1", cgroup=2, host_cpu="a CPU",
        host_cores=2, host_memory=0, engine="28", images={}, caps={}, settings={},
    )  # fmt: skip
    return Experiment(plan=plan(**changes), environment=environment)
