"""The front page: which style for my service, by situation, and one load in figures. It says what the findings say."""

import re

from website import markdown, measurements
from website.links import DOCS, MEASUREMENTS, moved

FINDINGS = DOCS / "findings.md"
ANSWERS = DOCS / "findings"
HEADLINE = ANSWERS / "create-property.md"
SUMMARY = "In short"
_RESULT = re.compile(r"\]\(\.\./(measurements/[\w-]+\.md)\)")


def page(contents: str, repository: str) -> str:
    """The front page as Markdown; `contents` are the site's other pages."""
    findings = FINDINGS.read_text()
    summary = markdown.section(findings, SUMMARY)
    quoted, result = headline(HEADLINE.read_text())
    measured = (DOCS / result).read_text()
    figures = next(table for table in markdown.tables(measured) if is_measured(table))
    title = next(one.heading for one in markdown.sections(measured) if figures.text in one.body and one.level > 1)
    command = measurements.command(measured)
    text = f"""# Which style for my service?

{markdown.section((DOCS.parent / "README.md").read_text(), "Threadmill").answer}

## By situation

{next(markdown.tables(summary.body)).text}
## One load in figures

{moved(quoted.answer, HEADLINE, "index.md", repository)}

{title}:

{figures.text}
{command} ([the whole result]({result}); [what it means, and its caveats](findings/{HEADLINE.name}#{quoted.anchor})).

Before you choose by it:

{_caveats(findings)}

## Look closer

- [Findings](findings.md): every answer with its numbers and caveats
- [Studies](studies.md): published experiments, repeated, and what became of their claims
- [Method](method.md): how a number comes about
- [Measurements](measurements): every result with its command and its host
- [Running](running.md): measure your own load
"""
    return moved(text, FINDINGS, "index.md", repository) + contents


def headline(text: str) -> tuple[markdown.Section, str]:
    """The first section of a page of answers that quotes a measurement, and the first measurement that it quotes."""
    for one in markdown.sections(text):
        for target in _RESULT.findall(one.body) if one.level == 2 else ():
            if any(is_measured(table) for table in markdown.tables((DOCS / target).read_text())):
                return one, target
    raise LookupError(f"no section of {HEADLINE} quotes a file of {MEASUREMENTS}; quote one")


def is_measured(table: markdown.Table) -> bool:
    """Whether a table holds the goodput of variants, so that the site draws it as a chart."""
    return {"variant", "goodput/s"} <= set(table.headings)


def _caveats(findings: str) -> str:
    """The first sentence of each paragraph above the summary that begins in bold."""
    above = findings.partition(f"## {SUMMARY}")[0]
    found = re.findall(r"^\*\*(?:[^*]+\.\*\*|[^*]+\*\*[^.]*\.)", above, re.MULTILINE)
    return "\n".join(f"- {sentence}" for sentence in found)
