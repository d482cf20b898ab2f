"""The tables of what a latency of good answers would hide: when they are there, and what they say."""

from io import StringIO
from typing import Any

from rich.console import Console

from bench.report import table
from bench.report.data import ReportData
from bench.report.grid import Grid, print_grid
from bench.results import Latency, Run, Store
from bench.tests import golden
from bench.tests.examples import experiment, run, summary

LAG = Latency(mean=1.5, p50=1.0, p90=2.0, p95=3.0, p99=9.0, max=40.0)
START = Latency(mean=98.5, p50=94.0, p90=149.0, p95=178.0, p99=241.0, max=390.0)
OPEN: dict[str, Any] = {
    "model": "open", "vus": None, "rate": 500, "limit_ms": 10_000.0, "latency_from": "arrival", "lag_ms": LAG,
    "from_start_ms": START,
}  # fmt: skip


def tails(**changes: Any) -> list[Grid]:
    return table.tails(reported(measured(**changes)), 0)


def reported(*runs: Run) -> ReportData:
    return ReportData.of(experiment(), runs)


def measured(**changes: Any) -> Run:
    return run("blocking", 0, load=summary(**changes))


def cell(grid: Grid, heading: str) -> str:
    return grid.rows[0][grid.headings.index(heading)]


def test_a_closed_model_without_failures_has_none() -> None:
    assert tails(limit_ms=10_000.0) == []


def test_older_results_have_none() -> None:
    assert tails(failed=100) == []


def test_failures_have_a_table_with_their_time_limit() -> None:
    (found,) = tails(limit_ms=10_000.0, good=9_800, failed=200)
    assert "of a failed one its time limit, at 50 users" in found.title
    assert (cell(found, "p50 ms"), cell(found, "p99 ms")) == ("98.2", "10,000.0")
    assert cell(found, "failed") == "200\n(2.0%)"


def test_the_open_model_shows_k6_s_lag_beside_the_latency() -> None:
    (found,) = tails(**OPEN)
    assert (cell(found, "counted from"), cell(found, "p99 ms")) == ("arrival", "250.0")
    assert cell(found, "from start: p99 ms") == "241.0"
    assert [cell(found, f"lag: {name} ms") for name in ("p50", "p99", "max")] == ["1.0", "9.0", "40.0"]


def test_after_dropped_arrivals_the_lag_is_unknown_and_a_note_says_so() -> None:
    dropped = {**OPEN, "latency_from": "start", "lag_ms": None, "from_start_ms": None, "failed": 30}
    given = measured(**dropped, failures={"dropped": 30})
    _, found = table.tails(reported(given), 0)
    assert (cell(found, "counted from"), cell(found, "lag: p99 ms")) == ("start", "-")
    (note,) = table.notes(reported(given), 0)
    assert note.startswith("blocking: k6 dropped arrivals (30 of windows)") and note.endswith("and is too low")
    (note,) = table.notes(reported(measured(**{**dropped, "failed": 0})), 0)
    assert note.startswith("blocking: k6 dropped arrivals (before the windows), and gives them no number")
    assert table.notes(reported(measured(**OPEN)), 0) == []


def test_older_results_of_the_open_model_have_no_note() -> None:
    assert table.notes(reported(measured(model="open", vus=None, rate=500)), 0) == []


def test_they_fit_a_terminal_of_120_columns() -> None:
    """With intervals, and failures of seconds."""
    store = Store(golden.FOLDER / "overload")
    told = StringIO()
    found = table.tails(ReportData.read(store), 0)
    for grid in found:
        print_grid(grid, Console(file=told, width=120))
    assert len(found) == 2 and "…" not in told.getvalue()
    rows = [line for line in told.getvalue().splitlines() if line.startswith("virtual-threads ")]
    assert len(rows) == 2 and all(line.rstrip().endswith("VALID") for line in rows), "a row needs one line"
