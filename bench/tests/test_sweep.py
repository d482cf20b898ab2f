"""Experiments in cells: an ordinary experiment for each, and where the order of the variants turns."""

from pathlib import Path

import pytest

from bench import cli, paths
from bench.analysis import sensitivity
from bench.analysis.estimates import Difference
from bench.analysis.sensitivity import Cell
from bench.commands import sweep
from bench.errors import UsageError
from bench.report import sensitivity as report
from bench.results import Run
from bench.results.collection import SweepStore
from bench.spec import configuration, request
from bench.spec.experiment import BASE, ExperimentSpec
from bench.spec.variants import VARIANTS
from bench.tests import examples
from bench.tests.fakes import Behaviour, FakeMachines, fail_at, stage
from bench.tests.test_configuration import tuned_file

pytestmark = pytest.mark.usefixtures("charts_undrawn")

FILE = """
scenario: create-property
variants: [blocking, reactor]
runs: 2
duration: 5
observers: off
cells: [{}, {APP_CPUS: 0.25}, {APP_HEAP: 256m}]
"""


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The experiment file; results and configurations are in folders of their own, with a tuned one for reactor."""
    folder = tmp_path / "configurations"
    for variant in VARIANTS:
        (folder / variant).mkdir(parents=True)
        (folder / variant / "stock.yaml").write_text("settings: []\n")
    tuned = configuration.render(tuned_file(**{"eventLoops.http": 1}))
    (folder / "reactor" / "tuned-database.yaml").write_text(tuned)
    monkeypatch.setattr(configuration, "FOLDER", folder)
    monkeypatch.setattr(paths, "RESULTS", tmp_path)
    monkeypatch.setattr("bench.report.write", lambda store: store.folder)
    path = tmp_path / "own.yaml"
    path.write_text(FILE)
    return str(path)


def cells(file: str) -> dict[str, ExperimentSpec] | None:
    return sweep.cells(request.read({"EXPERIMENT": file}))


def begun(file: str) -> SweepStore:
    found = cells(file)
    assert found is not None
    return sweep.create(request.read({"EXPERIMENT": file}), found)


def conduct(store: SweepStore, machines: FakeMachines) -> None:
    sweep.conduct(store, sweep.recorded(store), lambda: machines)


def runs(blocking: int, reactor: int, scatter: float = 0.01) -> list[Run]:
    return [
        examples.run(name, int(good * (1 + scatter * (block - 2) * sign)), block)
        for block in (1, 2, 3)
        for name, good, sign in (("blocking", blocking, 1), ("reactor", reactor, -1))
    ]


def test_the_order_turns_only_where_both_intervals_show_it() -> None:
    base = Cell("base", runs(10_000, 8_000))
    cells = [base, Cell("a", runs(10_000, 12_000)), Cell("b", runs(10_000, 9_900)), Cell("c", runs(10_000, 7_000))]
    found = {turn.cell: turn.word for turn in sensitivity.turns(cells)}
    assert found == {"a": "turns", "b": "is no longer shown"}
    said = report.answer(cells)
    assert said[0].startswith("At a the order of blocking and reactor turns: 0.83 [")
    assert report.answer([base, cells[3]])[0].startswith("In none of 1 other cells")


def test_an_order_that_the_first_cell_does_not_show_cannot_turn() -> None:
    cells = [Cell("base", runs(10_000, 10_050, 0.05)), Cell("a", runs(10_000, 5_000))]
    assert list(sensitivity.turns(cells)) == []
    assert report.answer(cells)[0].startswith("The first cell shows no order of two variants, so that none can turn")


def test_a_cell_without_an_interval_is_not_said_to_be_like_the_first() -> None:
    cells = [Cell("base", runs(10_000, 8_000)), Cell("a", runs(10_000, 15_000)[:2]), Cell("b", runs(10_000, 7_900))]
    *said, changed = report.answer(cells)
    assert said == [
        "No ratio has an interval at a: RUNS=3 or more.",
        "In none of 1 other cells does the order of two variants turn that the first one shows.",
    ]
    assert "the least certain, of reactor to blocking at b, is 0.99 [" in changed
    experiments = {cell.name: examples.experiment() for cell in cells}
    column = [row[-3] for row in report.grid(cells, experiments).rows]
    assert column == ["blocking > reactor", "no interval: RUNS=3 or more", "as in the first cell"]


def test_of_many_pairs_one_that_chance_may_have_given_is_no_order() -> None:
    """Alone its p-value of 0.03 would do; among three pairs Holm's rule asks for 0.017."""
    even, other, less = (10_000, 10_000, 10_000), (10_200, 9_800, 10_010), (9_400, 9_550, 9_250)
    drawn = {"blocking": even, "coroutines": other, "reactor": less}
    some = [examples.run(name, good, block) for name, each in drawn.items() for block, good in enumerate(each, start=1)]
    pair = [run for run in some if run.variant != "coroutines"]
    found = sensitivity.ratio(some, "blocking", "reactor")
    assert found and found.p_value and 0.017 < found.p_value < 0.05
    assert sensitivity.orders(Cell("alone", pair))["blocking", "reactor"] == 1
    assert set(sensitivity.orders(Cell("among others", some)).values()) == {0}


