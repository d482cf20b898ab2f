"""A page for each published study: its claims and what became of them, as its committed replay has them."""

from bench.studies import study
from website import markdown
from website.links import MEASUREMENTS, moved


def page(name: str, findings: str, repository: str) -> str:
    """The study's page as Markdown."""
    published = study.read(name)
    figures = published.published.figures
    file = MEASUREMENTS / f"replay-{name}.md"
    text = file.read_text()
    replay = next(one for one in markdown.sections(text) if one.level == 2)
    summary, scale, *_ = replay.body.strip().split("\n\n")
    claims = next(markdown.tables(markdown.section(text, "Claims").body)).records
    here = f"../../bench/studies/{name}.yaml"
    windows = markdown.section(text, "Every window")
    parts = {one.heading: one.body for one in markdown.sections(text) if one.level == 3}
    further = [body for heading, body in parts.items() if heading.startswith("What the published factor")]
    told = [one for one in markdown.sections(findings) if one.level == 2 and f"({file.stem}.md)" in _near(one.body)]
    pictures = [link[0] for one in told for link in markdown.PICTURE.finditer(_near(one.body)) if name in link[0]]
    others = sorted(MEASUREMENTS.glob(f"replay-{name}-*.md"))
    made = [
        f"# {published.title}",
        summary,
        "\n".join(f"- [{one['claim']}]({here}#{markdown.anchor(one['claim'])}) {_badge(one)}" for one in claims),
        *(f"Finding: [{one.heading}](../findings.md#{one.anchor})" for one in told),
        *pictures,
        "## Claims",
        *map(_claim, claims),
        *(f"## What the published factor is made of\n\n{body.strip()}" for body in further),
        f"## Every window\n\n{windows.body.strip()}",
        "## As published, and what was wrong with it",
        published.published.source,
        "\n".join(f"- {one}" for one in published.published.wrong),
        markdown.table(figures[0], figures[1:]),
        f"## Protocol\n\n{parts['Protocol'].strip()}",
        scale,
        "## Measure it yourself",
        f"    make replay STUDY={name} RUNS=2",
        f"These figures are of {text.splitlines()[2].strip()}: "
        + ", ".join(f"[{one.stem}]({one.name})" for one in (file, *others))
        + ", and [every window with its reasons](replay-windows.md).",
    ]
    return moved("\n\n".join(made) + "\n", file, f"studies/{name}.md", repository)


def _near(body: str) -> str:
    """A part of the findings with its links as a file of measurements/ would have them."""
    return body.replace("](measurements/", "](").replace("](charts/", "](../charts/")


def _badge(claim: dict[str, str]) -> str:
    verdict = claim["verdict"]
    return f'<span class="verdict {verdict.replace(" ", "-")}">{verdict}</span>'


def _claim(claim: dict[str, str]) -> str:
    """A claim with its verdict, and a line for each thing that is known of it."""
    rows = [(key, value) for key, value in claim.items() if key not in ("claim", "verdict")]
    return f"### {claim['claim']}\n\n{_badge(claim)}\n\n{markdown.table(('what', 'found'), rows)}".rstrip()
