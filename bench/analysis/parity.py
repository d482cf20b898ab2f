"""Parity between the variants of an experiment: a setting that differs for one makes that one's windows INVALID."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from bench.results import Attestation, Run, Window
from bench.spec.parity import SETTINGS

Reading = tuple[str, Any]
"""A label (variant and configuration), and what it attested of one setting."""


def judged(runs: Sequence[Run]) -> list[Run]:
    """The runs whose windows become INVALID by it, with that verdict; empty if the variants agree, or if that has been
    said already. To be asked once every variant has run, since the majority decides."""
    wrong = differences(runs)
    changed = []
    for run in runs:
        windows = [_judge(window, wrong.get(run.label, [])) for window in run.windows]
        if windows != run.windows:
            changed.append(run.model_copy(update={"windows": windows}))
    return changed


def differences(runs: Sequence[Run]) -> dict[str, list[str]]:
    """By label, the settings in which it differs from the others, in words.

    What most variants have is right. Where there is no majority nobody knows which is right, so all of them differ.
    """
    found = _places(runs)
    for setting in SETTINGS:
        read, what = _setting(setting.key), f"parity setting {setting.key} ({setting.what})"
        readings = _readings(runs, read)
        for label in _odd(setting.same, readings):
            told = ", ".join(f"{value} for {name}" for name, value in readings)
            found.setdefault(label, []).append(f"{what} is not equal in all variants: {told}")
        for label, (first, *later) in _values(runs, read).items():
            if other := [value for value in later if not setting.same(first, value)]:
                found.setdefault(label, []).append(f"{what} changed between its runs: {first}, then {other[0]}")
    return found


def _places(runs: Sequence[Run]) -> dict[str, list[str]]:
    """By label, the machines that stood on another engine than for the others."""
    found: dict[str, list[str]] = {}
    machines = {name for run in runs for window in run.windows for name in window.attestation.nodes}
    for name in sorted(machines):
        for label in _odd(str.__eq__, _readings(runs, _node(name))):
            found.setdefault(label, []).append(f"the host of {name} is not the same for all variants")
    return found


def _setting(key: str) -> Callable[[Attestation], Any]:
    return lambda told: (told.app.get("parity") or {}).get(key)


def _node(machine: str) -> Callable[[Attestation], Any]:
    return lambda told: told.nodes.get(machine)


def _readings(runs: Sequence[Run], read: Callable[[Attestation], Any]) -> list[Reading]:
    """What each label attested first, as `read` finds it."""
    return sorted(((label, first) for label, (first, *_) in _values(runs, read).items()), key=lambda one: one[0])


def _values(runs: Sequence[Run], read: Callable[[Attestation], Any]) -> dict[str, list[Any]]:
    """By label, what each of its windows attested; null, where a stack has no such limit, is no reading."""
    found: dict[str, list[Any]] = {}
    for run in runs:
        for window in run.windows:
            value = read(window.attestation)
            if value is not None:
                found.setdefault(run.label, []).append(value)
    return found


def _odd(same: Callable[[Any, Any], bool], readings: Sequence[Reading]) -> list[str]:
    """The labels whose value is not that of most."""
    if not readings:
        return []
    alike = Counter({name: sum(same(value, other) for _, other in readings) for name, value in readings})
    most = max(alike.values())
    if most == len(readings):
        return []
    if 2 * most <= len(readings):
        return [name for name, _ in readings]
    return [name for name in alike if alike[name] < most]


def _judge(window: Window, reasons: Sequence[str]) -> Window:
    new = [reason for reason in reasons if reason not in window.verdict.reasons]
    if not new:
        return window
    judged = {"verdict": "INVALID", "reasons": [*new, *window.verdict.reasons]}
    return window.model_copy(update={"verdict": window.verdict.model_copy(update=judged)})
