from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench import paths
from bench.errors import ThreadmillError, UsageError
from bench.results import Environment, Plan, Store, Warmup, Window
from bench.results.collection import SweepRequest, SweepStore
from bench.results.folder import latest
from bench.tests.examples import experiment, plan, run, samples, warmup, window


def test_what_is_written_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    given = experiment()
    kept = Store.create(given)
    for block, variant in [(1, "reactor"), (1, "blocking"), (2, "blocking")]:
        kept.write_run(run(variant, 100, block), [samples()])
    assert kept.folder.name == "20260101T000000Z-create-property"
    assert kept.experiment() == given
    assert [(found.block, found.variant) for found in kept.runs()] == [
        (1, "blocking"), (1, "reactor"), (2, "blocking"),
    ]  # fmt: skip
    assert kept.samples(kept.runs()[0], 0) == samples()
    assert Store.open(kept.folder.name).folder == kept.folder


def test_a_setting_of_older_results_is_known_by_its_name_of_now() -> None:
    given = experiment().environment
    older = given.model_dump() | {"figures": {"SEED_AGENTS": "500"}, "settings": {"SEED_AGENTS": "500"}}
    found = Environment.model_validate(older)
    assert found.figures == {"ROWS_AGENTS": "500"}, "else RESUME and make compare would tell of a difference"
    assert found.settings == {"SEED_AGENTS": "500"}, "the report repeats them at the commit of then"
    sweep = SweepRequest(name="own", cells={"a": {"SEED_AGENTS": "500"}}, started=given.started)
    assert sweep.cells == {"a": {"ROWS_AGENTS": "500"}}


def test_a_window_of_before_is_read_with_its_older_word_for_contention() -> None:
    text = window().model_dump_json().replace('"contention"', '"others_share"')
    assert Window.model_validate_json(text) == window()


def test_the_second_phase_of_before_is_read_with_its_older_words() -> None:
    found = warmup().model_copy(update={"uncapped_compilers": [0.5], "capped_compilers": [0.04, 0.01]})
    text = found.model_dump_json().replace("uncapped_compilers", "free_rehearsals")
    assert Warmup.model_validate_json(text.replace("capped_compilers", "rehearsals")) == found
    screened = plan(second_phase=False)
    assert Plan.model_validate_json(screened.model_dump_json().replace("second_phase", "rehearsed")) == screened


def test_unknown_results_are_answered_with_the_known_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    Store.create(experiment())
    with pytest.raises(UsageError, match="the latest are: 20260101T000000Z-create-property"):
        Store.open("yesterday")


def test_a_folder_of_another_kind_is_answered_with_its_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a search: it is there, so to say that it is not would be false."""
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    for stage in ("confirmation", "blocking-screening"):
        (tmp_path / "tune" / stage).mkdir(parents=True)
        (tmp_path / "tune" / stage / Store.FILE).write_text("{}")
    with pytest.raises(UsageError, match="give one of its parts: tune/blocking-screening, tune/confirmation"):
        Store.open("tune")


def test_the_latest_is_that_of_any_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that make report after make replay shows the replay, and not an experiment of the day before."""
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    assert latest(Store, SweepStore) == ""
    Store.create(experiment())
    assert latest(Store, SweepStore) == "20260101T000000Z-create-property"
    SweepStore.begin("own-cells", SweepRequest(name="own", cells={}, started=datetime(2026, 1, 2, tzinfo=UTC)))
    assert latest(Store, SweepStore) == "own-cells-20260102T000000Z"
    assert latest(Store) == "20260101T000000Z-create-property"


def test_another_schema_is_refused(tmp_path: Path) -> None:
    (tmp_path / "experiment.json").write_text('{"version": 0}')
    with pytest.raises(ThreadmillError, match="schema 0"):
        Store(tmp_path).experiment()
