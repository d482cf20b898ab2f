"""The table, the answer and summary.md, on golden result files and on small records."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bench import report
from bench.analysis.estimates import Difference, Estimate, find
from bench.report import environment, table, words
from bench.report.conclusion import answer
from bench.report.data import ReportData
from bench.report.rows import rows
from bench.results import Calibration, Experiment, Limiter, Run, Store, Verdict
from bench.tests import both, examples, golden
from bench.tests.examples import experiment, run, window

INVALID = Verdict(verdict="INVALID", reasons=["the load machine used 99% of its CPU"])


def two_blocks(reactor: tuple[int, int], verdict: Verdict | None = None) -> list[Run]:
    changes = {"verdict": verdict} if verdict else {}
    return [
        run("blocking", 20_000, 1), run("blocking", 20_200, 2),
        run("reactor", reactor[0], 1, **changes), run("reactor", reactor[1], 2),
    ]  # fmt: skip


def reported(runs: list[Run], given: Experiment | None = None) -> ReportData:
    return ReportData.of(given or experiment(), runs)


def cells(runs: list[Run], heading: str, given: Experiment | None = None) -> list[str]:
    found = table.grid(reported(runs, given), 0)
    return [cells[found.headings.index(heading)] for cells in found.rows]


def adjusted(runs: list[Run]) -> list[str]:
    return [words.ratio(row.speed_adjusted) for row in rows(runs, 0)]


@pytest.mark.parametrize("name", golden.EXPERIMENTS)
def test_golden_files_are_what_their_script_makes(name: str, tmp_path: Path) -> None:
    made = golden.write(name, tmp_path).folder
    kept = golden.FOLDER / name
    for path in sorted(made.rglob("*.json")):
        assert path.read_text() == (kept / path.relative_to(made)).read_text(), (
            f"{path.name} differs: run python -m bench.tests.golden, and look at the change"
        )


@pytest.mark.parametrize("name", golden.EXPERIMENTS)
def test_golden_files_give_the_golden_summary(name: str) -> None:
    store = Store(golden.FOLDER / name)
    assert report.markdown(store.experiment(), store.runs()) == (store.folder / "summary.md").read_text()


def test_a_run_that_ended_without_its_window_spoils_the_ratio_of_the_others() -> None:
    """The starts that got through are those that did well."""
    ended = run("reactor", 1, 3).model_copy(update={"windows": [], "ended": "app is gone: its Java heap was full"})
    runs = [*two_blocks((15_000, 15_100)), run("blocking", 20_100, 3), ended]
    assert cells(runs, "verdict") == ["VALID", "INVALID\n(1 of 3 runs)"]
    assert cells(runs, "ratio to blocking")[1].endswith("\nINVALID, no conclusion")
    assert "nothing that may be used (INVALID)" in answer(experiment(), runs)[0]
    other = {"blocking": "reactor", "reactor": "blocking"}
    lost = [one.model_copy(update={"variant": other[one.variant]}) for one in runs]
    assert cells(lost, "ratio to blocking")[1].endswith("\nINVALID, no conclusion"), "the baseline's as well"


def test_a_baseline_whose_runs_have_no_window_was_measured_all_the_same() -> None:
    given = [run("reactor", 15_000), examples.lost(run("blocking", 1))]
    assert answer(experiment(), given)[0].startswith("No run of blocking has a window, so there is no ratio")
    assert answer(experiment(), given[:1])[0].startswith("blocking was not measured, so there is no ratio")


def test_a_row_for_each_variant_in_their_order_with_ratios_to_blocking() -> None:
    runs = [run("reactor", 30_000), run("blocking", 20_000)]
    assert cells(runs, "variant") == ["blocking", "reactor"]
    assert cells(runs, "goodput/s") == ["1,000", "1,500"]
    assert cells(runs, "ratio to blocking") == ["1", "1.50"]


def test_several_runs_carry_intervals() -> None:
    # by hand: 1,000 and 1,010 have the mean 1,005, s = 7.071, and t(1) = 12.706 over the root of 2
    runs = two_blocks((30_000, 30_300))
    assert cells(runs, "goodput/s")[0] == "1,005 ± 64"
    assert cells(runs, "ratio to blocking")[1] == "1.50 [1.50, 1.50]"


def test_where_a_pilot_has_decided_the_number_of_runs_a_mean_has_its_interval() -> None:
    """The later runs happen to agree; they were as many as the pilot's scatter asked for."""
    runs = [run("blocking", good, block) for block, good in enumerate((9_000, 11_000, *[10_000] * 8), start=1)]
    (whole,), (planned,) = rows(runs, 0), rows(runs, 0, pilot=2)
    usual, stein = (row.mean(lambda window: window.goodput) for row in (whole, planned))
    assert usual and stein and usual.half_width and stein.half_width
    assert stein.value == usual.value and stein.half_width > 10 * usual.half_width


def test_without_blocking_there_is_no_ratio() -> None:
    runs = [run("reactor", 30_000)]
    assert cells(runs, "ratio to blocking") == ["-"]
    assert "there is no ratio" in answer(experiment(), runs)[0]


