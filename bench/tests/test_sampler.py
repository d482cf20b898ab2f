import time

import pytest

from bench.errors import ThreadmillError
from bench.probes import actuator
from bench.probes.actuator import AppReading, Sampler


def reading(requests: float, in_flight: float) -> AppReading:
    text = f"http_server_requests_seconds_count {requests}\nhttp_server_requests_active_seconds_count {in_flight}\n"
    return actuator.parse_app(text)


@pytest.fixture
def sampler(monkeypatch: pytest.MonkeyPatch) -> Sampler:
    """Of an app that had answered 5 requests at rest, and answers 1,000 more before it is first asked again."""
    monkeypatch.setattr(actuator, "read_app", lambda *_, **__: reading(1005, 22))
    return Sampler("http://app", reading(5, 2))


def test_the_first_reading_is_that_of_the_window_s_start(sampler: Sampler) -> None:
    sampler.begin()
    assert [found.app.requests for found in sampler.finish()] == [1005, 1005]


def test_load_that_begins_with_the_window_is_counted_from_its_first_request(sampler: Sampler) -> None:
    began = time.time() - 3
    sampler.begin(load_since=began)
    first, last = sampler.finish()
    assert (first.at, first.app.requests, last.app.requests) == (began, 5, 1005)
    assert last.at >= began + 3


def test_what_counts_as_in_flight_at_rest_is_left_out(sampler: Sampler) -> None:
    sampler.begin(load_since=time.time())
    first, last = sampler.finish()
    assert (first.app.in_flight, last.app.in_flight) == (0, 20)


def test_an_app_that_answers_no_scrape_has_no_count_rather_than_none_a_second(
    sampler: Sampler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_: object, **__: object) -> AppReading:
        raise ThreadmillError("the app's metrics cannot be read")

    monkeypatch.setattr(actuator, "read_app", silent)
    sampler.begin(load_since=time.time())
    use = actuator.app_use(sampler.finish(), threads=35, compiler_share=0.4)
    assert use.requests_per_second is None and use.threads == 35
