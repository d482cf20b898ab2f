import pytest

from bench.spec.request import experiment
from bench.studies.plan import level, scaled

DEFAULTS = {"APP_WORKER_THREADS": "200", "APP_CPUS": "0.5"}


def at(scale: float, of: list[str], **given: str) -> dict[str, str]:
    return scaled(experiment({"SCENARIO": "no-io", **given}), scale, of, DEFAULTS).variables


def test_users_and_worker_threads_keep_their_proportion() -> None:
    found = at(0.2, ["VUS", "APP_WORKER_THREADS"], VUS="1000,5000", DURATION="35")
    assert found == {"SCENARIO": "no-io", "VUS": "200,1000", "DURATION": "35", "APP_WORKER_THREADS": "40"}


def test_a_file_s_own_setting_is_scaled_and_not_the_default_one() -> None:
    assert at(0.5, ["APP_WORKER_THREADS"], APP_WORKER_THREADS="100")["APP_WORKER_THREADS"] == "50"


def test_what_an_experiment_does_not_have_is_not_scaled() -> None:
    assert at(0.5, ["VUS", "RATE", "MAX_VUS"], VUS="50", APP_CPUS="0.4") == {
        "SCENARIO": "no-io", "VUS": "25", "APP_CPUS": "0.4",
    }  # fmt: skip


def test_the_published_size_stays_as_it_is() -> None:
    given = {"RATE": "500", "MAX_VUS": "6000"}
    assert at(1, ["RATE", "MAX_VUS"], **given) == {"SCENARIO": "no-io", **given}


@pytest.mark.parametrize(("published", "scale", "found"), [(500, 0.5, 250), (3, 0.1, 1), (1500, 0.2, 300)])
def test_no_level_vanishes(published: int, scale: float, found: int) -> None:
    assert level(published, scale) == found