def test_a_ratio_that_is_another_is_told_and_one_that_is_not_shown_to_be_with_what_it_might_be() -> None:
    """A wider interval takes an order away which may be just the same."""
    base, wider, other = Cell("base", runs(10_000, 8_000)), Cell("a", runs(10_000, 8_100, 0.1)), runs(10_000, 6_000)
    (found,) = sensitivity.changes([base, wider])
    assert (found.cell, found.one, found.other, found.difference) == ("a", "reactor", "blocking", Difference.NOT_SHOWN)
    said = report.answer([base, wider])
    assert said[0].startswith("At a the order of blocking and reactor is no longer shown")
    assert said[-1].startswith(
        "No ratio of two variants is shown to be another than in the first cell; the least certain"
    )
    assert "of reactor to blocking at a, is 1.0" in said[-1]
    (found,) = sensitivity.changes([base, Cell("b", other)])
    assert found.factor.value == pytest.approx(6_000 / 8_000, rel=0.01) and found.difference is Difference.LESS
    told = report.answer([base, Cell("b", other)])[-1]
    assert told.startswith("At b the ratio of reactor to blocking is another: 0.75 [")
    assert report.changed([base, Cell("b", other)]).rows[0][1].endswith("], shown")


def test_a_cell_that_does_not_tell_of_one_pair_is_not_said_to_be_like_the_first() -> None:
    """Reactor has one block there: no interval, while blocking and coroutines have theirs."""
    base = [*runs(10_000, 8_000), *(examples.run("coroutines", 7_900 + 10 * block, block) for block in (1, 2, 3))]
    other = [run for run in base if (run.variant, run.block) not in {("reactor", 2), ("reactor", 3)}]
    cells = [Cell("base", base), Cell("a", other), Cell("b", base)]
    experiments = {cell.name: examples.experiment() for cell in cells}
    told = "no interval tells the order of blocking and reactor"
    column = [row[-3] for row in report.grid(cells, experiments).rows]
    assert column[1:] == [f"unknown: {told}", "as in the first cell"]
    said = report.answer(cells)
    assert f"At a {told}." in said and any(one.startswith("In none of 1 other cells") for one in said)


@pytest.mark.parametrize(
    ("spoilt", "blocks", "verdicts"),
    [("INVALID", {1, 2, 3}, "6, 3 INVALID"), ("INVALID", {3}, "6, 1 INVALID"), ("lost", {3}, "5, 1 lost")],
)
def test_a_variant_whose_windows_may_not_be_used_has_no_place_in_the_order(
    spoilt: str, blocks: set[int], verdicts: str
) -> None:
    spoil = examples.lost if spoilt == "lost" else _invalid
    found = [spoil(run) if run.variant == "blocking" and run.block in blocks else run for run in runs(10_000, 8_000)]
    cells = [Cell("base", runs(10_000, 8_000)), Cell("a", found)]
    experiments = {cell.name: examples.experiment() for cell in cells}
    (row,) = report.grid(cells, experiments).rows[1:]
    assert row[-4:-2] == ("reactor", "unknown: not all windows of blocking may be used")
    assert row[-1] == verdicts
    assert "At a not all windows of blocking may be used." in report.answer(cells)


