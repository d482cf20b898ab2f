from bench import report
from bench.results import Verdict
from bench.tests.examples import app_use, experiment, run


def test_a_row_for_each_variant_in_their_order_with_ratios_to_blocking() -> None:
    found = report.rows([run("reactor", 30_000), run("blocking", 20_000)], place=0)
    assert [row.cells[0] for row in found] == ["blocking", "reactor"]
    assert [row.cells[1] for row in found] == ["1,000", "1,500"]
    assert [row.cells[13] for row in found] == ["1", "1.50"]


def test_several_runs_carry_intervals() -> None:
    runs = [
        run("blocking", 20_000, 1), run("reactor", 30_000, 1),
        run("blocking", 22_000, 2), run("reactor", 34_000, 2),
    ]  # fmt: skip
    found = report.rows(runs, place=0)
    assert found[0].cells[1].startswith("1,050 [")
    assert found[1].cells[13].startswith("1.52 [")


def test_without_blocking_there_is_no_ratio() -> None:
    assert report.rows([run("reactor", 30_000)], place=0)[0].cells[13] == "-"


def test_the_worst_verdict_counts_and_its_reasons_are_told() -> None:
    suspect = Verdict(verdict="SUSPECT", reasons=["the run never got steady"])
    row = report.rows([run("reactor", 1, 1), run("reactor", 1, 2, verdict=suspect)], place=0)[0]
    assert row.cells[-1] == "SUSPECT"
    assert row.reasons == ("reactor: the run never got steady",)


def test_virtual_threads_are_shown_where_there_are_any() -> None:
    use = app_use(threads=40, virtual_threads=50)
    found = report.rows([run("blocking", 1), run("virtual-threads", 1, app=use)], place=0)
    assert [row.cells[6:8] for row in found] == [("230", "-"), ("40", "50")]


def test_markdown_says_how_many_runs_stand_behind_it() -> None:
    text = report.markdown(experiment(), [run("blocking", 20_000)])
    assert "create-property: 50 users (closed model), window of 20 s, 1 run, no interval" in text
    assert "| blocking | 1,000 |" in text
