"""charts/*.svg: every chart of a page, each whole by itself."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench import report
from bench.analysis import screening
from bench.report import page
from bench.report.charts import bars
from bench.report.charts.style import styles
from bench.report.data import ReportData
from bench.report.page import Page
from bench.results import Configuration, Store
from bench.spec import configuration
from bench.spec.variants import VARIANTS
from bench.tests import golden

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def made() -> Page:
    return page.render(ReportData.read(Store(golden.FOLDER / "one-run")))


def charts(made: Page) -> dict[str, str]:
    return {chart.name: chart.alone() for section in made.sections for chart in section.drawn}


def test_every_chart_of_the_page_has_a_name_of_its_own(made: Page) -> None:
    assert len(charts(made)) == made.html.count("<figure>") == made.html.count('<svg role="img"') > 0


def test_a_chart_brings_its_size_its_words_and_its_colours(made: Page) -> None:
    for name, svg in charts(made).items():
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg", f"{name} would not be shown as an image"
        assert float(root.attrib["width"].removesuffix("pt")) > float(root.attrib["height"].removesuffix("pt")) > 0
        assert root.find(f"{SVG}title") is not None and root.find(f"{SVG}desc") is not None
        style = root.findtext(f"{SVG}style") or ""
        used = set(re.findall(r"var\((--[a-z]+)\)", svg))
        assert used and used <= set(re.findall(r"(--[a-z]+):", style)), f"{name} uses a colour that it does not bring"
        assert 'class="grid"' not in svg or "svg .grid" in style


def test_the_report_writes_them_beside_the_page(made: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "render", lambda _: made)  # drawing them again would take seconds
    store = golden.write("one-run", tmp_path)
    report.write(store)
    kept = {path.stem: path.read_text() for path in (store.folder / "charts").iterdir()}
    assert kept == charts(made)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_longest_name_that_a_search_gives_leaves_room_to_draw(variant: str) -> None:
    """A configuration is named by its settings, and a screening may have all of its candidates in one run."""
    found = ReportData.read(Store(golden.FOLDER / "one-run"))
    last = {entry.setting: entry for entry in configuration.candidates(variant, "database").candidates}
    named = Configuration(variant=variant, name=screening.name(list(last.values())), settings={})
    was = found.runs[0]
    run = was.model_copy(update={"variant": variant, "configured": named, "mixed": True})
    samples = {(run.label, run.block, 0): found.samples[was.label, was.block, 0]}
    drawn = charts(page.render(replace(found, runs=[run], samples=samples)))
    assert {"goodput", "waits", "warm-up", "course-0"} <= drawn.keys()


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (["blocking", "reactor"], []),
        (["blocking (tuned)", "reactor (tuned)"], []),
        (["blocking (stock)", "blocking (tuned)"], ["stock", "tuned"]),
        (["blocking (stock)", "blocking (workerThreads=16)"], ["stock", "the setting in its name"]),
    ],
)
def test_the_legend_calls_a_row_tuned_only_where_a_search_tuned_it(labels: list[str], told: list[str]) -> None:
    assert [patch.get_label() for patch in bars.configurations(styles(labels).values())] == told
