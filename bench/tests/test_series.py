from typing import Any

import httpx
import pytest

from bench import series

STARTED = 1_000_000.5


def test_a_point_a_second_holds_every_figure_that_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"good": [[STARTED, "500.128"], [STARTED + 1, "510"]], "0.95": [[STARTED, "NaN"], [STARTED + 1, "40.5"]]}

    def answer(url: str, params: dict[str, Any], timeout: float) -> httpx.Response:
        found = [{"values": points} for word, points in values.items() if word in params["query"]]
        return httpx.Response(200, json={"data": {"result": found}}, request=httpx.Request("GET", url))

    monkeypatch.setattr(httpx, "get", answer)
    first, second = series.load_samples("http://prometheus", STARTED, STARTED + 1)
    assert (first.at, first.good_per_second, first.p95_ms, first.failed_per_second) == (0.0, 500.13, None, None)
    assert (second.at, second.good_per_second, second.p95_ms) == (1.0, 510.0, 40.5)
