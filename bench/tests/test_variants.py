"""A variant's record is all that the harness needs to know of it; Prometheus and the build name the same variants."""

import re
from typing import Any

import pytest
import yaml

from bench.analysis import expected_stack, limiter, verdict
from bench.paths import ROOT
from bench.report.charts.style import Style, styles
from bench.results import Configuration, Handler
from bench.spec import tunables, variants
from bench.spec.experiment import ExperimentSpec
from bench.spec.variants import APART, BASELINE, CONTROLS, RECORDS, VARIANTS, Variant
from bench.tests import attested, examples
from grafana.source import look, targets

NEW = Variant(
    name="blocking-again", colour="#000000", marker="h", line="-", server="Tomcat", pool="HikariCP", handlers="worker",
    io_pool=7, compared=False, own_sql=True,
)  # fmt: skip


@pytest.fixture
def new(monkeypatch: pytest.MonkeyPatch) -> str:
    """A variant that exists nowhere but in its record."""
    monkeypatch.setitem(RECORDS, NEW.name, NEW)
    return NEW.name


def ceilings(variant: str, **app: Any) -> dict[str, float]:
    plan = examples.plan(wait_ms=1000.0, options={"WAITING": "sleep-on-io-pool"})
    found = limiter.predict(plan, variant, examples.summary(), examples.app_use(**app), {}, None)
    return {one.limiter: one.per_second for one in found}


def test_a_new_record_can_be_asked_for(new: str) -> None:
    assert variants.parse(f"blocking,{new}") == ["blocking", new]
    asked = {"scenario": "create-property", "variants": [new]}
    assert ExperimentSpec.model_validate(asked).variants == [new]


def test_a_new_record_is_drawn(new: str) -> None:
    assert styles([new, "unknown"])[new] == Style("#000000", "h", "-")
    assert look.variants()[-1]["matcher"]["options"] == f"/^{new}\\b/"


def test_a_new_record_is_attested(new: str) -> None:
    configured = Configuration(variant=new, name="stock")
    own = expected_stack.app_mismatches(configured, attested.app(new), attested.handlers(new), attested.ENVIRONMENT)
    assert own == []
    loop = Handler(thread="reactor-http-epoll-2", virtual=False, event_loop=True)
    other = {**attested.app("reactor"), "variant": new}
    found = expected_stack.app_mismatches(configured, other, [loop], attested.ENVIRONMENT)
    assert found == [
        "server is Netty, not Tomcat",
        "database pool is r2dbc-pool, not HikariCP",
        "worker threads is None, not 200",
        "a handler ran on the thread 'reactor-http-epoll-2', which is not this variant's kind",
    ]


def test_a_new_record_is_predicted(new: str) -> None:
    assert ceilings(new)["worker threads"] == examples.app_use().workers
    assert ceilings(new, workers=None)["thread pool for waiting"] == 7.0
    assert verdict.expected_statements(examples.plan(statements_apart={new: 3.0}), new) == 3.0


def test_a_new_record_has_the_tunables_of_its_parts(new: str) -> None:
    found = [one.key for one in tunables.of(new)]
    everyone_s = ["transactions", "hooks", "schedulingPolicy"]
    own = [
        "workerThreads", "servletFilters", "requestContextFilter", "httpClient.bufferBytes", "exceptionTranslation",
        "preparedStatements", "answerLimit",
    ]  # fmt: skip
    assert found == [*own, *everyone_s]
    assert tunables.complaint(new, "pipelining", True) is not None
    assert "datasource.hikari" in tunables.command_line(new, {"preparedStatements": True})


def test_a_new_record_is_scraped(new: str) -> None:
    assert f'- targets: ["{new}:8081"]\n        labels: {{ machine: app, variant: {new} }}' in targets.text()


def test_prometheus_scrapes_every_variant_by_its_name() -> None:
    assert targets.FILE.read_text() == targets.text(), "run `make dashboards` and commit what it writes"
    app = yaml.safe_load(targets.FILE.read_text())["scrape_configs"][0]["static_configs"]
    labels = {one["targets"][0]: one["labels"] for one in app}
    assert labels == {f"{name}:8081": {"machine": "app", "variant": name} for name in RECORDS}


def test_every_variant_has_its_module_and_those_apart_are_built_apart() -> None:
    usual, apart = (ROOT / "services" / "pom.xml").read_text().split("<profiles>")
    assert set(VARIANTS) <= set(re.findall("<module>(.+)</module>", usual))
    assert set(re.findall("<module>(.+)</module>", apart)) == set(APART)


def test_the_records_can_be_told_apart_and_begin_with_those_compared() -> None:
    assert list(RECORDS) == [*VARIANTS, *APART] and BASELINE in VARIANTS
    assert (
        len({one.colour for one in RECORDS.values()}) == len({one.marker for one in RECORDS.values()}) == len(RECORDS)
    )
    assert set(CONTROLS) <= set(VARIANTS) and set(CONTROLS.values()) <= set(APART)
