"""Ladder, capacity, precision, cells, search and replay: each leaves what it promises, and the host as it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bench.analysis.ladder import SHARES
from bench.results import Store
from bench.results.collection import Collection, SweepStore, TuningStore
from bench.spec import configuration
from bench.studies.store import StudyStore
from bench.testbed import engine
from tests.stack import results
from tests.stack.commands import Outcome, make

Kind = TypeVar("Kind", bound=Collection[Any])

TWO = ("SCENARIO=create-property", "VARIANT=blocking,reactor", "CONFIGURATION=stock")
QUICK = ("DURATION=5", "WARMUP=20", "OBSERVERS=off")
MINUTES = 60.0
CELLS = """
scenario: create-property
variants: [blocking, reactor]
configuration: stock
runs: 2
duration: 5
warmup: 20
observers: false
cells:
  - {}
  - {APP_HEAP: 256m}
"""


@pytest.fixture(autouse=True)
def the_host_is_left_as_it_was() -> Iterator[None]:
    before = engine.existing()
    yield
    assert engine.existing() == before, "something was left behind, or taken away"


@pytest.fixture
def tuned_files_survive() -> Iterator[None]:
    """Those of the repository come back: a search writes its own over them."""
    before = {path: path.read_text() for path in configuration.FOLDER.glob("*/tuned-*.yaml")}
    yield
    for path, text in before.items():
        path.write_text(text)


def test_a_ladder_offers_both_variants_the_same_rates() -> None:
    store = results.of(make("bench", *TWO, *QUICK, "LADDER=auto", within=15 * MINUTES))
    plan = store.experiment().plan
    assert plan.capacity and len(plan.levels) == len(SHARES) and plan.levels == sorted(plan.levels)
    for run in store.runs():
        assert [window.level for window in run.windows] == plan.levels
        assert all(window.load.model == "open" and window.cpu_us("app") for window in run.windows)
    assert "Cost of a request" in summary(store)


def test_a_capacity_is_searched_and_confirmed() -> None:
    asked = ("OBJECTIVE=p99<400ms failed<1%", "LOAD_MEMORY=3g")
    store = results.of(make("bench", *TWO, *QUICK, *asked, within=25 * MINUTES))
    for run in store.runs():
        assert run.search and run.search.steps[0].model == "closed" and len(run.search.steps) > 2
    outcomes = [run.search.outcome for run in store.runs() if run.search]
    assert {"confirmed", "at least"} & set(outcomes), "a disturbed host may spoil one search, and not both"
    assert set(outcomes) <= {"confirmed", "at least", "unconfirmed"}, outcomes
    assert str(store.experiment().plan.objective) in summary(store)


def test_a_precision_plans_its_runs_from_a_pilot() -> None:
    """So wide an interval is reached at once, unless the host is very disturbed."""
    told = make("bench", *TWO, *QUICK, "PRECISION=60%", "MAX_MINUTES=20", within=30 * MINUTES)
    store = results.of(told)
    plan = store.experiment().plan
    assert plan.pilot == 5 and plan.runs >= plan.pilot and plan.precision
    assert len(store.runs()) == 2 * plan.runs
    assert "60%" in summary(store)


def test_cells_are_compared_with_the_first(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(CELLS)
    store = sole(SweepStore.known(), make("bench", f"EXPERIMENT={file}", within=15 * MINUTES), SweepStore)
    text = (store.folder / "summary.md").read_text()
    assert "By what factor each ratio is another than in the first cell" in text
    for name in store.asked.cells:
        cell = store.cell(name)
        assert cell and len(cell.runs()) == 4 and name in text


def test_a_search_writes_a_tuned_file(tuned_files_survive: None) -> None:
    asked = ("SCENARIO=create-property", "VARIANT=blocking", "RUNS=2")
    store = sole(TuningStore.known(), make("tune", *asked, *QUICK, within=40 * MINUTES), TuningStore)
    file = configuration.tuned("blocking", "database")
    assert file and file.searched.results == store.folder.name and file.searched.resolution
    assert file.app == configuration.limits({})
    assert "| blocking | workerThreads=8 |" in (store.folder / "summary.md").read_text()


def test_a_study_is_replayed_and_its_claims_are_judged() -> None:
    store = sole(StudyStore.known(), make("replay", "STUDY=person", within=30 * MINUTES), StudyStore)
    assert all(store.experiment(one) for one in store.planned)
    words = [judgement.word for judgement in store.judged()]
    assert len(words) == len(store.replay.claims) and set(words) != {"cannot be seen here"}, words


def summary(store: Store) -> str:
    return (store.folder / "summary.md").read_text()


def sole(known: list[str], told: Outcome, kind: type[Kind]) -> Kind:
    """The folder of its kind that a command has made."""
    assert told.status == 0, told.text
    (new,) = set(kind.known()) - set(known)
    return kind.open(new)
