"""How Sphinx makes the site: MyST reads Markdown as Git hosts do, Furo is the look, nothing comes from elsewhere."""

import json
import re
from typing import Any

from bench.spec.variants import RECORDS

project = "Threadmill"
html_title = "Threadmill"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
highlight_language = "none"

html_theme = "furo"
html_static_path = ["assets", "node_modules/echarts/dist/echarts.min.js"]
html_css_files = ["site.css"]
html_js_files = ["charts.js"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

_CELL = re.compile(r"<td.*?</td>", re.DOTALL)
_INTERVAL = re.compile(r" ± |(?<=\d), (?=[\d,.]+\])")
"""What joins the parts of a figure with its interval: no line may end there."""


def setup(app: Any) -> None:
    """Give the charts the colour that each variant has everywhere, and mend what assistive technology needs."""
    colours = {name: one.colour for name, one in RECORDS.items()}
    app.add_js_file(None, body=f"const VARIANTS = {json.dumps(colours)};")
    app.connect("html-page-context", _levels, priority=900)  # after Furo, which makes the navigation
    app.connect("html-page-context", _figures)


def _levels(_app: Any, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """A heading without an element of its own has to say its level."""
    tree = context["furo_navigation_tree"]
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def _figures(_app: Any, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """A figure of a table stays on one line."""

    def joined(cell: re.Match[str]) -> str:
        return _INTERVAL.sub(lambda sign: sign[0].replace(" ", "&#160;"), cell[0])

    if "body" in context:  # the page of the search has none
        context["body"] = _CELL.sub(joined, context["body"])
