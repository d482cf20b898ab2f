"""Which configurations each variant of an experiment runs with: CONFIGURATION, or the default."""

from collections.abc import Mapping, Sequence

from bench.errors import UsageError
from bench.results.configuration import STOCK, TUNED, Configuration, Search
from bench.spec import configuration, tunables
from bench.spec.configuration import AppLimits

BOTH, CARRIED = "both", "carried"
WORDS = (STOCK, TUNED, BOTH, CARRIED)
MISTAKES = ("sleep-on-event-loop", "sleep-on-io-pool", "delay-on-io-pool")
"""Ways of waiting that are kept as negative controls."""


def choose(
    asked: str, variants: Sequence[str], kind: str, limits: AppLimits, options: Mapping[str, str]
) -> list[Configuration]:
    """One configuration for each variant, or two if `asked` is both, or more if it lists settings; stock comes first.
    Of settings listed a variant takes those that it has; one that has none runs stock alone.

    Empty: tuned where a file for this kind of load fits the limits, else stock. `carried` takes a tuned file whatever
    its limits, and records how they differ. A UsageError says why what is asked for does not fit.
    """
    if "=" in asked:
        return _by_hand(variants, asked, kind, limits)
    if asked not in ("", *WORDS):
        raise UsageError(
            f"CONFIGURATION={asked} is none of: {', '.join(WORDS)}; "
            "nor settings to try beside stock, such as hooks=false+eventLoops.http=1"
        )
    if options.get("WAITING") in MISTAKES:
        if asked not in ("", STOCK, CARRIED):
            raise UsageError(
                f"WAITING={options['WAITING']} is a negative control, which runs stock: leave out CONFIGURATION"
            )
        asked = STOCK
    return [found for variant in variants for found in _of(variant, asked, kind, limits)]


def _by_hand(variants: Sequence[str], asked: str, kind: str, limits: AppLimits) -> list[Configuration]:
    """Stock, and for each part of a comma list stock with those of its settings that the variant has: 'hooks=false', or
    'workerThreads=16+eventLoops.http=1,workerThreads=8'."""
    lists = [_listed(variants, part) for part in asked.split(",")]
    found = []
    for variant in variants:
        (stock,) = _of(variant, STOCK, kind, limits)
        tried = {}
        for listed in lists:
            own = [(key, text) for key, text in listed if key in tunables.keys(variant)]
            name, settings = "+".join(map("=".join, own)), {key: _value(text) for key, text in own}
            if own:
                tried[name] = stock.model_copy(update={"name": name, "settings": {**stock.settings, **settings}})
        found += [stock, *tried.values()]
    return found


def _listed(variants: Sequence[str], asked: str) -> list[tuple[str, str]]:
    """The settings that are joined by '+', each of which one of the variants has."""
    listed = [(key, text) for key, _, text in (part.partition("=") for part in asked.split("+"))]
    if len({key for key, _ in listed}) < len(listed):
        raise UsageError(f"CONFIGURATION={asked} names a setting twice; name each once")
    for key, text in listed:
        having = [variant for variant in variants if key in tunables.keys(variant)]
        if told := tunables.complaint((having or variants)[0], key, _value(text)):
            raise UsageError(f"CONFIGURATION={asked}: {told}")
    return listed


def _value(text: str) -> tunables.Value:
    return int(text) if text.isdecimal() else {"true": True, "false": False}.get(text, text)


def _of(variant: str, asked: str, kind: str, limits: AppLimits) -> list[Configuration]:
    file = configuration.tuned(variant, kind)
    differences = file.app.differences(limits) if file else []
    search = None if file is None else Search(
        file=configuration.name(variant, kind), host=file.searched.host, scheduler=file.searched.scheduler,
        resolution=file.searched.resolution, over_stock=file.over_stock, stock=dict(file.stock),
        tuned=dict(file.tuned), differences=differences,
    )  # fmt: skip
    settings = configuration.values(configuration.stock(variant).settings)
    stock = Configuration(variant=variant, name=STOCK, settings=settings, search=search)
    if asked == STOCK or (not asked and (file is None or differences)) or (asked == CARRIED and file is None):
        return [stock]
    if not kind:
        raise UsageError("the scenario's header names no '// kind:' of load, so no tuned configuration belongs to it")
    if file is None:
        raise UsageError(
            f"{variant} was never tuned for '{kind}' loads: {configuration.name(variant, kind)} is missing; "
            f"`make tune` with a scenario of that kind writes it, CONFIGURATION=stock goes without"
        )
    if differences and asked != CARRIED:
        raise UsageError(
            f"{configuration.name(variant, kind)} was tuned for another app ({'; '.join(differences)}); "
            "put that back, tune anew, or take CONFIGURATION=stock"
        )
    tuned = stock.model_copy(update={"name": TUNED, "settings": configuration.values(file.settings)})
    return [stock, tuned] if asked == BOTH else [tuned]
