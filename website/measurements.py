"""Every measurement as a page with its command and its host, and the list of them."""

import re
from collections.abc import Iterator
from pathlib import Path

from bench.report import environment, grid, words
from bench.report.data import ReportData
from bench.results import Store
from website import markdown
from website.links import MEASUREMENTS, moved

_STAMPED = re.compile(r"^# (\S*\d{8}T\d{6}Z\S*)$", re.MULTILINE)
_COMMAND = re.compile(r"`(?:\w+=\S.* )?make [^`]+`(?:[^.\n]* at commit \w+)?")
NO_PAGES = ("README",)


def files() -> list[Path]:
    """The page of every measurement."""
    return sorted(path for path in MEASUREMENTS.glob("*.md") if path.stem not in NO_PAGES)


def page(file: Path, repository: str) -> str:
    """A measurement's page: what was committed, and where its result files are kept, the host and every run."""
    text = file.read_text()
    named = _STAMPED.sub(rf"# {file.stem}\n\nResult `\1`; [the host](README.md).", text, count=1)
    if not re.search(r"^## ", named, re.MULTILINE):
        named = re.sub(r"^###", "##", named, flags=re.MULTILINE)
    folder = file.with_suffix("")
    return moved(named, file, f"measurements/{file.name}", repository) + (_kept(folder) if folder.is_dir() else "")


def _kept(folder: Path) -> str:
    """Its result files, and what one experiment's say of the runs and the host."""
    listed = [f"- [{path.name}]({folder.name}/{path})" for path in paths(folder)]
    files = f"## Result files\n\n{words.count(len(listed), 'file')}, as JSON:\n\n" + "\n".join(listed)
    store = Store(folder)
    parts = [*(_measured(store) if store.file.is_file() else ()), files]
    return "\n\n" + "\n\n".join(parts) + "\n"


def _measured(store: Store) -> Iterator[str]:
    data = ReportData(store.folder.name, store.experiment(), store.runs())
    runs: list[tuple[str, ...]] = [
        (row.variant, row.level, str(block), f"{window.goodput:,.0f}", window.limiter.name, window.verdict.verdict)
        for row in data.rows
        for block, window in row.windows.items()
    ]
    none = words.NOTHING
    without = [run for run in data.runs if not run.windows]
    runs += [(run.label, none, str(run.block), none, none, run.ended or none) for run in without]
    headings = ("variant", "load", "run", "goodput/s of the run", "limiter", "verdict")
    yield f"## Every run\n\n{markdown.table(headings, runs)}"
    for one in (environment.host(data), environment.machines(data)):
        yield grid.tabled(one).replace("### ", "## ", 1)
    yield "## The same again\n\n" + "\n".join(
        f"    {line}" for line in environment.command(data.experiment).splitlines()
    )


def paths(folder: Path) -> list[Path]:
    """The result files of a folder, relative to it."""
    return sorted(path.relative_to(folder) for path in folder.rglob("*.json"))


def command(text: str) -> str:
    """The command of a measurement's page, and the commit if it follows."""
    found = _COMMAND.search(text)
    return found[0] if found else "-"


def index(repository: str) -> str:
    """What measurements/README.md says, and a row for each measurement."""
    rows = []
    for file in files():
        text = file.read_text()
        stamp = re.search(r"(\d{4})(\d\d)(\d\d)T\d{6}Z", text.splitlines()[0])
        measured = f"<time>{'-'.join(stamp.groups())}</time>" if stamp else "-"
        kept = "yes" if file.with_suffix("").is_dir() else "no"
        rows.append((f"[{file.stem}]({file.name})", command(text), measured, kept))
    own = (MEASUREMENTS / "README.md").read_text()
    made = f"{own}\n{markdown.table(('measurement', 'command', 'measured', 'result files'), rows)}"
    return moved(made, MEASUREMENTS / "README.md", "measurements/index.md", repository)