def _invalid(run: Run) -> Run:
    window = run.windows[0]
    verdict = window.verdict.model_copy(update={"verdict": "INVALID"})
    return run.model_copy(update={"windows": [window.model_copy(update={"verdict": verdict})]})


def test_within_the_noise_floor_nothing_is_in_order() -> None:
    assert sensitivity.orders(Cell("a", runs(10_000, 9_500)))["blocking", "reactor"] == 1
    assert sensitivity.orders(Cell("a", runs(10_000, 9_500), noise=0.1))["blocking", "reactor"] == 0


def test_the_example_changes_one_factor_at_a_time_in_eight_cells_at_most() -> None:
    asked = cells(str(paths.ROOT / "experiments" / "sensitivity.yaml"))
    assert asked is not None and 2 <= len(asked) <= 8 and next(iter(asked)) == BASE
    changed = [one.caps for one in asked.values()]
    assert changed[0] == {} and all(len(caps) == 1 for caps in changed[1:])
    assert {name for caps in changed for name in caps} == {
        "APP_CPUS", "APP_PROCESSORS", "APP_HEAP", "APP_COLLECTOR", "DB_CORES"
    }  # fmt: skip


def test_each_cell_is_an_experiment_and_tuned_files_are_carried_over_and_marked(
    file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines: FakeMachines = stage(monkeypatch, tmp_path, Behaviour(dearer={"reactor": 1.3}, uneven=0.01))
    store = begun(file)
    conduct(store, machines)
    assert list(store.asked.cells) == [BASE, "APP_CPUS=0.25", "APP_HEAP=256m"]
    for name in store.asked.cells:
        cell = store.cell(name)
        assert cell is not None and len(cell.runs()) == 4
    text = (store.folder / "summary.md").read_text()
    assert "| APP_HEAP=256m |" in text and "reactor tuned (carried over)" in text
    base_line = next(line for line in text.splitlines() if line.startswith(f"| {BASE} |"))
    assert "reactor tuned" in base_line and "carried" not in base_line
    assert (store.folder / "report.html").is_file() and machines.there == set()
    assert "How far the answer holds" in capsys.readouterr().out


def test_an_interrupted_one_goes_on(
    file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machines = stage(monkeypatch, tmp_path)
    store = begun(file)
    with monkeypatch.context() as context:
        fail_at(context, 6, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            conduct(store, machines)
    assert f"make bench RESUME={store.folder.name}" in capsys.readouterr().out
    found = SweepStore.find(store.folder.name)
    assert found is not None
    conduct(found, machines)
    assert len(list(store.folder.glob("*/runs/*.json"))) == 12
    assert len([word for word in machines.asked if word.startswith("start ")]) == 12


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("cells: [{}", "levels: [50, 100]\ncells: [{}"), "give one level"),
        (("{APP_HEAP: 256m}", "{APP_CPUS: 0.25}"), "two of them change the same"),
        (("{APP_HEAP: 256m}", "{HEAP: 256m}"), "'HEAP' is none of"),
        (("{APP_HEAP: 256m}", ", ".join(f"{{APP_HEAP: {size}m}}" for size in range(200, 207))), "at most 8 items"),
        (("runs: 2", "runs: 2\nconfiguration: both"), "one configuration a variant"),
    ],
)
def test_a_wrong_file_is_told(file: str, change: tuple[str, str], told: str) -> None:
    Path(file).write_text(FILE.replace(*change))
    with pytest.raises(UsageError, match=told):
        cells(file)


def test_a_file_without_cells_is_an_ordinary_experiment(file: str) -> None:
    Path(file).write_text(FILE.partition("cells")[0])
    assert cells(file) is None


def test_the_commands_know_cells(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPERIMENT", file)
    assert cli.run(["check", "bench"]) == 0
    monkeypatch.delenv("EXPERIMENT")
    store = begun(file)
    assert cli.run(["report", "--results", store.folder.name]) == 0
    assert "Fewer than two cells" in (store.folder / "summary.md").read_text()
    assert sweep.recorded(store)["APP_CPUS=0.25"] == (cells(file) or {})["APP_CPUS=0.25"]
    assert sweep.recorded(store)["APP_CPUS=0.25"].caps == {"APP_CPUS": "0.25"}
