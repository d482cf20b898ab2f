"""What a user writes after OBJECTIVE: bounds such as `p99<100ms failed<0.1%`."""

import re
from typing import cast, get_args

from bench.errors import UsageError
from bench.results.objective import Bound, Figure, Objective

FIGURES = get_args(Figure)
EXAMPLE = 'OBJECTIVE="p99<100ms failed<0.1%"'
MILLISECONDS = {"ms": 1.0, "s": 1000.0}
FAILED = Bound(figure="failed", below=0.01)
"""The bound where none is named, and the highest: latency is of good answers, and says little where many others fail.
Beyond it a window is INVALID (bench/analysis/verdict.py)."""
_BOUND = re.compile(r"([\w.]*)(<=|>=|<|>|=)?(\d+(?:\.\d+)?)?(\D*)")


def parse(given: str) -> Objective:
    """The objective in these words; a UsageError says what to write instead. Whatever bounds failures is added where
    nothing does."""
    joined = re.sub(r"\s*([<>=]+)\s*", r"\1", given.replace(",", " ").strip().lower())
    parts = re.sub(r"(\d)\s+(ms|s|%)(?=\s|$)", r"\1\2", joined).split()
    if not parts:
        raise UsageError(f"OBJECTIVE names no bound: write {EXAMPLE}")
    bounds = [_bound(part) for part in parts]
    named = [bound.figure for bound in bounds]
    if twice := next((name for name in named if named.count(name) > 1), None):
        raise UsageError(f"OBJECTIVE bounds {twice} twice: leave one of them out")
    return Objective(bounds=bounds if "failed" in named else [*bounds, FAILED])


def read(_: str, given: str) -> str:
    """The same objective, written as the harness does."""
    return str(parse(given))


def _bound(part: str) -> Bound:
    found = _BOUND.fullmatch(part)
    figure, sign, number, unit = found.groups() if found else (part, None, None, "")
    if figure not in FIGURES:
        raise UsageError(f"OBJECTIVE: '{part}' bounds none of {', '.join(FIGURES)}: write {EXAMPLE}")
    share = figure == "failed"
    right = f"{figure}<{1 if share else number or 100}{unit if unit in _units(share) else '%' if share else 'ms'}"
    if sign is None:
        told = f"OBJECTIVE: '{part}' has no bound: write {right}, all in quotes, since < means something to the shell"
        raise UsageError(f"{told} ({EXAMPLE})")
    if sign != "<" or number is None or unit not in _units(share):
        raise UsageError(f"OBJECTIVE: '{part}' is no bound: write {right}")
    below = float(number) / 100 if share else float(number) * MILLISECONDS[unit]
    if not 0 < below <= (FAILED.below if share else float("inf")):
        limits = "above 0 % and at most 1 %, beyond which a window is INVALID" if share else "above 0"
        raise UsageError(f"OBJECTIVE: the bound of '{part}' is not {limits}: write {EXAMPLE}")
    return Bound(figure=cast(Figure, figure), below=below)


def _units(share: bool) -> tuple[str, ...]:
    return ("%",) if share else tuple(MILLISECONDS)