def test_the_worst_verdict_counts_and_its_reasons_name_their_runs() -> None:
    runs = two_blocks((30_000, 30_300), INVALID)
    assert cells(runs, "verdict") == ["VALID", "INVALID\n(1 of 2 runs)"]
    assert table.notes(reported(runs), 0) == ["reactor: run 1: the load machine used 99% of its CPU"]


def test_cores_that_were_slower_than_for_blocking_are_told_below_the_table() -> None:
    slower = [run("blocking", 20_000, work_ms=0.2), run("reactor", 15_000, work_ms=0.25)]
    (note,) = table.notes(reported(slower), 0)
    assert note == "reactor: the host's cores were 20% slower than for blocking; the speed-adjusted ratio is 0.94"
    assert adjusted(slower) == ["-", "0.94"]
    alike = [run("blocking", 20_000, work_ms=0.2), run("reactor", 15_000, work_ms=0.205)]
    untold = [run("blocking", 20_000, work_ms=None), run("reactor", 15_000, work_ms=0.25)]
    assert table.notes(reported(alike), 0) == table.notes(reported(untold), 0) == []


def test_slower_cores_excuse_no_ratio_that_the_app_s_cpu_did_not_limit() -> None:
    waiting = Limiter(name="users", evidence="", also=[])
    slower = [
        run("blocking", 20_000, work_ms=0.2, limiter=waiting),
        run("reactor", 20_000, work_ms=0.25, limiter=waiting),
    ]
    (note,) = table.notes(reported(slower), 0)
    assert note.endswith("its latency, and the CPU that a request takes, may differ for that reason alone")


def test_among_more_levels_a_ratio_must_be_clearer_to_be_shown() -> None:
    """One answer tells all levels. Alone this ratio's p-value of 0.03 would do; among three Holm asks for 0.017."""
    less, even = (9_400, 9_550, 9_250), (10_000, 10_200, 9_800)
    runs = [
        run(name, good, block)
        for name, each in (("blocking", (10_000,) * 3), ("reactor", less))
        for block, good in enumerate(each, start=1)
    ]
    alike = [window(good).model_copy(update={"level": 100}) for good in even]
    longer = [
        one.model_copy(update={"windows": [*one.windows, alike[one.block - 1], alike[-one.block]]}) for one in runs
    ]
    assert "no difference shown" not in cells(runs, "ratio to blocking")[1]
    three = experiment(levels=[50, 100, 100])
    assert "no difference shown" in cells(longer, "ratio to blocking", three)[1]
    assert "reactor gave no difference that is shown" in answer(three, longer)[0]


@pytest.mark.parametrize(
    ("ratio", "invalid", "noise", "said"),
    [
        (Estimate(1.2, 1.1, 1.3, 3), False, None, Difference.MORE),
        (Estimate(0.8, 0.7, 0.9, 3), False, None, Difference.LESS),
        (Estimate(1.2, 0.99, 1.4, 3), False, None, Difference.NOT_SHOWN),
        (Estimate(1.2, 1.0, 1.4, 3), False, None, Difference.NOT_SHOWN),
        (Estimate(1.03, 1.02, 1.04, 3), False, 0.05, Difference.NOT_SHOWN),
        (Estimate(1.2, None, None, 1), False, None, Difference.ONE_RUN),
        (Estimate(1.2, 1.1, 1.3, 3), True, None, Difference.UNUSABLE),
        (None, False, None, Difference.UNKNOWN),
    ],
)
def test_what_a_ratio_allows_to_be_said(
    ratio: Estimate | None, invalid: bool, noise: float | None, said: Difference
) -> None:
    assert find(ratio, invalid, noise) is said


@pytest.mark.parametrize(
    ("low", "high", "read"),
    [(0.9, 0.997, "[0.900, 0.997]"), (1.0004, 1.2, "[1.0004, 1.2000]"), (0.9, 1.004, "[0.90, 1.00]")],
)
def test_an_interval_that_leaves_1_out_does_not_read_as_if_it_held_it(low: float, high: float, read: str) -> None:
    assert words.ratio(Estimate(1.0, low, high, 3)).endswith(read)


def test_no_difference_is_claimed_where_the_interval_holds_1() -> None:
    runs = two_blocks((19_000, 22_000))
    conclusion = answer(experiment(), runs)[0]
    assert "reactor gave no difference that is shown" in conclusion
    assert "more" not in conclusion and "less" not in conclusion
    assert cells(runs, "ratio to blocking")[1].endswith("\nno difference shown")


def test_a_difference_within_the_noise_floor_is_none() -> None:
    calibration = Calibration(measured=experiment().environment.started, load_ceiling=5000.0, noise=0.05)
    given = experiment().model_copy(update={"calibration": calibration})
    runs = two_blocks((20_600, 20_806))
    assert "reactor gave more" in answer(experiment(), runs)[0]
    assert "no difference that is shown" in answer(given, runs)[0]


def test_an_invalid_window_gives_no_figure_to_the_answer() -> None:
    sentences = answer(experiment(), two_blocks((30_000, 30_300), INVALID))
    assert "1.5" not in " ".join(sentences)
    assert "reactor gave nothing that may be used (INVALID)" in sentences[0] and "1 run" not in sentences[0]
    assert any("1 of 4 windows is INVALID" in sentence for sentence in sentences)


