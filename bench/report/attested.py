"""What each variant was, as the running stack reported it: mismatches first."""

from collections.abc import Iterator, Mapping
from typing import Any

from bench.report import words
from bench.report.data import ReportData
from bench.report.grid import Grid
from bench.report.rows import grouped
from bench.results import Attestation, Handler


def mismatches(data: ReportData) -> list[str]:
    """Where a window's stack was not the expected one, each with the runs and levels that it holds for."""
    found = grouped(
        ((run.label, mismatch), f"run {run.block} at {words.level(data.plan, index)}")
        for run in data.runs
        for index, window in enumerate(run.windows)
        for mismatch in window.attestation.mismatches
    )
    return [f"{name}: {mismatch} ({words.listing(where)})" for (name, mismatch), where in found.items()]


def app(data: ReportData) -> Grid:
    """The app's own answers, variants beside each other; 'varies' where its windows did not say the same."""
    facts = {name: _facts(_all(data, name)) for name in data.styles}
    keys = dict.fromkeys(key for found in facts.values() for key in found)
    rows = tuple((key, *(found.get(key, words.NOTHING) for found in facts.values())) for key in keys)
    return Grid("What the app said of itself", ("fact", *facts), rows, frozenset(facts))


def machines(data: ReportData) -> Grid:
    """Limits as read from the cgroups before the first window of each variant."""
    rows = tuple(
        (
            name, machine, "no cap" if limits.cpu is None else f"{limits.cpu:g}", limits.cores,
            *("no cap" if one is None else words.mebibytes(one) for one in (limits.memory, limits.swap)),
        )
        for name in data.styles
        for first in _all(data, name)[:1]
        for machine, limits in first.machines.items()
    )  # fmt: skip
    headings = ("variant", "machine", "CPU cap, cores", "may run on cores", "memory", "swap")
    return Grid("Limits read back from the cgroups", headings, rows, frozenset({"machine"}))


def _all(data: ReportData, name: str) -> list[Attestation]:
    return [window.attestation for run in data.runs if run.label == name for window in run.windows]


def _facts(attestations: list[Attestation]) -> dict[str, str]:
    every: list[tuple[str, str]] = []
    for one in attestations:
        handlers = ", ".join(dict.fromkeys(map(_kind, one.handlers))) or words.NOTHING
        every += {**dict(_flat(one.app)), "handler threads": handlers, "scheduler": one.scheduler}.items()
    return {key: each[0] if len(set(each)) == 1 else f"varies: {each[0]}, ..." for key, each in grouped(every).items()}


def _kind(handler: Handler) -> str:
    kind = "virtual" if handler.virtual else "event loop" if handler.event_loop else "platform"
    return f"{handler.thread.rstrip('0123456789') or 'unnamed'}* ({kind})"


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Nested objects as dotted names."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        yield path, ", ".join(map(str, value)) or "none"
    else:
        yield path, "none" if value is None else str(value)
