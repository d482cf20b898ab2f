"""The result files and their schema: what an experiment is, and everything that was found in it."""

from bench.results.attestation import Attestation, Handler, MachineLimits
from bench.results.calibration import CeilingStep, JudgedWindow, KeptCalibration, keep_calibration, kept_calibration
from bench.results.configuration import GOODPUT, PER_CPU_SECOND, STOCK, TUNED, Configuration, Factor, Search
from bench.results.distribution import Distribution
from bench.results.evidence import AppSample, AppUse, DatabaseUse, LoadSample, MachineUse, Samples
from bench.results.experiment import (
    SEARCHED,
    Calibration,
    Environment,
    Experiment,
    HostFacts,
    HostLink,
    Plan,
    scheduler,
)
from bench.results.judgement import APP_CPU, DEMAND, Ceiling, ChangePoint, Drift, Limiter, Verdict
from bench.results.load import Latency, LoadSummary, Phase, TimelineRow
from bench.results.objective import Bound, CapacitySearch, Objective, Outcome, SearchStep
from bench.results.record import SCHEMA
from bench.results.run import Observation, Run, Warmup, WarmupStep, Window
from bench.results.store import Store

__all__ = [
    "APP_CPU", "DEMAND", "GOODPUT", "PER_CPU_SECOND", "SCHEMA", "SEARCHED", "STOCK", "TUNED", "AppSample", "AppUse",
    "Attestation", "Bound", "Calibration", "CapacitySearch", "Ceiling", "CeilingStep", "ChangePoint", "Configuration",
    "DatabaseUse", "Distribution", "Drift", "Environment", "Experiment", "Factor", "Handler", "HostFacts", "HostLink",
    "JudgedWindow", "KeptCalibration", "Latency", "Limiter", "LoadSample", "LoadSummary", "MachineLimits",
    "MachineUse", "Objective", "Observation", "Outcome", "Phase", "Plan", "Run", "Samples", "Search", "SearchStep",
    "Store", "TimelineRow", "Verdict", "Warmup", "WarmupStep", "Window", "keep_calibration", "kept_calibration",
    "scheduler",
]  # fmt: skip
