"""`make test`: every check in order, cheap ones first; then where the time went, and one line `N passed, N failed`.

A part that fails does not stop the others, except that nothing runs on machines whose images could not be had.
PARTS=lint,unit chooses some of them; a part such as `fresh`, which takes long, runs only when it is chosen.
"""

import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
REPORTS = ROOT / ".cache" / "test-reports"


@dataclass(frozen=True)
class Part:
    """One group of checks. `pytest` parts are counted test by test, others count as one check per command.

    A part that is not `usual` runs only when PARTS names it; `before` is what has to succeed before its checks.
    """

    name: str
    commands: tuple[tuple[str, ...], ...]
    pytest: bool = False
    usual: bool = True
    before: tuple[str, ...] = ()


def pytest_part(name: str, folder: str, *options: str, usual: bool = True, before: tuple[str, ...] = ()) -> Part:
    report = f"--junitxml={REPORTS / f'{name}.xml'}"
    command = (str(BIN / "python"), "-m", "pytest", folder, report, "--durations=5", *options)
    return Part(name, (command,), True, usual, before)


PARTS = (
    Part(
        "lint",
        (
            (str(BIN / "ruff"), "check", "."),
            (str(BIN / "ruff"), "format", "--check", "."),
            (str(BIN / "mypy"),),
            (str(BIN / "shellcheck"), *sorted(map(str, [*ROOT.glob("**/*.sh"), ROOT / ".ci" / "run"]))),
        ),
    ),
    # by file: what a file's tests share, such as drawn pages, is made once
    pytest_part("unit", "bench/tests", "--numprocesses=auto", "--dist=loadfile"),
    Part("prepare", (("host/engine.sh",), (str(BIN / "python"), "-m", "bench", "prepare"))),
    Part("services", ((str(BIN / "python"), "-m", "bench", "verify"),)),
    pytest_part("images", "tests/images"),
    pytest_part("k6", "tests/k6"),
    pytest_part("stack", "tests/stack"),
    pytest_part("browser", "tests/browser", usual=False, before=("tests/browser/install.sh",)),
    pytest_part("fresh", "tests/fresh", usual=False),
    pytest_part("long", "tests/long", usual=False),
    pytest_part("hosts", "tests/hosts", usual=False, before=("tests/hosts/install.sh",)),
    pytest_part("site", "tests/site", usual=False, before=("host/python.sh", "browser")),
)
NEEDED_BY_THE_REST = "prepare"
OF_MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")
"""What make exports of its own command line. A command that a test calls would take it for what it was given itself."""
LONG, SHOWN = 60, 10
"""Seconds from which a part's slowest files are shown, and how many of them."""


def main() -> int:
    """Run the parts and print the closing lines; 1 if anything failed."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    for name in OF_MAKE:
        os.environ.pop(name, None)
    chosen = [name for name in os.environ.get("PARTS", "").split(",") if name]
    if unknown := set(chosen) - {part.name for part in PARTS}:
        print(f"error: there is no part '{min(unknown)}'; PARTS is of: {', '.join(part.name for part in PARTS)}")
        return 2
    passed = failed = 0
    took: dict[str, float] = {}
    for part in PARTS:
        if part.name not in chosen and (chosen or not part.usual):
            continue
        began = time.monotonic()
        print(f"== {part.name}", flush=True)
        good, bad = run(part)
        took[part.name] = time.monotonic() - began
        print(f"== {part.name}: {good} good, {bad} bad, {took[part.name]:.0f} s", flush=True)
        passed, failed = passed + good, failed + bad
        if bad and part.name == NEEDED_BY_THE_REST:
            print("the remaining parts need what could not be prepared; they did not run", flush=True)
            break
    print("\n".join(table(took, REPORTS)))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def run(part: Part) -> tuple[int, int]:
    """How many checks of a part passed and failed."""
    if part.before and subprocess.run(part.before, cwd=ROOT).returncode:
        print(f"failed: {' '.join(part.before)}", flush=True)
        return 0, 1
    if part.pytest:
        report = REPORTS / f"{part.name}.xml"
        report.unlink(missing_ok=True)
        code = subprocess.run(part.commands[0], cwd=ROOT).returncode
        return counted(report, code)
    codes = [subprocess.run(command, cwd=ROOT).returncode for command in part.commands]
    for command, code in zip(part.commands, codes, strict=True):
        if code:
            print(f"failed: {re.sub(r'^.*/bin/', '', ' '.join(command))[:100]}", flush=True)
    return codes.count(0), len(codes) - codes.count(0)


def counted(report: Path, code: int) -> tuple[int, int]:
    """Passed and failed tests of a pytest report; a run that left none, or tested nothing, is one failure."""
    if not report.exists():
        return 0, 1
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))
    total, bad, skipped = (sum(int(suite.get(key, 0)) for suite in suites) for key in ("tests", "failures", "skipped"))
    bad += sum(int(suite.get("errors", 0)) for suite in suites)
    if total == 0 or (code != 0 and bad == 0):
        bad += 1
    return total - bad - skipped if total else 0, bad


def table(took: Mapping[str, float], reports: Path) -> Iterator[str]:
    """Where the time went: a line for each part, and below a long one that is pytest's those for its slowest files."""
    yield "seconds"
    for name, seconds in took.items():
        yield f"{seconds:7.0f}  {name}"
        report = reports / f"{name}.xml"
        if seconds >= LONG and report.exists():
            yield from (f"{spent:15.0f}  {file}" for file, spent in by_file(report)[:SHOWN])
    yield f"{sum(took.values()):7.0f}  in all"


def by_file(report: Path) -> list[tuple[str, float]]:
    """Each file's seconds in a pytest report, the slowest first. What tests share counts for its first user."""
    spent: dict[str, float] = defaultdict(float)
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        spent[case.get("classname", "").rpartition(".")[2]] += float(case.get("time", 0))
    return sorted(spent.items(), key=lambda found: -found[1])


if __name__ == "__main__":
    sys.exit(main())
