"""Everything that must exist before a machine can start: images pulled or built, services built."""

from collections.abc import Iterable, Mapping

from bench.console import console
from bench.errors import ThreadmillError
from bench.spec import observers, settings
from bench.spec.variables import IMAGE_SOURCES, IMAGES, image_source
from bench.testbed import caps, engine, faults, host, images, placement, probe, profiler, services, several
from bench.testbed.caps import Caps
from bench.testbed.machines import Machines
from bench.testbed.placement import HERE


def prepare(variants: Iterable[str], profiled: bool = False, probed: bool = False, tested: bool = False) -> Machines:
    """Make sure of every image and return the machines, ready to start. An observer's image may be missing.

    The profiler's is made only where something is `profiled`, and the probe's where there are several hosts or where
    something is `probed`. What of the services is built is `tested` by the same build if so asked."""
    faults.healthy_within()  # a wrong value is told now, and not when the images are built
    facts = host.engine_facts()  # of the one that builds the images; several.prepare asks the others
    host.refuse_unfit(facts)
    probe.know(HERE, facts)
    plan = caps.read(engine.config())
    if lacking := caps.other_cores(plan):  # told before images are built, which takes minutes
        raise ThreadmillError(lacking)
    apps = list(variants)
    ours = services.job([*apps, "downstream"], console.print, tested)
    optional = observers.images(image_of(plan))
    beside = {profiler.IMAGE: profiled, probe.IMAGE: probed or placement.several()}
    wanted = [*needed(plan), *(image for image, asked in beside.items() if asked)]
    chosen = images.ensure(wanted, mode(), console.print, optional=optional, beside=[ours], instead=instead(plan))
    missing = without_image(plan, chosen)
    for line in observers.told(missing):
        console.print(line, markup=False, soft_wrap=True)
    each = {name: [image] for name, image in image_of(plan).items() if name not in missing}
    each["app"] = [*map(services.image, apps), *([profiler.IMAGE] if profiled else [])]
    several.prepare(each, console.print)
    return Machines(missing)


def needed(plan: Mapping[str, Caps]) -> list[str]:
    """The official images: what compose.yaml names, and what the services are built on."""
    named = [image for image in image_of(plan).values() if not image.startswith("threadmill/")]
    return [*dict.fromkeys(named), *services.BASES]


def instead(plan: Mapping[str, Caps]) -> dict[str, str]:
    """The image that is wanted where another cannot be had: the viewer's for Grafana's."""
    return {plan[observers.GRAFANA].image: plan[observers.VIEWER].image}


def image_of(plan: Mapping[str, Caps]) -> dict[str, str]:
    """Each machine's image."""
    return {name: cap.image for name, cap in plan.items()}


def without_image(plan: Mapping[str, Caps], chosen: Mapping[str, images.Choice]) -> dict[str, str]:
    """The observers whose image was wanted and cannot be had, and why."""
    found = {name: chosen.get(plan[name].image) for name in observers.NAMES}
    return observers.needed(
        {name: f"{one.image}: {one.detail}" for name, one in found.items() if one and one.source == "missing"}
    )


def mode() -> str:
    """Where images may come from: IMAGES as it is given, or by default; a UsageError for another."""
    return image_source(IMAGES.name, settings.environment().get(IMAGES.name) or IMAGE_SOURCES[0])
