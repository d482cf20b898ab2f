"""matplotlib's SVG made fit for a page: inline, short, and in the page's own colours."""

import re

from markupsafe import escape

from bench.report.style import FAINT, INK, PAPER

POINTS = 72
"""In an inch."""


def inline(svg: str, name: str, title: str, text: str) -> str:
    """Only the element itself, short, with ids of its own and the page's colours."""
    body = _short(svg[svg.index("<svg") :])
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'href="#', f'href="#{name}-', body).replace("url(#", f"url(#{name}-")
    for ours, theirs in ((INK, "currentColor"), (FAINT, "var(--faint)"), (PAPER, "var(--paper)")):
        body = body.replace(ours, theirs)
    head = (
        f'<svg role="img" aria-labelledby="{name}-title {name}-text" '
        f'viewBox="{_attribute(body, "viewBox")}" style="width:{float(_attribute(body, "width")[:-2]) / POINTS:.2f}in">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(text)}</desc>'
    )
    return head + body[body.index(">") + 1 :]


def _short(svg: str) -> str:
    """Without namespaces, metadata, ids that nothing refers to, and digits and spaces that nobody sees."""
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", svg).replace("font-family: 'DejaVu Sans', sans-serif; ", "")
    svg = re.sub(r"\d+\.\d{3,}", lambda digits: f"{float(digits[0]):.2f}".rstrip("0").rstrip("."), svg)
    return re.sub(r"\s*\n\s*", "\n", svg).replace("\n<", "<")


def _attribute(svg: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', svg)
    assert found, f"matplotlib wrote an SVG without {name}"
    return found.group(1)
