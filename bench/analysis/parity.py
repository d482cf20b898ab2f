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
        readings = _readings(runs, _setting(setting.key))
        for label in _odd(setting.same, readings):
            told = ", ".join(f"{value} for {name}" for name, value in readings)
            found.setdefault(label, []).append(
                f"parity setting {setting.key} ({setting.what}) is not equal in all variants: {told}"
            )
        for label, values in _changed(setting.same, runs, _setting(setting.key)).items():
            found.setdefault(label, []).append(
                f"parity setting {setting.key} ({setting.what}) changed between its runs: {values[0]}, then {values[1]}"
            )
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
    """What each label attested, as `read` finds it; null, where a stack has no such limit, is no reading."""
    found: dict[str, Any] = {}
    for run in runs:
        for window in run.windows:
            value = read(window.attestation)
            if value is not None:
                found.setdefault(run.label, value)
    return sorted(found.items(), key=lambda reading: reading[0])


def _changed(
    same: Callable[[Any, Any], bool], runs: Sequence[Run], read: Callable[[Attestation], Any]
) -> dict[str, list[Any]]:
    """By label, the first value and another one, where it did not attest the same in all of its windows."""
    values: dict[str, list[Any]] = {}
    for run in runs:
        values.setdefault(run.label, []).extend(read(window.attestation) for window in run.windows)
    known = {label: [value for value in each if value is not None] for label, each in values.items()}
    others = {label: [value for value in each if not same(each[0], value)] for label, each in known.items() if each}
    return {label: [known[label][0], other[0]] for label, other in others.items() if other}


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
