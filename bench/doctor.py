"""`make doctor`: what this host is, what would run where, and what it cannot do."""

from rich.table import Table

from bench import caps, engine, host, images, services, stack
from bench.caps import MIB
from bench.machines import obstacles
from bench.progress import console
from bench.variants import VARIANTS


def examine() -> bool:
    """Print the findings; True if the stack can start here."""
    here = host.describe()
    plan = caps.read(engine.config())
    running = engine.running()
    _show_host(here)
    _show_machines(plan, running)
    _show_images()
    problems = obstacles(plan)
    for problem in problems:
        console.print(f"[bold red]cannot start[/]: {problem}")
    if not problems:
        console.print("[bold green]ready[/]: `make bench SCENARIO=create-property` can start")
    return not problems


def _show_host(here: host.Host) -> None:
    versions = engine.docker("version", "--format", "{{.Server.Version}}").strip()
    compose = engine.docker("compose", "version", "--short").strip()
    console.print(f"host     {here.cores} cores ({here.cpu}), {here.memory // MIB} MiB memory")
    console.print(f"kernel   {here.kernel}, cgroup v{here.cgroup}")
    console.print(f"engine   Docker {versions}, Compose {compose}")


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


def _show_images() -> None:
    table = Table(title="images", title_justify="left", header_style="bold")
    for column in ("image", "source", "detail"):
        table.add_column(column)
    for name, choice in images.plan(stack.needed(), stack.mode()).items():
        table.add_row(name, choice.source, choice.detail)
    for variant in (*VARIANTS, "downstream"):
        stale = services.stale([variant])
        table.add_row(services.image(variant), "would be built" if stale else "current", "from services/")
    console.print(table)
