"""Small result records that several tests build upon."""

from typing import Any

from bench.results import Latency, LoadSummary, MachineUse, Run, Threads, Verdict, Warmup, WarmupStep, Window

MIB = 1024 * 1024


def summary(**changes: Any) -> LoadSummary:
    base: dict[str, Any] = {
        "scenario": "create-property", "model": "closed", "vus": 50, "rate": None, "window_seconds": 20.0,
        "requests": 10_000, "good": 10_000, "failed": 0, "failures": {"5xx": 0, "wrong-content": 0},
        "latency_ms": Latency(mean=100.0, p50=95.0, p90=150.0, p95=180.0, p99=250.0, max=400.0),
        "iterations_outside": 50,
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


def warmup(steady: bool = True) -> Warmup:
    steps = [WarmupStep(at=5.0, throughput=900.0, compiling=0.5), WarmupStep(at=10.0, throughput=1000.0, compiling=0.1)]
    return Warmup(seconds=60.0, steady=steady, reason="throughput still changes by +20%", steps=steps)


def window(good: int = 10_000, level: int = 50, **changes: Any) -> Window:
    base: dict[str, Any] = {
        "level": level, "started": 1_000_000.0, "ended": 1_000_020.0,
        "load": summary(requests=good, good=good), "use": machines(),
        "others_share": 0.03, "threads": Threads(operating_system=230, virtual=None),
        "verdict": Verdict(verdict="VALID", reasons=[]),
    }  # fmt: skip
    return Window.model_validate({**base, **changes})


def run(variant: str, good: int, block: int = 1, **changes: Any) -> Run:
    return Run(
        block=block,
        variant=variant,
        image="sha256:0",
        cpus={"app": 0.5, "db": 0.5, "load": 1.0},
        startup_seconds=8.0,
        warmup=warmup(),
        windows=[window(good, **changes)],
    )
