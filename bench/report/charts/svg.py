"""matplotlib's SVG made fit for a page: inline, short, and in the page's own colours."""

import re

from markupsafe import escape

from bench.report.charts.style import FAINT, INK, PAPER

POINTS = 72
"""In an inch."""
GRID = f' style="fill:none;stroke:{FAINT};stroke-width:0.6;stroke-linecap:square"'
"""Of so many lines that the page's style sheet has it, as the class `grid`."""


def inline(svg: str, name: str, title: str, text: str) -> str:
    """Only the element itself, short, with ids of its own and the page's colours."""
    body = _short(svg[svg.index("<svg") :])
    ids = {found: f"{name}-{number}" for number, found in enumerate(re.findall(r'\bid="([^"]*)"', body))}
    body = re.sub(r'(\bid="|href="#|url\(#)([^")]*)', lambda found: found[1] + ids[found[2]], body)
    for ours, theirs in ((INK, "currentColor"), (FAINT, "var(--faint)"), (PAPER, "var(--paper)")):
        body = body.replace(ours, theirs)
    box = body.partition('viewBox="')[2].partition('"')[0]
    head = (
        f'<svg role="img" aria-labelledby="{name}-title {name}-text" '
        f'viewBox="{box}" style="--width:{float(box.split()[2]) / POINTS:.2f}in">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(text)}</desc>'
    )
    return head + body[body.index(">") + 1 :]


def _short(svg: str) -> str:
    """Without namespaces, metadata, ids that nothing refers to, and digits and spaces that nobody sees."""
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", svg).replace("font-family: 'DejaVu Sans', sans-serif; ", "")
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"\d+\.\d{3,}", _rounded, tag[0]), svg)  # what is read stays as it is
    svg = re.sub(r' d="[^"]*"', lambda path: re.sub(r"\s*([MLCQz\"])\s*", r"\1", path[0]), svg)
    svg = re.sub(r' style="[^"]*"', lambda style: style[0].replace(": ", ":").replace("; ", ";"), svg)
    svg = svg.replace("stroke-dashoffset:0;", "").replace(GRID, ' class="grid"')
    svg = re.sub(r"<g([^>]*)>((?:\s*<use [^>]*/>)+)\s*</g>", _group, svg)
    return _bare(re.sub(r"\s*\n\s*", "\n", svg).replace("\n<", "<"))


def _rounded(digits: re.Match[str]) -> str:
    return f"{float(digits[0]):.2f}".rstrip("0").rstrip(".")


def _bare(svg: str) -> str:
    """Without groups that hold nothing, or say nothing of what they hold."""
    kept, open_groups = [], []
    for part in re.split(r"(</?g\b[^>]*>)", re.sub(r"<g\b[^>]*/>", "", svg)):
        if part.startswith("<g"):
            open_groups.append(part != "<g>")
        if part != "<g>" and (part != "</g>" or open_groups.pop()):
            kept.append(part)
    return "".join(kept)


def _group(found: re.Match[str]) -> str:
    """Markers that look alike say so once."""
    styles = set(re.findall(r' style="[^"]*"', found[2]))
    if len(styles) != 1:
        return found[0]
    (style,) = styles
    return f"<g{found[1]}{style}>{found[2].replace(style, '')}</g>"
