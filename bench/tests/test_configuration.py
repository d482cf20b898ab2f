"""Configurations as data: the files, which of them an experiment takes, and what becomes of them on the way."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bench import report
from bench.errors import UsageError
from bench.report import environment, table
from bench.report.conclusion import answer
from bench.report.data import ReportData
from bench.report.live import Live
from bench.report.rows import rows
from bench.results import Factor, Plan, Run, Store
from bench.runner import experiment_runner
from bench.runner.offer import Offer
from bench.spec import choice, configuration, scenarios, schedule, tunables
from bench.spec.configuration import AppLimits, Entry, Searched, TunedFile
from bench.spec.request import experiment
from bench.spec.schedule import scheduled
from bench.spec.variants import RECORDS, VARIANTS
from bench.tests.fakes import FakeMachines, stage

pytestmark = pytest.mark.usefixtures("charts_undrawn")

HERE = AppLimits(cpus=0.5, processors=1, heap="448m", collector="SerialGC")
OLDER = Path(__file__).parent / "older"


def tuned_file(**settings: bool | int | str) -> TunedFile:
    entries = [Entry(setting=key, value=value, reason="measured", source="a search") for key, value in settings.items()]
    searched = Searched(
        host="a CPU, 2 cores", scenario="create-property", load="50 users", day="2026-01-01", commit="0", results="r"
    )  # fmt: skip
    return TunedFile(
        kind="database", app=HERE, searched=searched, over_stock=Factor(value=1.5, low=1.4, high=1.6, blocks=5),
        stock={"eventLoops.http": 4, "eventLoops.db": 4, "eventLoops.shared": False},
        tuned={"eventLoops.http": 1, "eventLoops.db": 1, "eventLoops.shared": True}, settings=entries,
    )  # fmt: skip


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Stock files for the four, and tuned ones for blocking and reactor."""
    found = tmp_path / "configurations"
    for variant in VARIANTS:
        (found / variant).mkdir(parents=True)
        (found / variant / "stock.yaml").write_text("settings: []\n")
    write(found, "blocking", workerThreads=16)
    write(found, "reactor", **{"eventLoops.http": 1, "eventLoops.shared": True})
    monkeypatch.setattr(configuration, "FOLDER", found)
    return found


def write(folder: Path, variant: str, **settings: bool | int | str) -> None:
    (folder / variant / "tuned-database.yaml").write_text(configuration.render(tuned_file(**settings)))


def plan(**given: str) -> Plan:
    return experiment({"SCENARIO": "create-property", "VARIANT": "blocking,reactor", "RUNS": "2", **given}).plan


def names(wanted: Plan) -> list[tuple[str, str]]:
    return sorted((one.variant, one.name) for one in wanted.configured)


@pytest.mark.parametrize("variant", RECORDS)
def test_every_variant_has_a_sound_stock_file(variant: str) -> None:
    assert configuration.stock(variant).settings == []


@pytest.mark.parametrize("path", sorted(configuration.FOLDER.glob("*/tuned-*.yaml")), ids=str)
def test_every_tuned_file_of_the_repository_is_sound(path: Path) -> None:
    assert configuration.tuned(path.parent.name, path.stem.removeprefix("tuned-")) is not None


def test_every_scenario_that_compares_variants_has_a_kind_of_load() -> None:
    found = {name: schedule.called(scenarios.load(name), {}).kind for name in scenarios.comparing()}
    assert set(found.values()) == {"database", "waiting", "no-io"}
    assert schedule.called(scenarios.load("overload"), {"CALL": "no-io"}).kind == "no-io"


def test_the_default_is_tuned_where_a_file_fits_and_else_stock(folder: Path) -> None:
    wanted = plan(VARIANT="blocking,coroutines")
    assert names(wanted) == [("blocking", "tuned"), ("coroutines", "stock")]
    assert names(plan(APP_HEAP="1g")) == [("blocking", "stock"), ("reactor", "stock")]
    assert names(plan(SCENARIO="passthrough-message")) == [("blocking", "stock"), ("reactor", "stock")]
    assert names(plan(CONFIGURATION="stock")) == [("blocking", "stock"), ("reactor", "stock")]


