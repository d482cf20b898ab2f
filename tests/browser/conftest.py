"""A short experiment of two variants, the dashboards that show it, and a browser."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pytest
from playwright.sync_api import Browser, sync_playwright

from bench.probes import prometheus
from bench.results import Experiment, Run, Store
from bench.testbed import engine
from bench.testbed.machines import Machines
from tests.browser import pages
from tests.browser.pages import Drawer
from tests.stack import results
from tests.stack.commands import make

EXPERIMENT = """
scenario: create-property
variants: [blocking, reactor]
levels: [10, 30]
duration: 10
warmup: 0
configuration: stock
caps: {APP_CPUS: 1.0, APP_HEAP: 256m}
"""
"""Ten seconds give Prometheus all its series; the heap is small, so that it is collected in them."""
UP_WITHIN, BENCH_WITHIN = 1800.0, 400.0


@dataclass(frozen=True)
class Shown:
    """What is drawn, and by whom."""

    drawer: Drawer
    store: Store

    @cached_property
    def experiment(self) -> Experiment:
        return self.store.experiment()

    @cached_property
    def runs(self) -> list[Run]:
        return self.store.runs()

    def span(self) -> dict[str, object]:
        """From the first window's start to the last one's end, in an address."""
        windows = [window for run in self.runs for window in run.windows]
        begin, end = min(one.started for one in windows), max(one.ended for one in windows)
        return {"from": int(begin * 1000), "to": int(end * 1000)}

    def overlaid(self, level: int) -> dict[str, object]:
        """The experiment at one of its load levels from t = 0, in an address."""
        begin = int(prometheus.month_start(self.experiment.environment.started).timestamp())
        plan = self.experiment.plan
        chosen = {"var-experiment": self.store.folder.name, "var-level": prometheus.level(plan, level)}
        return {**chosen, "from": begin * 1000, "to": (begin + plan.duration + 1) * 1000}


@pytest.fixture(scope="session")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """The machines are up and stay so; at the end they are removed if there was none before."""
    before = engine.existing()
    file = tmp_path_factory.mktemp("experiment") / "two.yaml"
    file.write_text(EXPERIMENT)
    up = make("up", "VARIANT=blocking", within=UP_WITHIN)
    assert up.status == 0, up.text
    machines = Machines()
    try:
        store = results.of(make("bench", f"EXPERIMENT={file}", "SEED=3", within=BENCH_WITHIN))
        port = machines.dashboards_port()
        assert port, f"nobody draws the dashboards: {machines.missing}"
        yield Shown(pages.grafana(port) if "grafana" in engine.running() else pages.viewer(port), store)
    finally:
        if not before:
            machines.down()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The distribution's Chromium; as root, or in a container, it cannot have a sandbox of its own."""
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield chromium
        chromium.close()
