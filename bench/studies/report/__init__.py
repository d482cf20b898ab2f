"""What a replay is shown as: its claims on the screen, summary.md, and report.html with the evidence."""

from pathlib import Path

from rich.console import Console

from bench.report.grid import print_grid
from bench.studies.report import claims, summary
from bench.studies.store import ReplayStore

__all__ = ["show", "write"]


def show(store: ReplayStore, console: Console) -> None:
    """Print the claims and what became of them."""
    print_grid(claims.short(store.judged(), store.begun.scale), console)


def write(store: ReplayStore) -> Path:
    """summary.md, report.html and its charts as files, from the result files alone; the page's path."""
    from bench.studies.report import page  # drawing takes a second to import, which no other command should wait for

    store.write_report("summary.md", summary.markdown(store))
    return page.render(store).write(store.write_report)
