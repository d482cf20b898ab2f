"""Every expression of every panel has data, with the labels of its legend, for every variant that is to have it."""

import time
from collections.abc import Iterator

import httpx
import pytest

from bench.probes.prometheus import level, month_start
from bench.results import Experiment, Run, Store
from bench.spec.variants import VARIANTS
from bench.testbed import engine
from bench.testbed.machines import Machines
from grafana.source import DASHBOARDS, side_by_side
from grafana.source.dashboard import Dashboard
from grafana.source.panel import Query
from tests.note import Note
from tests.stack import results
from tests.stack.benches import Resumed
from tests.stack.stack import client
from tests.stack.support import without_caps

Series = dict[str, str]

READY_WITHIN = 30.0
"""Seconds after its start."""


class Recorded:
    """What Prometheus has recorded of an experiment, asked as Grafana would."""

    def __init__(self, prometheus: httpx.Client, store: Store) -> None:
        self._prometheus = prometheus
        self.experiment: Experiment = store.experiment()
        self.runs: dict[str, Run] = {run.variant: run for run in store.runs()}
        self._variables = {
            "$experiment": store.folder.name,
            "$level": level(self.experiment.plan, 0),
            "$__rate_interval": "4s",
        }

    def span(self, dashboard: Dashboard, variant: str) -> tuple[float, float]:
        """The window of the variant's run: where it lies in the overlay, or when it was."""
        window = self.runs[variant].windows[0]
        if dashboard is not side_by_side.DASHBOARD:
            return window.started, window.ended
        begin = month_start(self.experiment.environment.started).timestamp()
        return begin, begin + self.experiment.plan.duration

    def chosen(self, variable: str) -> str:
        """The value of a dashboard's variable."""
        return self._variables[f"${variable}"]

    def series(self, expr: str, span: tuple[float, float], variant: str) -> list[Series]:
        """The labels of each series that the expression gives; those of other variants left out."""
        for name, value in self._variables.items():
            expr = expr.replace(name, value)
        asked: dict[str, str | float] = {"query": expr, "start": span[0], "end": span[1], "step": 1}
        answer = self._prometheus.get("/api/v1/query_range", params=asked)
        assert answer.status_code == 200, f"{expr}: {answer.text}"
        found = [result["metric"] for result in answer.json()["data"]["result"]]
        return [labels for labels in found if labels.get("variant", variant) == variant]


@pytest.fixture(scope="module")
def recorded(machines: Machines, bench_of_all: Resumed) -> Iterator[Recorded]:
    """A short experiment with every variant, and Prometheus started again on what it has kept of it."""
    with client(machines.caps["prometheus"].ports[0]) as prometheus:
        if "prometheus" in engine.running():
            with without_caps(machines, "prometheus"):  # reading what it has kept takes many seconds under its cap
                machines.command("restart", "prometheus")
                wait_until_ready(prometheus)
        else:
            machines.up_support()
            wait_until_ready(prometheus)
        yield Recorded(prometheus, results.of(bench_of_all.finished))


def wait_until_ready(prometheus: httpx.Client) -> None:
    deadline = time.monotonic() + READY_WITHIN
    while not is_ready(prometheus):
        assert time.monotonic() < deadline, f"Prometheus was not ready {READY_WITHIN:.0f} s after its start"
        time.sleep(0.2)


def is_ready(prometheus: httpx.Client) -> bool:
    try:
        return prometheus.get("/-/ready").status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda dashboard: dashboard.title)
def test_every_expression_has_data(dashboard: Dashboard, recorded: Recorded, note: Note) -> None:
    asked = [(panel.title, query) for panel in dashboard.panels() for query in panel.queries]
    faults = [
        f"{title}: {query.expr}: {fault}"
        for title, query in asked
        for variant in VARIANTS
        if (fault := _fault(query, variant, recorded.series(query.expr, recorded.span(dashboard, variant), variant)))
    ]
    assert not faults, "\n".join(faults)
    note(f"{dashboard.title}: {len(dashboard.panels())} panels, {len(asked)} expressions, all with data")
    for title, query in asked:
        if query.only != VARIANTS or query.rare:
            note(f"  {title}, {query.legend}: {query.rare or 'belongs to ' + ' and '.join(query.only)}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_good_answers_are_one_series(variant: str, recorded: Recorded) -> None:
    """From the settling to the tail: a rate dips where one series ends and another begins."""
    window = recorded.runs[variant].windows[0]
    counter = f'k6_threadmill_good_total{{scenario="{recorded.experiment.plan.scenario}"}}'
    found = recorded.series(counter, (window.started - 2, window.ended + 1), variant)
    assert len(found) == 1, found


def test_nothing_comes_out_of_order_but_the_overlay(recorded: Recorded) -> None:
    """Prometheus may forget what lies beside it in time when it starts again. The first run ends before any overlay is
    written."""
    first = min(recorded.runs.values(), key=lambda run: run.windows[0].started)
    span = recorded.experiment.environment.started.timestamp(), first.windows[0].ended
    counter = "prometheus_tsdb_head_out_of_order_samples_appended_total"
    assert recorded.series(counter, span, first.variant), f"no data: {counter}"
    assert not recorded.series(f"increase({counter}[5s]) > 0", span, first.variant)


@pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda dashboard: dashboard.title)
def test_every_annotation_and_variable_has_data(dashboard: Dashboard, recorded: Recorded) -> None:
    for annotation in dashboard.annotations:
        for variant in VARIANTS:
            found = recorded.series(annotation["expr"], recorded.span(dashboard, variant), variant)
            assert found, f"{annotation['name']} marks nothing of {variant}: {annotation['expr']}"
    for variable in dashboard.variables:
        series = variable["definition"].removeprefix("query_result(").removesuffix(")")
        found = recorded.series(series, recorded.span(dashboard, VARIANTS[0]), VARIANTS[0])
        values = {labels.get(variable["name"]) for labels in found}
        assert recorded.chosen(variable["name"]) in values, f"{variable['definition']} gives {values}"


def _fault(query: Query, variant: str, found: list[Series]) -> str | None:
    """What is wrong with the series that an expression gave in a variant's window."""
    if query.rare:
        return None
    if variant not in query.only:
        return f"{variant} has such series, although only {', '.join(query.only)} should: {found[0]}" if found else None
    if not found:
        return f"nothing in the window of {variant}"
    missing = [label for label in query.labels() if not all(labels.get(label) for labels in found)]
    return f"{variant}: a series lacks the label {', '.join(missing)}: {found[0]}" if missing else None
