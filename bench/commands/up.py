"""`make up`: one variant on its machines, for looking at it and for asking it by hand."""

from collections.abc import Mapping

from bench import interrupts
from bench.console import console
from bench.errors import UsageError
from bench.results import Configuration
from bench.results.configuration import STOCK, TUNED
from bench.spec import choice, configuration, scenarios, variants
from bench.spec import variables as var
from bench.testbed import placement, stack
from bench.testbed.app import App
from bench.testbed.as_found import AsFound
from bench.testbed.machines import Machines


def requested(given: Mapping[str, str]) -> Configuration:
    """The variant and its configuration: stock, unless CONFIGURATION or a SCENARIO's kind of load says another."""
    named = variants.parse(given.get(var.VARIANT.name) or variants.BASELINE)
    if len(named) != 1:
        raise UsageError("`make up` starts one variant; `make bench VARIANT=a,b` compares several")
    scenario, asked = given.get(var.SCENARIO.name), given.get(var.CONFIGURATION.name, "")
    kind = scenarios.load(scenario).kind if scenario else ""
    if asked == choice.BOTH or "," in asked:
        raise UsageError("`make up` starts one configuration: CONFIGURATION is stock, tuned, or settings beside stock")
    if asked == TUNED and not scenario:
        raise UsageError("a tuned configuration belongs to a kind of load: name a SCENARIO of it beside CONFIGURATION")
    asked = asked if asked or scenario else STOCK
    return choice.choose(asked, named, kind, configuration.limits(given), {})[-1]


def conduct(configured: Configuration) -> None:
    """Start it with its database and observers, and print the addresses. What a fault leaves is removed again, and the
    app that was up before comes back."""
    machines = stack.prepare([configured.variant])
    found = AsFound.seen(machines)
    shown = f"{configured.variant} ({configured.name})"
    console.print(f"starting {shown}", markup=False)
    try:
        machines.up(App.configured(configured))
    except BaseException:
        with interrupts.shielded():
            found.restore(machines)
        raise
    console.print(f"{shown} is up", markup=False)
    for name in ("app", *(name for name in machines.observers() if machines.caps[name].ports)):
        _address(machines, name)


def _address(machines: Machines, name: str) -> None:
    port, shell = machines.caps[name].ports[0], placement.of(name).shell
    forward = f"   by {shell} -L {port}:127.0.0.1:{port}" if shell else ""
    console.print(f"  {name:<11} http://localhost:{port}{forward}", markup=False, soft_wrap=True)
