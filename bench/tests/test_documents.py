"""Documents: the README is short, links lead somewhere, every variable is named, and no path is of one machine."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.paths import ROOT
from bench.spec import settings
from bench.spec.experiment import VARIABLES, ExperimentSpec
from bench.spec.request import KNOWN
from tests import variables

README = ROOT / "README.md"
RUNNING = ROOT / "docs" / "running.md"
FINDINGS = ROOT / "docs" / "findings.md"
ANSWERS = sorted((ROOT / "docs" / "findings").glob("*.md"))
PAGES = [README, *sorted((ROOT / "docs").glob("*.md")), *ANSWERS, ROOT / "k6" / "README.md"]
EVERYTHING = [*PAGES, *sorted((ROOT / "docs" / "measurements").glob("*.md"))]
LONGEST, WIDEST = 150, 130
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: +(\S+)$", re.MULTILINE)
"""A link in place, and where a name of links leads."""
CODE = re.compile(r"^(?:```.*?^```$|    .*?$)", re.MULTILINE | re.DOTALL)
OWN_MACHINE = re.compile(r"(?<![\w.])(?:/(?:home|Users|root|work|workspace)/\w|[A-Z]:\\\w|file://)")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


each_page = pytest.mark.parametrize("page", PAGES, ids=name)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The file and the anchor of each relative link."""
    for target in map("".join, LINK.findall(CODE.sub("", page.read_text()))):
        if "://" not in target:
            file, _, anchor = target.partition("#")
            yield (page.parent / file if file else page), anchor


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to a page's headings."""
    headings = re.findall(r"^#+ +(.+)$", CODE.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def told(variable: str) -> bool:
    """Whether docs/running.md names it as code: alone, or with a value."""
    return re.search(rf"`{variable}[`=]", RUNNING.read_text()) is not None


def test_the_readme_is_a_page_to_act_from() -> None:
    lines = README.read_text().splitlines()
    assert len(lines) <= LONGEST
    assert [line for line in lines if len(line) > WIDEST] == []


@each_page
def test_every_link_leads_to_a_file(page: Path) -> None:
    assert [name(file) for file, _ in links(page) if not file.resolve().exists()] == []


@each_page
def test_every_anchor_is_a_heading(page: Path) -> None:
    anchored = [(file, anchor) for file, anchor in links(page) if anchor and file.suffix == ".md"]
    assert [f"{file.name}#{anchor}" for file, anchor in anchored if anchor not in anchors(file)] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=name)
def test_the_readme_leads_to_every_page(page: Path) -> None:
    assert page in {file.resolve() for file, _ in links(README)}


@pytest.mark.parametrize("page", ANSWERS, ids=name)
def test_the_findings_lead_to_every_page_of_answers(page: Path) -> None:
    assert page in {file.resolve() for file, _ in links(FINDINGS)}


@pytest.mark.parametrize("variable", [*KNOWN, *settings.names()])
def test_every_variable_is_told(variable: str) -> None:
    assert told(variable), f"docs/running.md does not tell {variable}"


def test_the_tables_of_variables_are_true() -> None:
    text = RUNNING.read_text()
    assert all(text.count(table) == 1 for table in variables.tables().values())
    assert variables.written(text) == text, "write them anew with `python -m tests.variables`"


def test_the_defaults_in_the_table_are_those_of_the_model() -> None:
    names = ("runs", "seed", "warmup", "observers", "reset")
    model = {key: ExperimentSpec.model_fields[key].default for key in names}
    assert {key: VARIABLES[key].read(key, VARIABLES[key].default.strip("`")) for key in names} == model


def test_the_table_of_machines_has_the_settings_as_they_are() -> None:
    rows = [line for line in RUNNING.read_text().splitlines() if "_CPUS` " in line and line.startswith("| ")]
    told = dict(re.findall(r"`([A-Z_]+)` ([^\s,|]+)", "\n".join(rows)))
    assert told.items() <= settings.defaults().items()
    assert told.keys() | variables.described().keys() == set(settings.names()), "each is in one table or the other"


def test_every_variable_of_the_manual_is_told() -> None:
    manual = [line for line in (ROOT / "Makefile").read_text().splitlines() if "## " in line or line.startswith("#:")]
    names = set(re.findall(r"\b([A-Z][A-Z_]*)=", "\n".join(manual)))
    assert {"RESUME", "ANYWAY", "IMAGES", "SCALE"} <= names
    assert [variable for variable in sorted(names) if not told(variable)] == []


@pytest.mark.parametrize("page", EVERYTHING, ids=name)
def test_no_path_is_of_one_machine_alone(page: Path) -> None:
    assert OWN_MACHINE.findall(page.read_text()) == []
