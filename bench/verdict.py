"""Evidence in, verdict out: whether a window's numbers may be used. A pure function."""

from collections.abc import Mapping

from bench.results import LoadSummary, MachineUse, Verdict, Warmup

LOAD_CPU = 0.80
"""Share of its cap above which the load machine may itself be the limit."""
OTHERS_CPU = 0.10
"""Share of the app's cores that the rest of the host may take; interrupts for our own packets are among it."""
FAILED_SUSPECT = 0.0
FAILED_INVALID = 0.01
"""Shares of failed requests above which a window is suspect, and invalid."""
FEW_CYCLES = 20
"""A window must hold at least this many times the mean latency, or its edges bias the count."""


def judge(
    load: LoadSummary, use: Mapping[str, MachineUse], warmup: Warmup, others_share: float | None = None
) -> Verdict:
    """The worst of all complaints; VALID without any."""
    invalid: list[str] = []
    suspect: list[str] = []
    if load.good == 0:
        invalid.append("no request was answered correctly")
    failed = load.failed / max(load.requests, 1)
    if failed > FAILED_INVALID:
        invalid.append(f"{failed:.1%} of the requests failed: {_kinds(load)}")
    elif failed > FAILED_SUSPECT:
        suspect.append(f"{load.failed} of {load.requests} requests failed: {_kinds(load)}")
    if "load" in use and use["load"].cpu_share > LOAD_CPU:
        invalid.append(f"the load machine used {use['load'].cpu_share:.0%} of its CPU, so it may be the limit")
    if others_share is not None and others_share > OTHERS_CPU:
        suspect.append(f"other work on the host took {others_share:.0%} of the app's cores; let it end, then repeat")
    if not warmup.steady:
        suspect.append(f"the run never got steady: {warmup.reason}")
    mean = load.latency_ms.mean
    if mean and load.window_seconds * 1000 < FEW_CYCLES * mean:
        suspect.append(f"the window of {load.window_seconds:.0f} s is short for a mean latency of {mean:.0f} ms")
    if invalid:
        return Verdict(verdict="INVALID", reasons=invalid + suspect)
    return Verdict(verdict="SUSPECT" if suspect else "VALID", reasons=suspect)


def _kinds(load: LoadSummary) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in load.failures.items() if count)
