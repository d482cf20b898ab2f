"""`make doctor`: what this host is, what would run where, and what it cannot do."""

from collections.abc import Mapping

from rich.table import Table

from bench.console import console
from bench.spec import observers
from bench.spec.variants import VARIANTS
from bench.testbed import caps, engine, engine_facts, host, images, services, stack
from bench.testbed.caps import MIB
from bench.testbed.engine_facts import EngineFacts


def examine() -> bool:
    """Print the findings; True if the stack can start here."""
    here, facts = host.describe(), engine_facts.read()
    plan = caps.read(engine.config())
    running = engine.running()
    _show_host(here, facts)
    _show_machines(plan, running)
    chosen = images.plan(stack.needed(plan), stack.mode())
    _show_images(chosen)
    for line in observers.told(_missing(plan, chosen)):
        console.print(f"goes on without it: {line}", markup=False, soft_wrap=True)
    problems = [*filter(None, [engine_facts.unfit(facts)]), *caps.obstacles(plan)]
    for problem in problems:
        console.print(f"[bold red]cannot start[/]: {problem}")
    if not problems:
        console.print("[bold green]ready[/]: `make bench SCENARIO=create-property` can start")
    return not problems


def _missing(plan: Mapping[str, caps.Caps], chosen: Mapping[str, images.Choice]) -> dict[str, str]:
    watching = {name: plan[name] for name in observers.NAMES}
    return caps.taken_ports(watching) | stack.without_image(plan, chosen)


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
