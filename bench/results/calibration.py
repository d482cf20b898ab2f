"""What `make calibrate` found on this host, with how it was found; results/calibration.json."""

from typing import Literal

from pydantic import ValidationError

from bench import paths
from bench.results.experiment import Calibration, Environment
from bench.results.record import Record, write

NAME = "calibration.json"


class CeilingStep(Record):
    """The null scenario at one number of users; `load_cpu` is the load machine's use of its cap. None for the median
    latency in older files."""

    users: int
    per_second: float
    load_cpu: float
    p50_ms: float | None = None


class KeptCalibration(Record):
    """`experiment` names the results folder of the A/A; `ratio` is B over A, `low` to `high` its interval."""

    found: Calibration
    environment: Environment
    steps: list[CeilingStep]
    experiment: str
    blocks: int
    ratio: float
    low: float
    high: float


class JudgedWindow(Record):
    """A window that was disturbed by a fault at a strength (bench/spec/disturbances.py), and what its verdict was."""

    fault: str
    strength: float
    block: int
    goodput: float
    verdict: Literal["VALID", "SUSPECT", "INVALID"]
    reasons: list[str]


def keep_calibration(calibration: KeptCalibration) -> None:
    """Put it where later experiments look for it."""
    write(paths.RESULTS / NAME, calibration.model_dump_json(indent=2) + "\n")


def kept_calibration() -> KeptCalibration | None:
    """The last one; None if there is none, or another version of this project wrote it."""
    try:
        return KeptCalibration.model_validate_json((paths.RESULTS / NAME).read_text())
    except (FileNotFoundError, ValidationError):
        return None
