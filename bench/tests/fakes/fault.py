"""A run that fails, so that an experiment ends before its plan does."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from bench.runner import run


def fail_at(patch: pytest.MonkeyPatch, number: int, fault: BaseException) -> None:
    """Let the run of this number, from 1, fail."""
    really: Callable[..., Any] = run.conduct
    begun = count(1)

    def conduct(*given: Any) -> Any:
        if next(begun) == number:
            raise fault
        return really(*given)

    patch.setattr(run, "conduct", conduct)
