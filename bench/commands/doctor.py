"""`make doctor`: what this host is, what would run where, and what it cannot do."""

from collections.abc import Mapping

from rich.table import Table

from bench.console import console
from bench.spec import observers
from bench.spec.variants import VARIANTS
from bench.testbed import caps, engine, engine_facts, host, images, services, stack
from bench.testbed.caps import MIB
from bench.testbed.engine_facts import EngineFacts
from bench.testbed.obstacles import obstacles, taken_ports


def examine() -> bool:
    """Print the findings; True if the stack can start here."""
    here, facts = host.describe(), engine_facts.read()
    every = caps.read(engine.config())
    chosen = images.plan(stack.needed(every), stack.mode(), instead=stack.instead(every))
    missing = stack.without_image(every, chosen)
    plan = {name: cap for name, cap in every.items() if name not in _not_started(missing)}
    _show_host(here, facts)
    _show_machines(plan, engine.running())
    _show_images(chosen)
    missing |= taken_ports({name: plan[name] for name in observers.startable(missing)})
    for line in observers.told(missing):
        console.print(f"goes on without it: {line}", markup=False, soft_wrap=True)
    problems = [*filter(None, [engine_facts.unfit(facts)]), *obstacles(plan)]
    for problem in problems:
        console.print(f"[bold red]cannot start[/]: {problem}")
    if not problems:
        console.print("[bold green]ready[/]: `make bench SCENARIO=create-property` can start")
    return not problems


def _not_started(missing: Mapping[str, str]) -> set[str]:
    """The observers without an image, and the viewer where it is not needed."""
    return set(observers.NAMES) - set(observers.startable(missing))


def _show_host(here: host.Host, facts: EngineFacts) -> None:
    compose = engine.docker("compose", "version", "--short").strip()
    console.print(f"host     {here.cores} cores ({here.cpu}), {here.memory // MIB} MiB memory")
    console.print(f"kernel   {here.kernel}, cgroup v{here.cgroup} ({facts.cgroup_driver})")
    console.print(f"engine   Docker {facts.version} on {facts.system}, Compose {compose}, {facts.storage} image store")


def _show_machines(plan: dict[str, caps.Caps], running: dict[str, str]) -> None:
    table = Table(title="machines", title_justify="left", header_style="bold")
    for column in ("machine", "CPU cap", "core", "memory MiB", "ports on 127.0.0.1", "image", "state"):
        table.add_column(column)
    for name, cap in plan.items():
        ports = ", ".join(str(port) for port in cap.ports) or "-"
        state = "running" if name in running else "-"
        table.add_row(name, f"{cap.cpus:g}", cap.cores, str(cap.memory // MIB), ports, cap.image, state)
    console.print(table)
    for core, names in caps.shared_cores(plan).items():
        total = sum(plan[name].cpus for name in names)
        console.print(f"core {core} is shared by {', '.join(names)}: caps add up to {total:g}")


def _show_images(chosen: Mapping[str, images.Choice]) -> None:
    table = Table(title="images", title_justify="left", header_style="bold")
    for column in ("image", "source", "detail"):
        table.add_column(column)
    for name, choice in chosen.items():
        table.add_row(name, choice.source, choice.detail)
    for variant in (*VARIANTS, "downstream"):
        stale = services.stale([variant])
        table.add_row(services.image(variant), "would be built" if stale else "current", "from services/")
    console.print(table)
