"""Disturbances of known strength, by which `make calibrate VERDICTS=1` finds out what a verdict sees."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

NONE = "none"
OTHER_LOAD = "another load on the app's core"
STARVED = "a load machine short of CPU"
GROWING = "a growing table"
LATE = "late compilation"
CUT = "a cut network"


@dataclass(frozen=True)
class Fault:
    """What can be done to a window at several strengths, and how a strength is written."""

    strengths: tuple[float, ...]
    written: Callable[[float], str]


FAULTS: Mapping[str, Fault] = {
    NONE: Fault((0.0,), lambda _: ""),
    OTHER_LOAD: Fault((0.05, 0.1, 0.2, 0.3, 0.5), lambda share: f"{share:.0%} of a core"),
    STARVED: Fault((0.9, 0.7, 0.5), lambda share: f"{share:.0%} of what it used"),
    GROWING: Fault((1_000, 10_000), lambda rows: f"{rows:,.0f} rows a second"),
    CUT: Fault((0.2, 1, 3), lambda seconds: f"{seconds:g} s of the window"),
    LATE: Fault((5, 10), lambda seconds: f"warmed up for {seconds:g} s"),
}
"""Late compilation needs a start of its own for each window; the others follow one another on a warm app."""


@dataclass(frozen=True)
class Disturbance:
    """A fault at a strength."""

    fault: str = NONE
    strength: float = 0.0

    @property
    def needs_a_start(self) -> bool:
        """Whether it is one of the app's start, so that a later window does not have it."""
        return self.fault == LATE

    def __str__(self) -> str:
        return f"{self.fault}, {FAULTS[self.fault].written(self.strength)}".removesuffix(", ")


UNDISTURBED = Disturbance()


def every() -> list[Disturbance]:
    """All of them, the undisturbed window first."""
    return [Disturbance(fault, strength) for fault, one in FAULTS.items() for strength in one.strengths]
