"""`make doctor`: what this host is, what would run where, and what it cannot do."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.table import Table

from bench.console import console
from bench.errors import UsageError
from bench.spec import observers, plans, settings
from bench.spec.variants import VARIANTS
from bench.testbed import caps, engine, host, images, placement, proposal, services, stack, swarm, topology
from bench.testbed.caps import MIB
from bench.testbed.host import EngineFacts


def examine(save: str = "") -> bool:
    """Print the findings; True if the stack can start here. The plan that is proposed goes to the file `save`."""
    if save and (Path(save).exists() or not Path(save).parent.is_dir()):
        why = "exists already" if Path(save).exists() else "is in no folder that exists"
        raise UsageError(f"SAVE={save} {why}; name a new file, such as plans/own.env")
    if placement.several():
        return _examine_hosts(caps.read(engine.config()))
    here, facts = host.describe(), host.engine_facts()
    every = caps.read(engine.config())
    chosen = images.plan(stack.needed(every), stack.mode(), instead=stack.instead(every))
    missing = stack.without_image(every, chosen)
    plan = {name: cap for name, cap in every.items() if name not in _not_started(missing)}
    _show_host(here, facts)
    cores = topology.of(here)
    _show_machines(plan, engine.running(), cores)
    _show_images(chosen)
    _propose(here, cores, save)
    missing |= caps.taken_ports({name: plan[name] for name in observers.startable(missing)})
    for line in observers.told(missing):
        console.print(f"goes on without it: {line}", markup=False, soft_wrap=True)
    problems = [*filter(None, [host.unfit(facts)]), *caps.obstacles(plan)]
    for problem in problems:
        console.print(f"[bold red]cannot start[/]: {problem}")
    if not problems:
        console.print("[bold green]ready[/]: `make bench SCENARIO=create-property` can start")
    return not problems


def _examine_hosts(plan: Mapping[str, caps.Caps]) -> bool:
    """The hosts that HOSTS names, and whether the machines could start on them. What only a probe can tell, such as
    their clocks, is looked at when a command starts machines."""
    facts = {at: host.engine_facts(at) for at in placement.every()}
    joined = swarm.members(list(facts))
    rows = (
        (
            at.context, ", ".join(placement.placed_on(at)), f"{one.cores} cores, {one.memory // MIB} MiB", one.kernel,
            f"Docker {one.version}", str(joined[at].get("NodeAddr") or "in no swarm"),
        )
        for at, one in facts.items()
    )  # fmt: skip
    _show_table("hosts", ("context", "machines", "host", "kernel", "engine", "address"), rows)
    _show_machines(dict(plan), engine.running(), [])
    for line in swarm.exposed(joined):
        console.print(f"[yellow]not safe[/]: {line}", soft_wrap=True)
    problems = [f"{at}: {why}" for at, one in facts.items() if (why := host.unfit(one))]
    problems += filter(None, [swarm.unfit(joined)])
    for at, names in placement.grouped(plan).items():
        here = host.described(facts[at], "", "")
        problems += [f"{at}: {why}" for why in caps.complaints({name: plan[name] for name in names}, here)]
    for problem in problems:
        console.print(f"[bold red]cannot start[/]: {problem}", soft_wrap=True)
    if not problems:
        console.print("[bold green]ready[/]: the same HOSTS goes with `make bench`")
    return not problems


def _not_started(missing: Mapping[str, str]) -> set[str]:
    """The observers without an image, and the viewer where it is not needed."""
    return set(observers.NAMES) - set(observers.startable(missing))


def _show_host(here: host.Host, facts: EngineFacts) -> None:
    compose = engine.docker("compose", "version", "--short").strip()
    console.print(f"host     {here.cores} cores ({here.cpu}), {here.memory // MIB} MiB memory")
    console.print(f"kernel   {here.kernel}, cgroup v{here.cgroup} ({facts.cgroup_driver})")
    console.print(f"engine   Docker {facts.version} on {facts.system}, Compose {compose}, {facts.storage} image store")


def _show_machines(plan: dict[str, caps.Caps], running: dict[str, str], cores: list[topology.Core]) -> None:
    if name := plans.named(settings.environment()):
        console.print(f"plan     {name}", markup=False)
    columns = ("machine", "CPU cap", "core", "memory MiB", "ports on 127.0.0.1", "image", "state")
    rows = (
        (
            name, f"{cap.cpus:g}", cap.cores, str(cap.memory // MIB), ", ".join(map(str, cap.ports)) or "-", cap.image,
            "running" if name in running else "-",
        )
        for name, cap in plan.items()
    )  # fmt: skip
    _show_table("machines", columns, rows)
    if placement.several():
        return
    for core, names in caps.shared_cores(plan).items():
        total = sum(plan[name].cpus for name in names)
        console.print(f"core {core} is shared by {', '.join(names)}: caps add up to {total:g}")
    for threads, names in caps.threads_apart(plan, cores):
        console.print(f"CPU {threads} are hardware threads of one core, divided between {', '.join(names)}")


def _propose(here: host.Host, cores: list[topology.Core], save: str) -> None:
    """Print the plan for this host, or write it to a file; say why there is none."""
    found = proposal.propose(cores, settings.defaults())
    if found is None:
        console.print(f"no plan is proposed: {_why_not(here, cores)}", markup=False, soft_wrap=True)
        return
    now = settings.now()
    if all(now[name] == value for name, value in found.settings.items()):
        console.print("the machines have the cores and caps that would be proposed for this host")
        for line in found.shared:
            console.print(line, markup=False, soft_wrap=True)
    else:
        console.print("a plan for this host; `make doctor SAVE=plans/own.env` keeps it, PLAN=own chooses it then")
        console.print(f"\n{found.text}", markup=False, highlight=False, soft_wrap=True)
    if save:
        Path(save).write_text(found.text)
        console.print(f"kept: {save}; next: `make calibrate PLAN={plans.named({'PLAN': save})}`", markup=False)


def _why_not(here: host.Host, cores: list[topology.Core]) -> str:
    if cores:
        return "this host has one core, so no machine can have one for itself"
    return (
        f"the cores of the engine's host ({here.cores} CPUs, kernel {here.kernel}) cannot be seen from this system; "
        "run `make doctor` on that host, or write a plan by hand from one in plans/"
    )


def _show_images(chosen: Mapping[str, images.Choice]) -> None:
    official = ((name, choice.source, choice.detail) for name, choice in chosen.items())
    ours = (
        (services.image(name), "would be built" if services.stale([name]) else "current", "from services/")
        for name in (*VARIANTS, "downstream")
    )
    _show_table("images", ("image", "source", "detail"), [*official, *ours])


def _show_table(title: str, columns: Iterable[str], rows: Iterable[tuple[str, ...]]) -> None:
    table = Table(*columns, title=title, title_justify="left", header_style="bold")
    for cells in rows:
        table.add_row(*cells)
    console.print(table)
