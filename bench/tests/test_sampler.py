import time
from dataclasses import replace

import pytest

from bench.errors import ThreadmillError
from bench.probes import actuator
from bench.probes.actuator import AppReading
from bench.probes.sampler import Sampler, Timed, aligned, app_samples, app_use, until


def reading(requests: float, in_flight: float = 0.0) -> AppReading:
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
    use = app_use(sampler.finish(), threads=35, compiler_share=0.4)
    assert use.requests_per_second is None and use.threads == 35


def taken(at: float, uptime: float | None, requests: float) -> Timed:
    return Timed(at, replace(reading(requests), uptime_seconds=uptime))


def test_a_late_answer_to_a_scrape_changes_no_rate() -> None:
    """An app at 800 requests/s, 50 s after its start, answers the first scrape 0.5 s after it counted."""
    readings = [taken(1000.6, 50.0, 0), taken(1002.1, 52.0, 1600), taken(1010.3, 60.0, 8000)]
    found = aligned(readings)
    assert [round(one.at, 3) for one in found] == [1000.1, 1002.1, 1010.1], "the second answer was the quickest"
    assert app_use(found, 30, None).requests_per_second == 800.0
    assert app_use(readings, 30, None).requests_per_second == pytest.approx(825, abs=1), "by the answers' moments"


def test_what_the_app_does_after_a_window_s_end_is_none_of_its_rates() -> None:
    """An app at 800 requests/s that does 200 while the machines' counters are read, from 1,018.4 s on."""
    readings = [taken(1000.0 + at, 50.0 + at, requests) for at, requests in ((0.4, 0), (8.4, 6400), (18.3, 14320))]
    readings.append(taken(1019.2, 69.2, 14320 + 80 + 160))
    counted = app_samples(until(readings, 1018.4), 1000.0)
    assert [(one.at, one.requests_per_second) for one in counted] == [(8.4, 800.0), (18.3, 800.0)]
    assert app_samples(readings, 1000.0)[-1].requests_per_second < 760


def test_a_rate_is_not_taken_over_a_moment() -> None:
    readings = [taken(1000.0, 50.0, 0), taken(1002.0, 52.0, 1600), taken(1002.1, 52.1, 1760)]
    assert [one.at for one in app_samples(readings, 1000.0)] == [2.1]


def test_the_app_at_rest_stays_at_the_moment_at_which_the_load_began() -> None:
    readings = [taken(1000.0, None, 0), taken(1002.7, 52.0, 1600), taken(1010.1, 60.0, 8000)]
    assert [round(one.at, 3) for one in aligned(readings)] == [1000.0, 1002.1, 1010.1]


def test_an_app_that_was_started_again_has_no_clock_to_align_by() -> None:
    readings = [taken(1000.0, 50.0, 0), taken(1002.0, 1.0, 10)]
    assert aligned(readings) == readings
    assert aligned([]) == []
