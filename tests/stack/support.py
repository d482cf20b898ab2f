"""What runs beside the app when a test of a command begins: it is started once, and kept for the tests that follow."""

from bench.spec import observers
from bench.testbed import engine
from bench.testbed.machines import SUPPORT, Machines


def without_app(machines: Machines, watched: bool) -> dict[str, str]:
    """Let database and downstream run, the observers too if `watched`, and no app; the containers by machine."""
    unwanted = {"app"} if watched else {"app", *observers.NAMES}
    machines.remove(engine.existing().keys() & unwanted)
    wanted = {*SUPPORT, *(machines.observers() if watched else ())}
    if not wanted <= engine.running().keys():
        machines.up_support(watched)
    return engine.existing()


def clear(machines: Machines) -> None:
    """Let no machine be there."""
    if engine.existing():
        machines.down()
