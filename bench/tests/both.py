"""An experiment with both configurations of each variant, made of a golden one: tuned rows answer more, by FASTER."""

import shutil
from pathlib import Path

from bench.results import Configuration, Factor, Plan, Run, Samples, Search, Store, Window
from bench.tests import golden

FASTER = {"blocking": 1.02, "virtual-threads": 1.08, "reactor": 1.55, "coroutines": 1.5}
HOST = "a CPU, 2 cores"
SETTINGS: dict[str, dict[str, bool | int | str]] = {
    "blocking": {"workerThreads": 16, "exceptionTranslation": False},
    "virtual-threads": {"exceptionTranslation": False},
    "reactor": {"eventLoops.http": 1, "eventLoops.shared": True, "netty.unsafe": True},
    "coroutines": {"eventLoops.http": 1, "eventLoops.shared": True},
}
NETTY = {"netty.transport": "epoll", "netty.allocator": "AdaptiveByteBufAllocator"}
STOCK: dict[str, dict[str, bool | int | str | None]] = {
    "blocking": {"workerThreads": 200},
    "virtual-threads": {"virtualThreads.parallelism": 1},
    "reactor": {"eventLoops.http": 4, "eventLoops.db": 4, "eventLoops.shared": False, **NETTY},
    "coroutines": {"eventLoops.http": 4, "eventLoops.db": 4, "eventLoops.shared": False, **NETTY},
}


def write(folder: Path, levels: int = 1) -> Store:
    """Its result files below `folder`, at the first so many levels of the golden experiment."""
    given = Store(golden.FOLDER / "closed")
    experiment = given.experiment()
    names = [name for block in experiment.plan.blocks[:1] for name in sorted(block)]
    plan = Plan.model_validate(
        {
            **experiment.plan.model_dump(),
            "levels": experiment.plan.levels[:levels],
            "blocks": [names * 2] * experiment.plan.runs,
            "configurations": [["stock"] * len(names) + ["tuned"] * len(names)] * experiment.plan.runs,
            "configured": [configured(name, one).model_dump() for name in names for one in ("stock", "tuned")],
        }
    )
    shutil.rmtree(folder / "both", ignore_errors=True)
    store = Store.create(experiment.model_copy(update={"plan": plan}), folder / "both")
    for run in given.runs():
        for configuration in ("stock", "tuned"):
            samples = [given.samples(run, index) for index in range(levels)]
            store.write_run(*_run(run, configured(run.variant, configuration), samples))
    return store


def configured(variant: str, name: str) -> Configuration:
    """Stock, or what a search kept."""
    factor = Factor(value=FASTER[variant], low=FASTER[variant] - 0.03, high=FASTER[variant] + 0.03, blocks=5)
    settings = SETTINGS[variant]
    tuned = {**STOCK[variant], **({"eventLoops.db": 1} if "eventLoops.http" in settings else {}), **settings}
    search = Search(
        file=f"configurations/{variant}/tuned-database.yaml", host=HOST, over_stock=factor,
        stock=STOCK[variant], tuned=tuned,
    )  # fmt: skip
    return Configuration(variant=variant, name=name, settings=settings if name == "tuned" else {}, search=search)


def _run(run: Run, one: Configuration, samples: list[Samples]) -> tuple[Run, list[Samples]]:
    times = FASTER[run.variant] if one.name == "tuned" else 1.0
    windows = [_window(window, one, times) for window in run.windows[: len(samples)]]
    return run.model_copy(update={"configured": one, "mixed": True, "windows": windows}), samples


def _window(window: Window, one: Configuration, times: float) -> Window:
    assert one.search is not None
    load = window.load.model_copy(
        update={"good": int(window.load.good * times), "requests": int(window.load.requests * times)}
    )
    attested = {**window.attestation.app, "tunables": one.search.tuned if one.name == "tuned" else one.search.stock}
    attestation = window.attestation.model_copy(update={"app": attested})
    return window.model_copy(update={"load": load, "attestation": attestation})
