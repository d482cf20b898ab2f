"""A run that fails, so that an experiment ends before its plan does."""

from collections.abc import Callable
from typing import Any

import pytest

from bench.runner import run


def fail_at(patch: pytest.MonkeyPatch, number: int, fault: BaseException) -> None:
    """Let the run of this number, from 1, fail."""
    really: Callable[..., Any] = run.conduct
    begun: list[str] = []

    def conduct(*given: Any) -> Any:
        begun.append(given[3])
        if len(begun) == number:
            raise fault
        return really(*given)

    patch.setattr(run, "conduct", conduct)
