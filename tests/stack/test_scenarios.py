"""A short window of every scenario: enough to see that the load fits the app.

The variants take turns with the scenarios, and the running stack is measured as it is: what a `make bench` adds to the
windows is in test_bench.py, with the two scenarios that are left out here.
"""

from itertools import cycle

import pytest

from bench.spec import scenarios
from bench.spec.variants import VARIANTS
from tests.stack.stack import Stack
from tests.stack.windows import short_window

OTHERS = [name for name in scenarios.comparing() if name not in ("create-property", "passthrough-message")]


@pytest.mark.parametrize(("stack", "scenario"), list(zip(cycle(VARIANTS), OTHERS, strict=False)), indirect=["stack"])
def test_a_short_window(stack: Stack, scenario: str) -> None:
    window = short_window(stack.machines, stack.variant, scenario)
    assert window.load.good > 0 and window.load.failed == 0, f"{stack.variant}: {window.load}"
    assert window.use["app"].cpu_share < 1.2, f"{stack.variant} ran without its cap: {window.use['app']}"
    assert window.app.threads > 0 and (window.app.requests_per_second or 0) > 0
    assert (window.app.virtual_threads is not None) == stack.record.virtual
    assert window.attestation.mismatches == [] and window.incidents == []
