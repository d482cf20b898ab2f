"""The site's pages before Sphinx reads them: every link leads somewhere, and no figure is the site's own."""

import json
import os
import re
from pathlib import Path

import pytest

from bench.errors import ThreadmillError
from bench.paths import ROOT
from bench.studies import study
from bench.tests.test_documents import anchors
from website import __main__ as command
from website import front, links, markdown, measurements, staging

REPOSITORY = "https://git.example/threadmill/blob/main"
NUMBER = re.compile(r"\d[\d,.]*\d|\d")
VERDICTS = {"holds", "holds for another reason", "does not hold", "cannot be seen here"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    staging.stage(folder, REPOSITORY)
    return folder


def targets(page: Path) -> list[str]:
    return [link["target"] for link in markdown.LINK.finditer(markdown.CODE.sub("", page.read_text()))]


def broken(page: Path, target: str) -> bool:
    """Whether a link leads nowhere; addresses of others are not asked."""
    address, _, anchor = target.partition("#")
    if address.startswith(REPOSITORY):
        return not (ROOT / address.removeprefix(REPOSITORY).lstrip("/")).exists()
    file = Path(os.path.normpath(page.parent / address)) if address else page
    return "://" not in address and not (file.is_file() and (not anchor or anchor in anchors(file)))


def test_every_link_leads_to_a_page_a_file_or_the_repository(pages: Path) -> None:
    each = [(page, target) for page in pages.rglob("*.md") for target in targets(page)]
    assert [f"{page.relative_to(pages)}: {target}" for page, target in each if broken(page, target)] == []
    assert len(each) > 300


def test_a_link_that_leads_nowhere_is_seen(pages: Path) -> None:
    here = pages / "index.md"
    for target in ("no.md", "findings.md#no", "#no", f"{REPOSITORY}/no.py"):
        assert broken(here, target)
    assert not any(broken(here, target) for target in ("#by-situation", "method.md#verdict", f"{REPOSITORY}/bench"))


def test_without_a_repository_a_link_to_what_the_site_lacks_is_its_text() -> None:
    text = "[a](../bench/cli.py), [b](method.md#verdict), `x` and [c](https://other.example)"
    moved = links.moved(text, ROOT / "docs" / "running.md", "measurements/a.md", "")
    assert moved == "a, [b](../method.md#verdict), `x` and [c](https://other.example)"


def test_every_document_study_and_measurement_is_a_page_that_the_navigation_has(pages: Path) -> None:
    written = [*links.DOCS.glob("*.md"), *front.ANSWERS.glob("*.md")]
    documents = {path.relative_to(links.DOCS) for path in written}
    own = {Path("index.md"), Path("k6.md"), Path("measurements/index.md")}
    studies = {Path("studies", f"{name}.md") for name in study.names()}
    measured = {Path("measurements", file.name) for file in measurements.files()}
    found = {page.relative_to(pages) for page in pages.rglob("*.md")}
    assert found == documents | own | studies | measured and len(studies) == 5
    led = {Path("index.md")}
    for page in pages.rglob("*.md"):
        for tree in re.findall(r"^```{toctree}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL):
            led |= {
                (page.parent / f"{name}.md").relative_to(pages) for name in re.findall(r"^[\w/-]+$", tree, re.MULTILINE)
            }
    assert led == found


def test_the_front_page_says_what_the_findings_say(pages: Path) -> None:
    text, findings = (pages / "index.md").read_text(), front.FINDINGS.read_text()
    section, result = front.headline(front.HEADLINE.read_text())
    quoted = (ROOT / "README.md", front.FINDINGS, front.HEADLINE, links.DOCS / result)
    sources = "".join(path.read_text() for path in quoted)
    assert set(NUMBER.findall(text)) <= set(NUMBER.findall(sources))
    by_situation, figures = markdown.tables(text)
    said = next(markdown.tables(markdown.section(findings, front.SUMMARY).body))
    assert [row[:3] for row in by_situation.rows] == [row[:3] for row in said.rows]
    assert front.is_measured(figures) and figures.text in (ROOT / "docs" / result).read_text()
    assert section.anchor in anchors(front.HEADLINE)
    command = markdown.CODE.sub("", text).partition("`make ")[2].partition("(")[0]
    assert re.fullmatch(r"[^`]+`, at commit \w{7} ", command), "half a sentence of the measurement stands there"


@pytest.mark.parametrize("name", study.names())
def test_a_study_has_each_of_its_claims_with_a_verdict(pages: Path, name: str) -> None:
    text = (pages / "studies" / f"{name}.md").read_text()
    shown = [one for one in markdown.sections(text) if one.level == 3]
    assert [one.heading for one in shown] == [claim.said for claim in study.read(name).claims]
    said = [re.findall(r'<span class="verdict ([\w-]+)">([^<]+)</span>', one.body) for one in shown]
    assert all(len(verdicts) == 1 and verdicts[0][1] in VERDICTS for verdicts in said)
    assert f"make replay STUDY={name}" in text


def test_the_list_of_studies_counts_what_became_of_each_claim(pages: Path) -> None:
    text = markdown.section((pages / "studies.md").read_text(), "What became of each study").body
    rows = next(markdown.tables(text)).rows
    assert [row[0] for row in rows] == [f"[{study.read(one).title}](studies/{one}.md)" for one in study.names()]
    counts = [sum(int(count) for count in re.findall(r"(\d+) <span", row[1])) for row in rows]
    assert counts == [len(study.read(one).claims) for one in study.names()]


def test_a_measurement_with_result_files_has_its_host_and_every_run(pages: Path) -> None:
    kept = [file for file in measurements.files() if (file.with_suffix("") / "experiment.json").is_file()]
    assert kept
    for file in kept:
        text = (pages / "measurements" / file.name).read_text()
        runs = list((file.with_suffix("") / "runs").glob("*.json"))
        assert len(next(markdown.tables(markdown.section(text, "Every run").body)).rows) >= len(runs) > 0
        assert "cores" in markdown.section(text, "Host, engine and commit").body
        assert re.search(r"make (bench|tune) SCENARIO=", markdown.section(text, "The same again").body)


def test_the_list_of_measurements_has_the_command_of_each() -> None:
    rows = next(markdown.tables(measurements.index(REPOSITORY))).records
    assert len(rows) == len(measurements.files())
    assert [row["measurement"] for row in rows if not re.search(r"`.*make \w", row["command"])] == []


def test_headings_in_code_are_none_and_a_bar_may_stand_in_a_cell() -> None:
    text = "# A\n\n```\n# no\n[x](y)\n```\n\n## B & c\n\n| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n"
    assert [(one.level, one.heading, one.anchor) for one in markdown.sections(text)] == [
        (1, "A", "a"),
        (2, "B & c", "b--c"),
    ]
    assert next(markdown.tables(text)).records == [{"a": "1 \\| 2", "b": "3"}]
    assert markdown.relinked(text, lambda _: "changed") == text


def test_findings_that_quote_no_measurement_are_refused() -> None:
    with pytest.raises(LookupError, match="measurements; quote one"):
        front.headline("# Findings\n\n## A\n\n[none](../method.md)\n")


@pytest.mark.parametrize("folder", ["website", "tests/site"])
def test_packages_of_npm_are_locked_by_content_and_name_no_host(folder: str) -> None:
    text = (ROOT / folder / "package-lock.json").read_text()
    packages = {name: one for name, one in json.loads(text)["packages"].items() if name}
    assert packages and all(one["integrity"].startswith("sha512-") for one in packages.values())
    assert '"resolved"' not in text


def test_nothing_that_a_page_loads_comes_from_elsewhere() -> None:
    assert [path.name for path in (ROOT / "website" / "assets").iterdir() if "//" in _loaded(path)] == []


def _loaded(path: Path) -> str:
    return re.sub(r"^\s*//.*$|\s// .*$|/\*.*?\*/", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)


def test_without_npm_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(ThreadmillError, match="sudo apt-get install npm"):
        command.node_packages(ROOT / "website")
