from typing import Any

import httpx
import pytest

from bench.errors import ThreadmillError
from bench.probes import prometheus

STARTED = 1_000_000.5


def test_a_point_a_second_holds_every_figure_that_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"good": [[STARTED, "500.128"], [STARTED + 1, "510"]], "0.95": [[STARTED, "NaN"], [STARTED + 1, "40.5"]]}

    def answer(url: str, params: dict[str, Any], **_: object) -> httpx.Response:
        found = [{"values": points} for word, points in values.items() if word in params["query"]]
        return httpx.Response(200, json={"data": {"result": found}}, request=httpx.Request("GET", url))

    monkeypatch.setattr(httpx, "get", answer)
    first, second = prometheus.load_samples("http://prometheus", STARTED, STARTED + 1)
    assert (first.at, first.good_per_second, first.p95_ms, first.failed_per_second) == (0.0, 500.13, None, None)
    assert (second.at, second.good_per_second, second.p95_ms) == (1.0, 510.0, 40.5)


def test_a_prometheus_that_fails_leaves_the_series_empty_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(url: str, **_: Any) -> httpx.Response:
        raise httpx.ConnectError("connection refused")

    monkeypatch.setattr(httpx, "get", refuse)
    found, why = prometheus.observe("http://prometheus", STARTED, STARTED + 1)
    assert found == [] and why and why.startswith("Prometheus does not answer (connection refused)")


@pytest.mark.parametrize("body", ["no JSON", "{}"])
def test_an_answer_that_is_none_is_a_fault(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    monkeypatch.setattr(
        httpx, "get", lambda url, **_: httpx.Response(200, text=body, request=httpx.Request("GET", url))
    )
    with pytest.raises(ThreadmillError, match="Prometheus does not answer"):
        prometheus.each_second("http://prometheus", "up", STARTED, STARTED + 1)


def test_nothing_recorded_is_told_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prometheus, "each_second", lambda *_: [])
    assert prometheus.observe("http://prometheus", STARTED, STARTED + 1)[1] is not None
    monkeypatch.setattr(prometheus, "each_second", lambda *_: [(0, 1.0)])
    assert prometheus.observe("http://prometheus", STARTED, STARTED + 1)[1] is None
