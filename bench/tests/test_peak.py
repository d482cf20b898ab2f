"""Where the rate varies, the limiter is looked for at the peak."""

from collections.abc import Sequence
from typing import Any

import pytest

from bench.analysis import limiter
from bench.probes import peak
from bench.probes.actuator import AppReading
from bench.probes.peak import Peak, Seen
from bench.probes.sampler import Timed
from bench.results import AppUse, LoadSummary, MachineUse, Phase, TimelineRow
from bench.tests import examples

STARTED = 1_000_000.0
OPEN = {"model": "open", "vus": None, "rate": 200.0, "window_seconds": 80.0}


def phases(*answered: int) -> LoadSummary:
    """20 s each of 100, 200, 600 and 100 arrivals a second, of which so many a second were answered well."""
    rates = (100, 200, 600, 100)
    found = [
        Phase(
            name=name, at=20.0 * place, seconds=20.0, rate=rate, offered=20 * rate, good=20 * good,
            failed=20 * (rate - good), latency_ms=examples.summary().latency_ms,
        )
        for place, (name, rate, good) in enumerate(
            zip(("below", "at", "above", "back"), rates, answered, strict=True)
        )
    ]  # fmt: skip
    good = 20 * sum(answered)
    return examples.summary(**OPEN, requests=good, good=good, phases=found, timeline=[])


def ramp(good: Sequence[int]) -> LoadSummary:
    """From 0 to 300 arrivals a second over 60 s; `good` answers a second in the steps of 5 s."""
    steps = [
        TimelineRow(at=5.0 * place, offered=125 * place + 62, good=5 * count, failed=0, p95_ms=1100.0)
        for place, count in enumerate(good)
    ]
    late = TimelineRow(at=60.0, offered=0, good=900, failed=0, p95_ms=5000.0)
    return examples.summary(**{**OPEN, "rate": 300.0, "window_seconds": 60.0}, timeline=[*steps, late])


def readings(peak_from: float, peak_to: float, end: float, cores: float, workers: float | None) -> list[Timed]:
    """The app answers 100/s with 0.1 cores; at the peak 400/s, with so many cores and busy workers."""
    found, requests, cpu = [], 0.0, 0.0
    for second in range(0, int(end) + 1, 2):
        high = peak_from < second <= peak_to
        requests, cpu = requests + 2 * (400 if high else 100), cpu + 2 * (cores if high else 0.1)
        app = AppReading(
            requests=requests, compile_seconds=0.0, cpu_seconds=cpu, in_flight=None, platform_threads=60.0,
            virtual_threads=None, workers_busy=workers if high or second == peak_from else 50.0, workers=200.0,
            pool_busy=None, pool_waiting=None, pool_size=None, heap_bytes=0.0, eden_bytes=0.0,
            collected_bytes=None, paused_seconds=None, uptime_seconds=None,
        )  # fmt: skip
        found.append(Timed(STARTED + second, app))
    return found


def judged(load: LoadSummary, seen: list[Timed], db: float = 0.2, **plan: Any) -> Any:
    """The limiter, with all the window's figures far from any limit: app CPU at 0.4, its workers at 80 of 200."""
    app: AppUse = examples.app_use(requests_per_second=175.0, workers_busy=80.0, pool_size=None)
    use: dict[str, MachineUse] = {
        name: examples.use(seconds=80.0, cpu_seconds=share * 40, cpu_share=share, throttled_share=0.1)
        for name, share in (("app", 0.4), ("db", db), ("load", 0.05))
    }
    wanted = examples.plan(model="open", levels=[200], **plan)
    found = peak.narrow(wanted, Seen(load, app, use), seen, STARTED)
    ceilings = limiter.predict(wanted, "blocking", found.load, found.app, found.use, None)
    return limiter.find(found.load, found.app, found.use, ceilings)


def test_the_peak_is_the_phase_of_the_highest_rate() -> None:
    assert peak.find(examples.plan(), phases(100, 200, 190, 90)) == Peak(40.0, 60.0, 600.0, 190.0)


def test_the_peak_of_a_ramp_is_its_last_step_in_the_window_less_what_waits_still() -> None:
    found = peak.find(examples.plan(wait_ms=1000.0), ramp([25 * place for place in range(12)]))
    assert found == Peak(55.0, 60.0, (1437 - 125 / 5) / 5, 275.0)


def test_a_constant_rate_is_judged_over_all_of_the_window() -> None:
    whole = Seen(examples.summary(), examples.app_use(), examples.machines())
    assert peak.find(examples.plan(), whole.load) is None
    assert peak.narrow(examples.plan(), whole, readings(40, 60, 80, 0.2, None), STARTED) is whole


@pytest.mark.parametrize(
    ("good", "cores", "workers", "db", "name"),
    [
        (190, 0.2, 200.0, 0.2, "worker threads"),
        (380, 0.49, 180.0, 0.2, "app CPU"),
        (380, 0.2, 180.0, 0.6, "db CPU"),
        (600, 0.2, 180.0, 0.2, "offered rate"),
        (500, 0.2, 180.0, 0.2, limiter.UNKNOWN),
    ],
)
def test_the_limiter_of_phases_is_that_of_the_highest(
    good: int, cores: float, workers: float, db: float, name: str
) -> None:
    found = judged(phases(100, 200, good, 100), readings(40, 60, 80, cores, workers), db)
    assert found.name == name and found.evidence.startswith("at the peak: "), found


@pytest.mark.parametrize(("last", "workers", "name"), [(283, 150.0, "offered rate"), (200, 200.0, "worker threads")])
def test_the_limiter_of_a_ramp_is_that_of_its_end(last: int, workers: float, name: str) -> None:
    steps = [min(25 * place + 12, 200) for place in range(11)]
    assert judged(ramp([*steps, last]), readings(54, 60, 60, 0.2, workers), wait_ms=1000.0).name == name


def test_a_peak_that_nobody_saw_is_not_made_up() -> None:
    assert judged(phases(100, 200, 190, 90), readings(40, 60, 38, 0.2, 200.0)).name == limiter.UNKNOWN


def test_what_a_machine_is_taken_to_use_never_exceeds_its_cap() -> None:
    assert peak.scaled(examples.use(cpu_share=0.5, cpu_seconds=5.0), 4.0).cpu_share == 1.0
    assert peak.scaled(examples.use(cpu_share=0.0, cpu_seconds=0.0), 4.0).cpu_share == 0.0
