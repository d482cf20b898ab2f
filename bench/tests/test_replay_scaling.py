import pytest

from bench.studies.plan import level, scaled

FIGURES = {"APP_WORKER_THREADS": "200", "APP_CPUS": "0.5"}


def test_users_and_worker_threads_keep_their_proportion() -> None:
    given = {"SCENARIO": "passthrough-message", "VUS": "1000,5000", "DURATION": "35"}
    found = scaled(given, 0.2, ["VUS", "APP_WORKER_THREADS"], FIGURES)
    assert found == {**given, "VUS": "200,1000", "APP_WORKER_THREADS": "40"}


def test_a_file_s_own_figure_is_scaled_and_not_the_default_one() -> None:
    assert scaled({"APP_WORKER_THREADS": "100"}, 0.5, ["APP_WORKER_THREADS"], FIGURES) == {"APP_WORKER_THREADS": "50"}


def test_what_an_experiment_does_not_have_is_not_scaled() -> None:
    assert scaled({"VUS": "50"}, 0.5, ["VUS", "RATE", "MAX_VUS"], FIGURES) == {"VUS": "25"}


def test_the_published_size_stays_as_it_is() -> None:
    given = {"RATE": "500", "MAX_VUS": "6000"}
    assert scaled(given, 1, ["RATE", "MAX_VUS"], FIGURES) == given


@pytest.mark.parametrize(("published", "scale", "found"), [(500, 0.5, 250), (3, 0.1, 1), (1500, 0.2, 300)])
def test_no_level_vanishes(published: int, scale: float, found: int) -> None:
    assert level(published, scale) == found
