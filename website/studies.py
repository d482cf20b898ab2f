"""A page for each published study: its claims and what became of them, as its committed replay has them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.studies import study
from website import markdown
from website.links import MEASUREMENTS, moved


def page(name: str, findings: Sequence[Path], repository: str) -> str:
    """The study's page as Markdown; `findings` are the pages that may tell of it."""
    published = study.read(name)
    figures = published.published.figures
    file = _replay(name)
    text = file.read_text()
    replay = next(one for one in markdown.sections(text) if one.level == 2)
    summary, scale, *_ = replay.body.strip().split("\n\n")
    claims = _claims(name)
    here = f"../../bench/studies/{name}.yaml"
    windows = markdown.section(text, "Every window")
    parts = {one.heading: one.body for one in markdown.sections(text) if one.level == 3}
    further = [body for heading, body in parts.items() if heading.startswith("What the published factor")]
    told = [(at, one) for at in findings for one in markdown.sections(at.read_text()) if _tells(one, file)]
    pictures = [link[0] for _, one in told for link in markdown.PICTURE.finditer(one.body) if name in link[0]]
    others = sorted(MEASUREMENTS.glob(f"replay-{name}-*.md"))
    made = [
        f"# {published.title}",
        summary,
        "\n".join(
            f"- [{one['claim']}]({here}#{markdown.anchor(one['claim'])}) {_badge(one['verdict'])}" for one in claims
        ),
        *(f"Finding: [{one.heading}](../findings/{at.name}#{one.anchor})" for at, one in told),
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


def outcomes() -> str:
    """A section with how many claims of each study got which verdict, with links as docs/studies.md has them."""
    rows = []
    for name in study.names():
        found = Counter(one["verdict"] for one in _claims(name))
        title = study.read(name).title
        said = "<br>".join(f"{count} {_badge(verdict)}" for verdict, count in found.most_common())
        rows.append((f"[{title}](../bench/studies/{name}.yaml)", said))
    return f"## What became of each study\n\n{markdown.table(('study', 'its claims'), rows)}\n"


def _replay(name: str) -> Path:
    """The study's committed replay."""
    return MEASUREMENTS / f"replay-{name}.md"


def _claims(name: str) -> list[dict[str, str]]:
    """Its claims, each with its verdict and what is known of it."""
    return next(markdown.tables(markdown.section(_replay(name).read_text(), "Claims").body)).records


def _tells(section: markdown.Section, measurement: Path) -> bool:
    """Whether a section quotes a file of measurements/."""
    return section.level == 2 and f"(../measurements/{measurement.name})" in section.body


def _badge(verdict: str) -> str:
    return f'<span class="verdict {verdict.replace(" ", "-")}">{verdict}</span>'


def _claim(claim: dict[str, str]) -> str:
    """A claim with its verdict, and a line for each thing that is known of it."""
    rows = [(key, value) for key, value in claim.items() if key not in ("claim", "verdict")]
    return f"### {claim['claim']}\n\n{_badge(claim['verdict'])}\n\n{markdown.table(('what', 'found'), rows)}".rstrip()
