import pytest

from bench.probes import cores
from bench.probes.cores import Reading
from bench.testbed import probe


def readings(*shares: float) -> list[Reading]:
    """Core 1 busy for these shares of one half-second after the other; core 0 idles."""
    busy = [sum(shares[:count]) * 0.5 for count in range(len(shares) + 1)]
    return [Reading(0.5 * place, {0: 0.0, 1: seconds}) for place, seconds in enumerate(busy)]


def test_full_intervals_count_however_idle_the_others_are() -> None:
    assert cores.full_share(readings(0.2, 1.0, 0.3, 0.1), {1}) == 0.25


def test_nearly_full_is_not_full() -> None:
    assert cores.full_share(readings(0.9, 0.9), {1}) == 0.0


def test_of_several_cores_all_must_be_full() -> None:
    assert cores.full_share(readings(1.0, 1.0), {0, 1}) == 0.0


def test_a_host_that_does_not_tell_is_not_judged() -> None:
    assert cores.full_share([Reading(0.0, {}), Reading(0.5, {})], {1}) is None


def test_it_reads_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "INTERVAL", 0.001)
    monkeypatch.setattr(probe, "busy_seconds", lambda _: {0: 1.0})
    watch = cores.watch_use("load")
    watch.start()
    found = watch.stop()
    assert found and found[0].busy == {0: 1.0}