def test_both_interleaves_two_rows_a_variant_in_the_same_blocks(folder: Path) -> None:
    wanted = plan(CONFIGURATION="both")
    found = scheduled(wanted)
    assert len(found) == len(set(found)) == 8
    for block in (1, 2):
        here = {(one.variant, one.configuration) for one in found if one.block == block}
        assert here == {(name, one) for name in ("blocking", "reactor") for one in ("stock", "tuned")}


def test_of_settings_to_try_each_variant_takes_its_own() -> None:
    wanted = plan(CONFIGURATION="workerThreads=16+eventLoops.http=1", VARIANT="blocking,virtual-threads,reactor")
    assert names(wanted) == [
        ("blocking", "stock"), ("blocking", "workerThreads=16"),
        ("reactor", "eventLoops.http=1"), ("reactor", "stock"), ("virtual-threads", "stock"),
    ]  # fmt: skip
    (tried,) = (one for one in wanted.configured if one.name == "workerThreads=16")
    assert tried.settings == {"workerThreads": 16}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"CONFIGURATION": "best"}, "CONFIGURATION=best is none of: stock, tuned, both"),
        (
            {"CONFIGURATION": "pipelining=false", "VARIANT": "blocking"},
            "'pipelining' is no tunable of blocking; it has: workerThreads",
        ),
        ({"CONFIGURATION": "tuned", "APP_CPUS": "1.0"}, r"tuned for another app \(APP_CPUS is 1\.0, not 0\.5\)"),
        ({"CONFIGURATION": "tuned", "APP_PROCESSORS": "2"}, "APP_PROCESSORS is 2, not 1"),
        ({"CONFIGURATION": "both", "APP_HEAP": "1g"}, "APP_HEAP is 1g, not 448m"),
        ({"CONFIGURATION": "tuned", "VARIANT": "coroutines"}, "coroutines was never tuned for 'database' loads"),
        ({"CONFIGURATION": "tuned", "SCENARIO": "no-io"}, "never tuned for 'no-io' loads"),
        ({"CONFIGURATION": "tuned", "SCENARIO": "io-delay", "WAITING": "sleep-on-event-loop"}, "negative control"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_difference(folder: Path, given: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        plan(**given)


def test_settings_to_try_run_beside_stock_in_the_same_blocks(folder: Path) -> None:
    wanted = plan(CONFIGURATION="hooks=false+exceptionTranslation=false", VARIANT="blocking", RUNS="10")
    stock, tried = sorted(wanted.configured, key=lambda one: one.name != "stock")
    assert stock.settings == {} and tried.settings == {"hooks": False, "exceptionTranslation": False}
    assert all(sorted(block) == sorted([stock.name, tried.name]) for block in wanted.configurations)
    assert "-Dthreadmill.hooks=off" in tunables.command_line("blocking", tried.settings)


def test_several_lists_of_settings_run_beside_stock_each_by_itself(folder: Path) -> None:
    lists = "workerThreads=8,workerThreads=8+hooks=false,eventLoops.http=1+hooks=false"
    found = choice.choose(lists, ["blocking", "reactor"], "database", HERE, {})
    names = {variant: [one.name for one in found if one.variant == variant] for variant in ("blocking", "reactor")}
    assert names["blocking"] == ["stock", "workerThreads=8", "workerThreads=8+hooks=false", "hooks=false"]
    assert names["reactor"] == ["stock", "hooks=false", "eventLoops.http=1+hooks=false"]
    with pytest.raises(UsageError, match=r"workerThreads=8.workerThreads=9 names a setting twice"):
        choice.choose("hooks=false,workerThreads=8+workerThreads=9", ["blocking"], "database", HERE, {})


def test_the_allocator_is_attested_by_its_class() -> None:
    pooled = {"netty.allocator": "PooledByteBufAllocator", "netty.unsafe": False}
    assert tunables.mismatches(pooled, {"netty.allocator": "pooled", "netty.unsafe": False}) == []
    (told,) = tunables.mismatches(pooled, {"netty.allocator": "adaptive"})
    assert told.endswith("is PooledByteBufAllocator, not adaptive")


def test_a_carried_file_says_from_where(folder: Path) -> None:
    (one,) = choice.choose("carried", ["reactor"], "database", HERE.model_copy(update={"cpus": 1.0}), {})
    assert one.name == "tuned" and one.carried
    assert one.search is not None and one.search.differences == ["APP_CPUS is 1.0, not 0.5"]


def test_heaps_written_in_another_unit_are_the_same() -> None:
    one = HERE.model_copy(update={"heap": "1g"})
    assert one.differences(HERE.model_copy(update={"heap": "1024m"})) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "settings: [{setting: eventLoops.http, value: 1, reason: r, source: s}]",
            "'eventLoops.http' is no tunable of",
        ),
        ("settings: [{setting: workerThreads, value: 0, reason: r, source: s}]", "a whole number of at least 1, not 0"),
        ("settings: [{setting: workerThreads, value: 8, source: s}]", r"'settings\.0\.reason' is missing"),
        ("setting: []", "'setting' is no key"),
    ],
)
def test_a_wrong_file_is_told_by_name_and_key(folder: Path, text: str, told: str) -> None:
    (folder / "blocking" / "stock.yaml").write_text(text)
    with pytest.raises(UsageError, match=told) as fault:
        configuration.stock("blocking")
    assert "blocking/stock.yaml" in str(fault.value)


