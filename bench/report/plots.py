"""The charts of a page as files of their own, for a document or a slide: charts/<name>.svg beside the page."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.paths import TEMPLATES

WIDE = re.compile(r'<svg class="wide" .*?</svg>', re.DOTALL)
"""As bench/report/svg.py begins a chart. The narrow form is for small screens and shows the same."""


def write(page: str, write_report: Callable[[str, str], Path]) -> Path:
    """report.html, and every chart of it, by a store's `write_report`; the page's path."""
    for name, svg in charts(page):
        write_report(f"charts/{name}.svg", svg)
    return write_report("report.html", page)


def charts(page: str) -> Iterator[tuple[str, str]]:
    """Each chart's name and its SVG, which needs nothing of the page: it brings its colours, light and dark."""
    for found in WIDE.findall(page):
        yield _first(r'aria-labelledby="(.*?)-title ', found), _alone(found)


def _alone(svg: str) -> str:
    head, body = svg.split(">", 1)
    width, height = _first(r'viewBox="0 0 ([^"]*)"', head).split()
    head = re.sub(r' (class|style)="[^"]*"', "", head)
    style = "".join((TEMPLATES / name).read_text() for name in ("colours.css", "chart.css"))
    return (
        f'{head} xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" style="color:var(--ink)">'
        f'<style>{style}</style><rect width="100%" height="100%" style="fill:var(--paper)"/>{body}\n'
    )


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, f"a chart without {pattern}: see bench/report/svg.py"
    return found[1]
