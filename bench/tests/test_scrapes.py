from collections import Counter
from typing import Any

import httpx
import pytest

from bench.errors import ThreadmillError
from bench.probes import actuator

URL = "http://app/actuator/prometheus"


def answering(monkeypatch: pytest.MonkeyPatch, status: int) -> Counter[str]:
    """How often each format is asked for."""
    asked = Counter[str]()

    def get(_: httpx.Client, url: str, headers: dict[str, str], **__: Any) -> httpx.Response:
        assert url == URL
        asked[headers["Accept"].partition(";")[0]] += 1
        return httpx.Response(status, request=httpx.Request("GET", url))

    monkeypatch.setattr(httpx.Client, "get", get)
    return asked


def test_the_app_is_scraped_as_the_harness_and_as_prometheus_do(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answering(monkeypatch, 200)
    actuator.warm_scrapes("http://app/actuator")
    assert asked == {"text/plain": actuator.SCRAPES, "application/vnd.google.protobuf": actuator.SCRAPES}


def test_an_app_that_gives_no_metrics_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, 404)
    with pytest.raises(ThreadmillError, match="metrics cannot be read"):
        actuator.warm_scrapes("http://app/actuator")