def test_settings_become_options_of_the_command_line() -> None:
    wanted: dict[str, bool | int | str] = {"eventLoops.http": 1, "eventLoops.shared": True, "netty.unsafe": True}
    assert tunables.command_line("reactor", wanted) == (
        "-Dreactor.netty.ioWorkerCount=1 -Dthreadmill.r2dbc.loops=http "
        "-Dio.netty.noUnsafe=false --sun-misc-unsafe-memory-access=allow"
    )
    watched = tunables.command_line("coroutines", {"netty.leakDetection": "disabled"})
    assert watched == "-Dio.netty.leakDetection.level=disabled"
    unchecked = tunables.command_line("reactor", {"netty.bufferChecks": False})
    assert unchecked == "-Dio.netty.buffer.checkAccessible=false -Dio.netty.buffer.checkBounds=false"
    untracked = tunables.command_line("virtual-threads", {"virtualThreads.tracked": False})
    assert untracked == "-Djdk.trackAllThreads=false"
    limited = tunables.command_line("virtual-threads", {"virtualThreads.requests": 10, "answerLimit": "watchdog"})
    assert limited == (
        "-Dthreadmill.virtual-threads.requests=10 -Dthreadmill.jdbc.answer-limit=watchdog "
        "-Dthreadmill.jdbc.socket-timeout=0 "
        "-Dspring.datasource.hikari.data-source-properties.socketFactory=threadmill.pool.WatchedSocketFactory"
    )
    assert tunables.command_line("blocking", {"answerLimit": "socket"}) == "-Dthreadmill.jdbc.answer-limit=socket"
    assert "virtualThreads.requests" not in tunables.keys("coroutines-jdbc"), "its requests run on event loops"
    prepared = {"preparedStatements": True}
    jdbc = "-Dspring.datasource.hikari.data-source-properties.useServerPrepStmts=true"
    assert tunables.command_line("reactor-jdbc", prepared) == tunables.command_line("blocking", prepared) == jdbc
    assert tunables.command_line("coroutines", prepared) == "-Dspring.r2dbc.properties.useServerPrepStmts=true"


@pytest.mark.parametrize(("value", "fits"), [(16, True), (0, False), (True, False), ("16", False)])
def test_a_number_is_a_number(value: bool | int | str, fits: bool) -> None:
    assert (tunables.complaint("blocking", "workerThreads", value) is None) == fits


def test_k6_labels_its_series_with_the_configuration() -> None:
    offer = Offer("create-property", "reactor", "closed", 50, None, 6, 20, 1, configuration="tuned")
    assert "--tag=configuration=tuned" in offer.command()


