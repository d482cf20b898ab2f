"""`make test` itself: what it counts, and where it says the time went."""

from pathlib import Path

from tests import run

REPORT = """<testsuites><testsuite tests="4" failures="1" errors="0" skipped="1">
<testcase classname="tests.stack.test_api" name="a" time="1.5"/>
<testcase classname="tests.stack.test_reset" name="b" time="40.0"><failure/></testcase>
<testcase classname="tests.stack.test_api" name="c" time="60.2"/>
<testcase classname="tests.stack.test_api" name="d" time="0.1"><skipped/></testcase>
</testsuite></testsuites>"""


def test_the_time_of_a_long_part_is_shown_by_file(tmp_path: Path) -> None:
    (tmp_path / "stack.xml").write_text(REPORT)
    (tmp_path / "unit.xml").write_text(REPORT)
    assert list(run.table({"lint": 9.6, "unit": 37.0, "stack": 101.8}, tmp_path)) == [
        "seconds",
        "     10  lint",
        "     37  unit",
        "    102  stack",
        "             62  test_api",
        "             40  test_reset",
        "    148  in all",
    ]


def test_a_report_that_is_missing_or_empty_is_a_failure(tmp_path: Path) -> None:
    report = tmp_path / "stack.xml"
    assert run.counted(report, 0) == (0, 1)
    report.write_text(REPORT)
    assert run.counted(report, 1) == (2, 1)
    report.write_text('<testsuites><testsuite tests="0" failures="0" errors="0" skipped="0"/></testsuites>')
    assert run.counted(report, 5) == (0, 1)
