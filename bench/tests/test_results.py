from pathlib import Path

import pytest

from bench import results
from bench.errors import ThreadmillError
from bench.results import Store
from bench.tests.examples import run
from bench.tests.test_report import experiment


def test_what_is_written_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    given = experiment()
    store = Store.create(given)
    for block, variant in [(1, "reactor"), (1, "blocking"), (2, "blocking")]:
        store.write_run(run(variant, 100, block))
    assert store.folder.name == "20260101T000000Z-create-property"
    assert store.experiment() == given
    assert [(found.block, found.variant) for found in store.runs()] == [
        (1, "blocking"), (1, "reactor"), (2, "blocking"),
    ]  # fmt: skip


def test_another_schema_is_refused(tmp_path: Path) -> None:
    (tmp_path / "experiment.json").write_text('{"version": 0}')
    with pytest.raises(ThreadmillError, match="schema 0"):
        Store(tmp_path).experiment()