@pytest.fixture
def both(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Store:
    monkeypatch.setattr("bench.probes.prometheus.load_samples", lambda *_: [])
    machines: FakeMachines = stage(monkeypatch, tmp_path)
    return experiment_runner.conduct(machines, plan(CONFIGURATION="both", DURATION="5"), {}, Live())


def test_an_experiment_with_both_has_ratios_within_and_over_configurations(both: Store) -> None:
    runs = both.runs()
    assert all(window.verdict.verdict == "VALID" for run in runs for window in run.windows)
    found = {one.variant: one for one in rows(runs, 0)}
    assert list(found) == ["blocking (stock)", "blocking (tuned)", "reactor (stock)", "reactor (tuned)"]
    assert [name for name, one in found.items() if one.difference.value == "baseline"] == list(found)[:2]
    for name in ("reactor (stock)", "reactor (tuned)"):
        assert found[name].ratio is not None
    assert found["reactor (tuned)"].over_stock is not None and found["reactor (stock)"].over_stock is None
    summary = (both.folder / "summary.md").read_text()
    assert "stock and tuned, 2 runs" in summary
    assert "reactor (tuned): 1 event loop, shared with R2DBC" in summary
    assert "the search kept eventLoops.http=1, eventLoops.shared=true" in summary
    assert "stock's 4 + 4 event loops (HTTP + R2DBC) gave 0.67 [0.62, 0.71] times its goodput" in summary
    assert "Goodput compared with the same variant's stock: at 50 users blocking (tuned)" in summary
    assert environment.command(both.experiment()).endswith("CONFIGURATION=both")


def test_an_invalid_window_gives_no_ratio_to_stock(both: Store) -> None:
    def spoilt(run: Run) -> Run:
        if (run.variant, run.configuration, run.block) != ("reactor", "stock", 1):
            return run
        verdict = run.windows[0].verdict.model_copy(update={"verdict": "INVALID", "reasons": ["it failed"]})
        return run.model_copy(update={"windows": [run.windows[0].model_copy(update={"verdict": verdict})]})

    found = {one.variant: one for one in rows([spoilt(run) for run in both.runs()], 0)}
    assert found["reactor (tuned)"].over_stock is None and found["reactor (tuned)"].over_stock_adjusted is None
    assert found["blocking (tuned)"].over_stock is not None


def test_settings_listed_beside_stock_are_compared_with_the_baselines_own_of_them(both: Store) -> None:
    own = {"blocking": "workerThreads=16", "reactor": "eventLoops.http=1"}

    def listed(run: Run, names: Mapping[str, str]) -> Run:
        assert run.configured is not None
        name = run.configured.name if run.configured.name == "stock" else names[run.variant]
        return run.model_copy(update={"configured": run.configured.model_copy(update={"name": name})})

    found = {one.variant: one for one in rows([listed(run, own) for run in both.runs()], 0)}
    both_ways = {one.variant: one for one in rows(both.runs(), 0)}
    assert found["blocking (workerThreads=16)"].difference.value == "baseline"
    assert found["reactor (eventLoops.http=1)"].ratio == both_ways["reactor (tuned)"].ratio
    others = [listed(run, own) for run in both.runs() if run.variant != "blocking" or run.configuration == "stock"]
    (alone,) = (one for one in rows(others, 0) if one.variant == "reactor (eventLoops.http=1)")
    assert alone.ratio is None


def test_of_several_lists_of_settings_the_baseline_s_same_one_is_compared(both: Store) -> None:
    def named(run: Run, name: str) -> Run:
        assert run.configured is not None
        return run.model_copy(update={"configured": run.configured.model_copy(update={"name": name})})

    runs = [run if run.configuration == "stock" else named(run, "hooks=false") for run in both.runs()]
    more = [named(run, "workerThreads=8") for run in runs if run.label == "blocking (hooks=false)"]
    found = {one.variant: one for one in rows([*runs, *more], 0)}
    both_ways = {one.variant: one for one in rows(both.runs(), 0)}
    assert found["reactor (hooks=false)"].ratio == both_ways["reactor (tuned)"].ratio
    assert {one.difference.value for name, one in found.items() if name.startswith("blocking")} == {"baseline"}
    only = [run for run in runs if run.label != "blocking (hooks=false)"]
    others = [*only, *more, *(named(run, "exceptionTranslation=false") for run in more)]
    assert next(one for one in rows(others, 0) if one.variant == "reactor (hooks=false)").ratio is None


def test_a_kind_that_was_never_searched_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bench.probes.prometheus.load_samples", lambda *_: [])
    machines = stage(monkeypatch, tmp_path)
    store = experiment_runner.conduct(machines, plan(SCENARIO="no-io", DURATION="5", RUNS="1"), {}, Live())
    told = " ".join(answer(store.experiment(), store.runs()))
    assert "Settings were never searched for loads of the kind 'no-io': no variant was tuned for them" in told
    assert ", stock, 1 run" in table.title(ReportData.read(store), 0)


def test_results_of_before_still_open(tmp_path: Path) -> None:
    store = Store(OLDER / "one-run")
    assert [run.configuration for run in store.runs()] == ["", ""]
    text = report.markdown(store.experiment(), store.runs())
    assert "| blocking |" in text and "stock" not in text
