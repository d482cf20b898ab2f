"""What runs beside the app when a test of a command begins: it is started once, and kept for the tests that follow."""

from collections.abc import Iterator
from contextlib import contextmanager

from bench.spec import observers
from bench.testbed import engine
from bench.testbed.app import App
from bench.testbed.machines import SUPPORT, Machines
from tests.stack.database import Database
from tests.stack.stack import APP_USER, Stack, app_settings, client


def without_app(machines: Machines, watched: bool) -> dict[str, str]:
    """Let database and downstream run, the observers too if `watched`, and no app; the containers by machine."""
    unwanted = {"app"} if watched else {"app", *observers.NAMES}
    machines.remove(engine.existing().keys() & unwanted)
    wanted = {*SUPPORT, *(machines.observers() if watched else ())}
    if not wanted <= engine.running().keys():
        machines.up_support(watched)
    return engine.existing()


@contextmanager
def uncapped_stack(machines: Machines, app: App) -> Iterator[Stack]:
    """An app of a test's own on seeded rows, with its CPU cap lifted: its speed is not the question."""
    machines.start_fresh(app, meanwhile=machines.database.reset)
    api, management = (client(port) for port in machines.caps["app"].ports)
    with api, management, Database(machines) as database:
        yield Stack(app.variant, machines, api, management, database.connections_of(APP_USER), app_settings())
    engine.docker("rm", "--force", "--volumes", machines.container_id("app"))  # a graceful end takes seconds


@contextmanager
def without_caps(machines: Machines, *names: str) -> Iterator[None]:
    """These machines without their CPU caps: what they answer is the question, and not how fast."""
    machines.lift_caps(names)
    try:
        yield
    finally:
        machines.restore_caps({name: machines.caps[name].cpus for name in names})


def clear(machines: Machines) -> None:
    """Let no machine be there."""
    if engine.existing():
        machines.down()
