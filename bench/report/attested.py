"""What each variant said that it is, from the running stack: mismatches first."""

from collections.abc import Iterator, Mapping
from typing import Any

from bench.report import words
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.results import Attestation, MachineLimits


def mismatches(data: ReportData) -> list[str]:
    """Where a window's stack was not what its variant claims, each with the runs and levels that it holds for."""
    found: dict[tuple[str, str], list[str]] = {}
    for run in data.runs:
        for index, window in enumerate(run.windows):
            for mismatch in window.attestation.mismatches:
                where = f"run {run.block} at {words.level(data.plan, index)}"
                found.setdefault((run.label, mismatch), []).append(where)
    return [f"{name}: {mismatch} ({words.listing(where)})" for (name, mismatch), where in found.items()]


def app(data: ReportData) -> Grid:
    """The app's own answers, variants beside each other; 'varies' where its windows did not say the same."""
    facts = {name: _facts(_all(data, name)) for name in data.styles}
    keys = dict.fromkeys(key for found in facts.values() for key in found)
    rows = tuple((key, *(found.get(key, words.NOTHING) for found in facts.values())) for key in keys)
    return Grid("What the app said of itself", ("fact", *facts), rows, frozenset(facts))


def machines(data: ReportData) -> Grid:
    """Limits as the cgroups told them before the first window of each variant."""
    rows = [
        (name, machine, *_limits(limits))
        for name in data.styles
        for first in _all(data, name)[:1]
        for machine, limits in first.machines.items()
    ]
    headings = ("variant", "machine", "CPU cap, cores", "may run on cores", "memory", "swap")
    return Grid("Limits read back from the cgroups", headings, tuple(rows), frozenset({"machine"}))


def _limits(limits: MachineLimits) -> tuple[str, ...]:
    cpu = "no cap" if limits.cpu is None else f"{limits.cpu:g}"
    swap = "no cap" if limits.swap is None else words.mebibytes(limits.swap)
    return cpu, limits.cores, "no cap" if limits.memory is None else words.mebibytes(limits.memory), swap


def _all(data: ReportData, name: str) -> list[Attestation]:
    return [window.attestation for run in data.runs if run.label == name for window in run.windows]


def _facts(attestations: list[Attestation]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for one in attestations:
        handlers = ", ".join(dict.fromkeys(_kind(h.thread, h.virtual, h.event_loop) for h in one.handlers))
        facts = {**dict(_flat(one.app)), "handler threads": handlers or words.NOTHING, "scheduler": one.scheduler}
        for key, value in facts.items():
            found.setdefault(key, []).append(value)
    return {key: values[0] if len(set(values)) == 1 else f"varies: {values[0]}, ..." for key, values in found.items()}


def _kind(thread: str, virtual: bool, event_loop: bool) -> str:
    kind = "virtual" if virtual else "event loop" if event_loop else "platform"
    return f"{thread.rstrip('0123456789') or 'unnamed'}* ({kind})"


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Nested objects as dotted names."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        yield path, ", ".join(map(str, value)) or "none"
    else:
        yield path, "none" if value is None else str(value)
