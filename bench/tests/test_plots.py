"""charts/*.svg: every chart of a page, each whole by itself."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench import report
from bench.report import page, plots
from bench.report.material import Material
from bench.results import Store
from bench.tests import golden

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def html() -> str:
    return page.render(Material.read(Store(golden.FOLDER / "one-run")))


def test_every_chart_of_the_page_is_there_once(html: str) -> None:
    names = [name for name, _ in plots.charts(html)]
    assert names == re.findall(r'<svg class="wide"[^>]*aria-labelledby="(\S*)-title ', html)
    assert len(names) == len(set(names)) == html.count("<figure>") > 0


def test_a_chart_brings_its_size_its_words_and_its_colours(html: str) -> None:
    for name, svg in plots.charts(html):
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg", f"{name} would not be shown as an image"
        assert float(root.attrib["width"].removesuffix("pt")) > float(root.attrib["height"].removesuffix("pt")) > 0
        assert root.find(f"{SVG}title") is not None and root.find(f"{SVG}desc") is not None
        style = root.findtext(f"{SVG}style") or ""
        used = set(re.findall(r"var\((--[a-z]+)\)", svg))
        assert used and used <= set(re.findall(r"(--[a-z]+):", style)), f"{name} uses a colour that it does not bring"
        assert 'class="grid"' not in svg or "svg .grid" in style


def test_the_report_writes_them_beside_the_page(html: str, tmp_path: Path) -> None:
    made = golden.write("one-run", tmp_path)
    report.write(made)
    kept = {path.stem: path.read_text() for path in (made.folder / "charts").iterdir()}
    assert kept == dict(plots.charts(html))
