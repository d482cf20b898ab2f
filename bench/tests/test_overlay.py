"""The overlay: every window begins at the same moment, and labels tell the windows apart."""

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from bench.errors import ThreadmillError
from bench.probes import prometheus
from bench.results import Verdict
from bench.tests import examples

JANUARY = datetime(2026, 1, 1, tzinfo=UTC)
BEGIN = int(JANUARY.timestamp())


class FakeMachines:
    """Keeps what is handed to a machine."""

    def __init__(self, fault: str = "") -> None:
        self.told = ""
        self.fault = fault

    def exec(self, machine: str, *argv: str, stdin: str) -> None:
        if self.fault:
            raise ThreadmillError(self.fault)
        assert (machine, argv[0]) == ("prometheus", "promtool")
        self.told += stdin


def published(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> list[str]:
    """The lines that a run of reactor leaves, of which Prometheus has three seconds, the second one missing."""
    monkeypatch.setattr(prometheus, "each_second", lambda *_: [(0, 700.0), (2, 900.0)])
    machines, plan = FakeMachines(), examples.experiment()
    run = examples.run("reactor", 20_000, **changes)
    prometheus.publish(machines, "http://prometheus", plan, "20260101T000000Z-x", run, print)  # type: ignore[arg-type]
    return machines.told.splitlines()


def test_a_month_starts_at_midnight_utc_wherever_the_host_is() -> None:
    still_december_there = datetime(2025, 12, 31, 22, 30, tzinfo=timezone(timedelta(hours=-5)))
    assert prometheus.month_start(still_december_there) == JANUARY
    assert prometheus.month_start(JANUARY) == JANUARY


def test_each_second_goes_to_its_place_after_the_start_of_the_month(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for line in published(monkeypatch) if line.startswith("threadmill_overlay_goodput{")]
    assert [line.split()[-2:] for line in lines] == [["700.0", f"{BEGIN * 1000}"], ["900.0", f"{(BEGIN + 2) * 1000}"]]


def test_every_line_says_which_window_it_is_of(monkeypatch: pytest.MonkeyPatch) -> None:
    for line in published(monkeypatch):
        for label in ('experiment="20260101T000000Z-x"', 'variant="reactor"', 'block="1"', 'level="1: 50 users"'):
            assert label in line


def test_figures_are_those_of_the_result_file_in_base_units(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(published(monkeypatch))
    assert re.search(r"^threadmill_window_goodput{[^}]*} 1000\.0 ", text, re.MULTILINE)
    assert re.search(r'^threadmill_window_latency_seconds{[^}]*percentile="p95"[^}]*} 0\.18 ', text, re.MULTILINE)
    assert re.search(r'^threadmill_window_threads{[^}]*kind="platform"[^}]*} 230 ', text, re.MULTILINE)
    (cpu,) = re.findall(r"^threadmill_window_cpu_seconds_per_request{[^}]*} (\S+) ", text, re.MULTILINE)
    used = examples.run("reactor", 20_000).windows[0].use["app"]
    assert float(cpu) == pytest.approx(used.cpu_seconds / used.seconds / 1000)


def test_a_figure_that_does_not_exist_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "threads{" in "".join(published(monkeypatch, app=examples.app_use(virtual_threads=51)))
    lines = published(monkeypatch, app=examples.app_use(virtual_threads=None))
    assert not [line for line in lines if line.startswith("threadmill_window_threads") and 'kind="virtual"' in line]


def test_a_verdict_is_a_number_with_its_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = Verdict(verdict="SUSPECT", reasons=['it said "no"', "slow"])
    (line,) = [line for line in published(monkeypatch, verdict=verdict) if line.startswith("threadmill_window_verdict")]
    assert 'reasons="it said \\"no\\"; slow"' in line and "} 1 " in line


def test_a_prometheus_that_fails_is_told_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prometheus, "each_second", lambda *_: [])
    said: list[str] = []
    machines: Any = FakeMachines("out of order")
    prometheus.publish(
        machines, "http://prometheus", examples.experiment(), "x", examples.run("reactor", 1), said.append
    )
    assert said == ["the dashboards will not show this run beside the others: out of order"]


def test_labels_are_escaped_as_the_text_format_wants() -> None:
    assert prometheus.sample("x", {"a": 'b\\"\n'}, 1, 2.0) == 'x{a="b\\\\\\"\\n"} 2.0 1000\n'


def test_the_address_holds_the_whole_window() -> None:
    plan = examples.experiment(duration=30)
    begin = int(prometheus.month_start(plan.environment.started).timestamp())
    address = prometheus.address(3000, plan, "name")
    assert "var-experiment=name" in address
    assert f"from={begin * 1000}&to={(begin + 31) * 1000}" in address


def test_levels_keep_their_place() -> None:
    assert prometheus.level(examples.plan(levels=[50, 200]), 1) == "2: 200 users"
    assert prometheus.level(examples.plan(model="open", levels=[300]), 0) == "1: 300 requests/s"
