"""All pages of the site as Markdown, with their pictures and result files, in one folder that Sphinx reads."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from bench.paths import ROOT
from bench.studies import study
from website import front, markdown, measurements, studies
from website.links import DOCS, MEASUREMENTS, PICTURES, moved

EVIDENCE = ("method", "reading-results", "measurements/index")
"""Pages that say how a number comes about. What is in no other group is in the last one, for users."""


def stage(folder: Path, repository: str) -> None:
    """Write everything into an empty `folder`; `repository` as in links.moved."""
    pages = {path.name: _document(path, path.name, repository) for path in DOCS.glob("*.md")}
    answers = sorted(front.ANSWERS.glob("*.md"))
    for file in answers:
        to = f"findings/{file.name}"
        pages[to] = moved(_charted(file.read_text()), file, to, repository)
    pages["findings.md"] += _contents("", [f"findings/{file.stem}" for file in answers])
    pages["studies.md"] = _studies(repository) + _contents("", [f"studies/{name}" for name in study.names()])
    pages["k6.md"] = _document(ROOT / "k6" / "README.md", "k6.md", repository)
    for name in study.names():
        pages[f"studies/{name}.md"] = studies.page(name, answers, repository)
    each = measurements.files()
    pages["measurements/index.md"] = measurements.index(repository)
    pages["measurements/index.md"] += _contents("", [file.stem for file in each])
    for file in each:
        pages[f"measurements/{file.name}"] = measurements.page(file, repository)
    pages["index.md"] = front.page(_map(pages), repository)
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    kept = [path for path in DOCS.rglob("*") if path.suffix in (*PICTURES, ".json")]
    for path in kept:
        (folder / path.relative_to(DOCS)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / path.relative_to(DOCS))


def _document(path: Path, to: str, repository: str) -> str:
    """A page of docs/ as it is, with its links moved; a graph that only a Git host draws is shown as its text."""
    return moved(path.read_text().replace("```mermaid", "```text"), path, to, repository)


def _studies(repository: str) -> str:
    """The page of the studies; what became of their claims stands before the first section."""
    path = DOCS / "studies.md"
    text = path.read_text().replace("\n## ", f"\n{studies.outcomes()}\n## ", 1)
    return moved(text, path, path.name, repository)


def _charted(text: str) -> str:
    """A page of findings with the figures behind each picture of a study below it. Where a section has the figures of
    its picture itself, the chart that the site draws of them replaces the picture."""
    for one in markdown.sections(text):
        for picture in markdown.PICTURE.finditer(one.body) if one.level == 2 else ():
            if any(front.is_measured(table) for table in markdown.tables(one.body)):
                text = text.replace(f"{picture[0]}\n\n", "")
            elif name := next((name for name in study.names() if Path(picture["target"]).name.startswith(name)), ""):
                windows = markdown.section((MEASUREMENTS / f"replay-{name}.md").read_text(), "Every window").body
                summary = "<summary>Every window, as a chart and a table</summary>"
                more = f"<details>{summary}\n\n{windows.strip()}\n\n</details>"
                link = f"[Claims and verdicts](../../bench/studies/{name}.yaml)"
                text = text.replace(picture[0], f"{picture[0]}\n\n{more}\n\n{link}")
    return text


def _map(pages: dict[str, str]) -> str:
    """The site's navigation."""
    top = [name.removesuffix(".md") for name in sorted(pages) if "/" not in name]
    rest = [name for name in top if name not in ("findings", "studies", *EVIDENCE)]
    groups = {"Answers": ["Which style? <self>", "findings", "studies"], "Evidence": EVIDENCE, "Use": rest}
    return "".join(_contents(name, entries) for name, entries in groups.items())


def _contents(caption: str, entries: Sequence[str]) -> str:
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["", "```{toctree}", *options, "", *entries, "```", ""])
