"""What a replay is shown as: its claims on the screen, summary.md, and report.html with the evidence."""

from pathlib import Path

from rich.console import Console

from bench.report.grid import print_grid, tabled
from bench.studies.report import breakdown, claims, evidence
from bench.studies.store import StudyStore


def show(store: StudyStore, console: Console) -> None:
    """Print the claims and what became of them."""
    print_grid(claims.short(store.judged(), store.asked.scale), console)


def markdown(store: StudyStore) -> str:
    """The verdicts first, then what stands behind them."""
    judgements, scale = store.judged(), store.asked.scale
    factor = breakdown.breakdown(store)
    grids = [
        claims.grid(judgements, scale),
        *([breakdown.grid(factor)] if factor else []),
        evidence.grid(store),
        evidence.protocol(store.replay),
    ]
    said = [
        f"## {store.replay.title}",
        claims.answer(judgements),
        f"{scale:g} times the published size. {store.replay.scale.how}",
        *map(tabled, grids),
        "\n".join(f"- [{one.name}]({one.name}/report.html)" for one, _ in evidence.files(store)),
    ]
    return "\n\n".join(filter(None, said)) + "\n"


def write(store: StudyStore) -> Path:
    """summary.md, report.html and its charts as files, from the result files alone; the page's path."""
    from bench.studies.report import page  # drawing takes a second to import, which no other command should wait for

    store.write_report("summary.md", markdown(store))
    return page.render(store).write(store.write_report)