def test_nothing_is_concluded_from_invalid_windows_alone() -> None:
    runs = [run("blocking", 1, verdict=INVALID), run("reactor", 2, verdict=INVALID)]
    assert answer(experiment(), runs)[0] == "Nothing may be concluded: every window is INVALID."


def test_one_spoilt_block_makes_no_experiment_invalid_as_a_whole() -> None:
    bad = [run(name, good, 1, verdict=INVALID) for name, good in (("blocking", 20_000), ("reactor", 30_000))]
    sentences = answer(experiment(), [*bad, run("blocking", 20_200, 2), run("reactor", 30_300, 2)])
    assert "reactor gave nothing that may be used (INVALID)" in sentences[0] and "every window" not in sentences[0]
    assert any("2 of 4 windows are INVALID" in sentence for sentence in sentences)


def test_the_arms_of_an_a_a_stand_beside_each_other() -> None:
    runs = [run("blocking", 20_000).model_copy(update={"arm": arm}) for arm in ("A", "B")]
    given = experiment(arms=[["A", "B"]], blocks=[["blocking", "blocking"]])
    assert cells(runs, "variant", given) == ["blocking A", "blocking B"]
    assert answer(given, runs)[0].startswith("This is an A/A")


def test_an_a_a_is_told_with_its_ratio_and_with_the_speed_adjusted_one() -> None:
    goods = {(1, "A"): 20_000, (1, "B"): 20_200, (2, "A"): 20_000, (2, "B"): 19_900}
    runs = [run("blocking", good, block).model_copy(update={"arm": arm}) for (block, arm), good in goods.items()]
    told = answer(experiment(arms=[["A", "B"]] * 2, blocks=[["blocking", "blocking"]] * 2), runs)
    assert told[1].startswith("A/A: B/A = 1.00") and "the noise floor is" in told[1]
    assert told[2].startswith("Speed-adjusted: B/A = 1.00")
    assert not any("has not been measured" in sentence for sentence in told)


def test_one_run_decides_nothing() -> None:
    runs = [run("blocking", 20_000), run("reactor", 90_000)]
    conclusion = answer(experiment(), runs)[0]
    assert "no interval" in conclusion and "4.5" not in conclusion
    assert "1 run, no interval" in table.title(reported(runs), 0)


def test_limiters_are_counted_where_runs_disagree() -> None:
    one, other = run("blocking", 1, 1), run("blocking", 1, 2)
    window = other.windows[0]
    other = other.model_copy(
        update={
            "windows": [window.model_copy(update={"limiter": window.limiter.model_copy(update={"name": "db CPU"})})]
        }
    )
    assert rows([one, other], 0)[0].limiter == "app CPU (1 of 2), db CPU (1 of 2)"


def test_the_tables_of_stock_and_tuned_fit_a_terminal_of_120_columns(tmp_path: Path) -> None:
    screen = StringIO()
    store = both.write(tmp_path)
    report.show(store.experiment(), store.runs(), Console(file=screen, width=120))
    lines = screen.getvalue().splitlines()
    assert "…" not in screen.getvalue() and max(map(len, lines)) <= 120
    for row in rows(store.runs(), 0):
        goodput = words.mean(row.mean(lambda window: window.goodput), ",.0f")
        (decides,) = (line for line in lines if line.startswith(row.style) and goodput in line)
        assert row.ratio is None or words.ratio(row.ratio) in decides
        took = [line for line in lines if line.startswith(row.style) and "%" in line]
        assert row.ratio is None or any(words.ratio(row.speed_adjusted) in line for line in took)


def test_text_from_result_files_breaks_no_markdown() -> None:
    given = experiment(scenario="a|b<script>")
    assert "### a\\|b&lt;script>" in report.markdown(given, [run("blocking", 1)])


def test_what_was_asked_for_as_published_stands_in_title_and_answer() -> None:
    found = experiment(warmup_limit=0, reset=False, rows=3_000_000)
    runs = [run("blocking", 10_000)]
    title = table.title(reported(runs, found), 0)
    assert title.endswith("window of 20 s, cold JVM, database not reset, 3,000,000 agents, 1 run, no interval")
    said = "Measured as asked for, and not as usual: cold JVM, database not reset and 3,000,000 agents."
    assert said in answer(found, runs)
    assert not any("as asked for" in sentence for sentence in answer(experiment(), runs))


def test_a_stage_of_a_search_is_repeated_by_the_whole_search() -> None:
    """A stage has sixteen configurations, or those that it came upon: no line of `make bench` asks for them."""
    given = experiment(trial=True, configured=[both.configured("reactor", name) for name in ("stock", "tuned")])
    settings = {"DURATION": "10", "CONFIGURATION": "stock"}
    given = given.model_copy(update={"environment": given.environment.model_copy(update={"settings": settings})})
    assert environment.command(given).endswith("\nmake tune SCENARIO=create-property VARIANT=reactor DURATION=10")
